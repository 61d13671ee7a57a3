/** What this person said of hits. Kept by the server beside the data; whoever may not say anything is not asked. */

import { useEffect, useReducer } from "preact/hooks";
import * as api from "./api";
import { now } from "./store";
import type { Opinion } from "./types";

let known: Opinion[] | null = null;
let of = "";
let allowed = true;
const watching = new Set<() => void>();

function tell(): void {
  for (const look of watching) look();
}

/** Another key may say other things. */
export function askAgain(): void {
  known = null;
  allowed = true;
}

async function load(collection: string): Promise<void> {
  if (known !== null && of === collection) return;
  of = collection;
  known = [];
  try {
    known = await api.opinions(collection);
    allowed = true;
  } catch (error) {
    // A key that may only read; without an answer nothing is known, and nothing can be said either.
    allowed = false;
    if (!(error instanceof api.Problem)) throw error;
  }
  tell();
}

export interface Opinions {
  /** Whether they may be given at all. */
  allowed: boolean;
  /** What was said of a hit for this question; of a claim of it, where one is named. */
  on: (entity: string, claim?: string) => Opinion | undefined;
  say: (said: api.Said) => Promise<void>;
}

export function useOpinions(): Opinions {
  const [, draw] = useReducer((n: number) => n + 1, 0);
  const { asked } = now();
  useEffect(() => {
    const again = () => draw(0);
    watching.add(again);
    if (asked) void load(asked.collection);
    return () => void watching.delete(again);
  }, [asked]);
  const on = (entity: string, claim?: string) =>
    known?.find((one) => one.entity === entity && one.question === asked?.text && one.claim === (claim ?? null));
  return { allowed: allowed && known !== null, on, say };

  /** Saying the same again takes it back. */
  async function say(said: api.Said): Promise<void> {
    if (!asked) return;
    const before = on(said.id, "claim" in said ? said.claim : undefined);
    const same = "thumb" in said ? before?.thumb === said.thumb : before?.verdict === said.verdict;
    if (before && same) await api.takeBack(before);
    const made = before && same ? [] : [await api.say(asked, said)];
    known = [...made, ...(known ?? []).filter((one) => one !== before)];
    tell();
  }
}
