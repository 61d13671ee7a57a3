/** What is pointed at: a claim or a hit, lit wherever it is shown. Apart from the state, so that a moving mouse draws little. */

import { useEffect, useState } from "preact/hooks";

type Kind = "claim" | "hit";

const now: Record<Kind, string> = { claim: "", hit: "" };
const watching = new Set<() => void>();

export function light(kind: Kind, id: string): void {
  if (now[kind] === id) return;
  now[kind] = id;
  for (const look of watching) look();
}

/** What to give an element so that pointing at it or focusing it lights something. */
export function lights(kind: Kind, id: string) {
  return {
    onMouseEnter: () => light(kind, id),
    onMouseLeave: () => light(kind, ""),
    onFocusIn: () => light(kind, id),
    onFocusOut: () => light(kind, ""),
  };
}

export function watch(kind: Kind, look: (id: string) => void): () => void {
  let last = now[kind];
  const changed = () => {
    if (now[kind] !== last) look((last = now[kind]));
  };
  watching.add(changed);
  return () => watching.delete(changed);
}

export function useLit(kind: Kind, id: string): boolean {
  const [lit, setLit] = useState(now[kind] === id && id !== "");
  useEffect(() => watch(kind, (found) => setLit(found === id)), [kind, id]);
  return lit;
}
