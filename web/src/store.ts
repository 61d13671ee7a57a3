/** Holds the state, tells whoever shows it. */

import { useLayoutEffect, useReducer, useRef } from "preact/hooks";
import { type Action, START, type State, reduce } from "./state";

let state = START;
const watching = new Set<() => void>();

export function now(): State {
  return state;
}

export function dispatch(action: Action): void {
  const next = reduce(state, action);
  if (next === state) return;
  state = next;
  for (const look of watching) look();
}

/** A part of the state; the component is drawn again only when it changes. */
export function usePart<T>(pick: (state: State) => T): T {
  const [, draw] = useReducer((n: number) => n + 1, 0);
  const picked = pick(state);
  const last = useRef(picked);
  last.current = picked;
  const picking = useRef(pick);
  picking.current = pick;
  useLayoutEffect(() => {
    const look = () => {
      if (picking.current(state) !== last.current) draw(0);
    };
    watching.add(look);
    // It may have changed between drawing and now.
    look();
    return () => void watching.delete(look);
  }, []);
  return picked;
}
