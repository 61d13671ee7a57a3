/** Something that floats beside what it belongs to, and stays within the window; on a phone it lies at the bottom. */

import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const GAP = 8;
const PHONE = 560;

type Props = { anchor: Element; children: ComponentChildren } & JSX.HTMLAttributes<HTMLDivElement>;

export function Floating({ anchor, children, ...rest }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      if (ref.current) put(ref.current, anchor);
    };
    place();
    addEventListener("scroll", place, { passive: true, capture: true });
    addEventListener("resize", place);
    const watcher = new ResizeObserver(place);
    if (ref.current) watcher.observe(ref.current);
    return () => {
      removeEventListener("scroll", place, { capture: true });
      removeEventListener("resize", place);
      watcher.disconnect();
    };
  }, [anchor]);
  return (
    <div ref={ref} {...rest}>
      {children}
    </div>
  );
}

function put(box: HTMLElement, anchor: Element): void {
  const at = anchor.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  if (width < PHONE) {
    box.classList.add("sheet");
    box.style.left = box.style.top = "";
    return;
  }
  box.classList.remove("sheet");
  const left = Math.max(GAP, Math.min(at.left, width - box.offsetWidth - GAP));
  const below = at.bottom + GAP;
  const above = at.top - box.offsetHeight - GAP;
  const fits = below + box.offsetHeight <= innerHeight - GAP;
  const top = fits || above < GAP ? Math.min(below, innerHeight - box.offsetHeight - GAP) : above;
  box.style.left = `${left}px`;
  box.style.top = `${Math.max(GAP, top)}px`;
}
