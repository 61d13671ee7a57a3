/** A component that is drawn again only when something given to it is another thing than before. */

import { Component, type ComponentType, h } from "preact";

export function memo<P extends object>(drawn: ComponentType<P>): ComponentType<P> {
  return class Kept extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      return (Object.keys(next) as (keyof P)[]).some((name) => next[name] !== this.props[name]);
    }

    override render() {
      return h(drawn, this.props);
    }
  };
}
