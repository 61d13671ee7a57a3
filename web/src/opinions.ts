/** What this person said of hits. Kept by the server beside the data; whoever may not say anything is not asked. */

import { useEffect, useReducer } from "preact/hooks";
import * as api from "./api";
import type { Question } from "./question";
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
    const found = await api.opinions(collection);
    // Whoever has gone on to another collection meanwhile wants to know what was said there.
    if (of !== collection) return;
    known = found;
    allowed = true;
  } catch (error) {
    if (of !== collection) return;
    // A key that may only read; without an answer nothing is known, and nothing can be said either.
    allowed = false;
    if (!(error instanceof api.Problem)) throw error;
  }
  tell();
}

/** An opinion is of a sentence as it was edited; the server keeps sentences without double blanks. */
function isOf(opinion: Opinion, { text, edits }: Question): boolean {
  const plain = (said: string) => said.split(/\s+/).filter(Boolean).join(" ");
  return plain(opinion.question) === plain(text) && opinion.edits.join("\n") === edits.join("\n");
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
    known?.find(
      (one) => asked !== null && one.entity === entity && one.claim === (claim ?? null) && isOf(one, asked),
    );
  // Of a search near a point of the address nothing can be kept.
  return { allowed: allowed && known !== null && !asked?.near, on, say };

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
