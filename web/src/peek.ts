/** The evidence that is looked at: one at a time, shown while pointed at, or until put away once it was tapped. */

import { useEffect, useReducer } from "preact/hooks";
import type { Hit, Verdict } from "./types";

/** The element that shows it. */
export const PEEK = "evidence";
const LEAVING_MS = 150;

export interface Peek {
  anchor: Element;
  hit: Hit;
  verdict: Verdict;
  pinned: boolean;
}

let peek: Peek | null = null;
let leaving = 0;
const watching = new Set<() => void>();

function set(next: Peek | null): void {
  clearTimeout(leaving);
  if (next === peek) return;
  // Whoever hears the page hears the words with their mark.
  peek?.anchor.removeAttribute("aria-describedby");
  next?.anchor.setAttribute("aria-describedby", PEEK);
  peek = next;
  for (const look of watching) look();
}

export function look(anchor: Element, hit: Hit, verdict: Verdict): void {
  clearTimeout(leaving);
  if (!peek?.pinned || peek.anchor !== anchor) set({ anchor, hit, verdict, pinned: false });
}

/** A tap shows it and holds it, another puts it away. */
export function pin(anchor: Element, hit: Hit, verdict: Verdict): void {
  set(peek?.pinned && peek.anchor === anchor ? null : { anchor, hit, verdict, pinned: true });
}

/** On the way from the mark to the words nothing disappears. */
export function stay(): void {
  clearTimeout(leaving);
}

export function leave(): void {
  clearTimeout(leaving);
  if (!peek?.pinned) leaving = window.setTimeout(() => set(null), LEAVING_MS);
}

export function putAway(): void {
  set(null);
}

export function usePeek(): Peek | null {
  const [, draw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const again = () => draw(0);
    watching.add(again);
    return () => void watching.delete(again);
  }, []);
  return peek;
}
