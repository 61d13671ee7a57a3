/** A question: a sentence, what was done to its claims by hand, and how it is to be answered. */

import type { LocatedSentence } from "./types";

export type Question = Readonly<Required<LocatedSentence>>;

export const NOTHING_ASKED: Question = {
  collection: "",
  text: "",
  edits: [],
  weights: {},
  strict: false,
  near: "",
  within: "",
};

export const LONGEST_QUERY = 4000;
/** Of one claim, said anew: an address carries it. */
export const LONGEST_WORDS = 180;

/** Whether there is anything to search for. */
export function isAsked(question: Question): boolean {
  return question.text.trim() !== "";
}

/** Name and value pairs, as the API's routes take them. */
export function params(question: Question): [string, string][] {
  const found: [string, string][] = [["q", question.text]];
  if (question.collection) found.push(["collection", question.collection]);
  for (const edit of question.edits) found.push(["edit", edit]);
  for (const [level, weight] of Object.entries(question.weights)) found.push(["weight", `${level}=${weight}`]);
  if (question.strict) found.push(["strict", "true"]);
  if (question.near) found.push(["near", question.near]);
  if (question.within) found.push(["within", question.within]);
  return found;
}

/** As a body: whereabouts are said only where there are some, for not every route takes them. */
export function sentence({ near, within, ...rest }: Question): LocatedSentence {
  return { ...rest, ...(near && { near }), ...(within && { within }) };
}
