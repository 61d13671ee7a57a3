/** A search as an address and back: what is passed on is what is seen. Pure; nothing here touches the browser. */

import { type FamilyView, parseFamily, printFamily } from "./family";
import { LONGEST_QUERY, NOTHING_ASKED, type Question } from "./question";

export type View = "both" | "list" | "map";

export interface Link {
  question: Question;
  /** `both` shows the map beside the list where there is room. */
  view: View;
  /** Ids of what is compared, where the comparison is open. */
  compared: readonly string[];
  /** Whether the conversation is open. */
  talking: boolean;
  /** What is seen of family trees; null where something else is seen. */
  family: FamilyView | null;
}

const VIEWS: readonly View[] = ["both", "list", "map"];
/** As many, and as long, as the server takes in an address. */
const MOST_EDITS = 40;
const KNOWN_EDIT = /^(drop|must|nice|weight|negate|or|alone|words):/;
export const MOST_COMPARED = 3;

export function parse(search: string): Link {
  const given = new URLSearchParams(search);
  const weights: Record<string, number> = {};
  for (const item of given.getAll("w")) {
    const colon = item.lastIndexOf(":");
    const weight = Number(item.slice(colon + 1));
    // Whoever typed an address by hand gets what can be used of it.
    if (colon > 0 && item.slice(colon + 1) !== "" && weight >= 0 && weight <= 1) weights[item.slice(0, colon)] = weight;
  }
  return {
    question: {
      ...NOTHING_ASKED,
      collection: given.get("c") ?? "",
      text: (given.get("q") ?? "").slice(0, LONGEST_QUERY),
      edits: given.getAll("e").filter((edit) => KNOWN_EDIT.test(edit)).slice(0, MOST_EDITS),
      weights,
      strict: given.get("strict") === "1",
      near: given.get("near") ?? "",
      within: given.get("within") ?? "",
    },
    view: VIEWS.find((view) => view === given.get("view")) ?? "both",
    compared: [...new Set(given.getAll("compare"))].slice(0, MOST_COMPARED),
    talking: given.get("chat") === "1",
    family: parseFamily(given),
  };
}

export function print({ question, view, compared, talking, family }: Link): string {
  const found = new URLSearchParams();
  if (question.collection) found.set("c", question.collection);
  if (question.text) found.set("q", question.text);
  for (const edit of question.edits) found.append("e", edit);
  for (const [level, weight] of Object.entries(question.weights)) found.append("w", `${level}:${weight}`);
  if (question.strict) found.set("strict", "1");
  if (question.near) found.set("near", question.near);
  if (question.within) found.set("within", question.within);
  if (view !== "both") found.set("view", view);
  for (const id of compared) found.append("compare", id);
  if (talking) found.set("chat", "1");
  printFamily(family, found);
  const text = found.toString();
  return text ? `?${text}` : "";
}
