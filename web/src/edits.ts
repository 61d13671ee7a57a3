/** Edits of claims: strings that an address can carry. They are applied by the server; here they are only put together. */

import type { Claim } from "./types";

export interface Edit {
  op: string;
  claims: string[];
  value: string;
}

export function parseEdit(text: string): Edit {
  const [op = "", of = "", ...rest] = text.split(":");
  return { op, claims: of.split(","), value: rest.join(":") };
}

export function printEdit({ op, claims, value }: Edit): string {
  const start = `${op}:${claims.join(",")}`;
  return value ? `${start}:${value}` : start;
}

/** A claim that other words made beside the first is `c3.2`; its edits go with `c3`. */
export function root(id: string): string {
  return id.split(".")[0] ?? id;
}

export function touches(edit: string, id: string): boolean {
  return parseEdit(edit).claims.some((one) => root(one) === root(id));
}

/** With one edit more. What says the same thing of the same claim is replaced, and an opposite of an opposite is none. */
export function withEdit(edits: readonly string[], added: string): string[] {
  const { op, claims } = parseEdit(added);
  const same = (edit: string) => {
    const old = parseEdit(edit);
    return old.claims.length === 1 && old.claims[0] === claims[0] && replaces(op, old.op);
  };
  if (op === "negate" && edits.includes(added)) return edits.filter((edit) => edit !== added);
  return [...edits.filter((edit) => !same(edit)), added];
}

function replaces(now: string, before: string): boolean {
  if (now === "must" || now === "nice") return before === "must" || before === "nice";
  if (now === "weight") return before === "weight";
  // Other words are read anew: what was done to the old ones is void.
  return now === "words" && ["words", "must", "nice", "weight", "negate"].includes(before);
}

/** Without any edit of a claim: as the sentence says it. */
export function withoutEdits(edits: readonly string[], id: string): string[] {
  return edits.filter((edit) => !touches(edit, id));
}

/**
 * Edits for a sentence that was typed on: they follow their claim where it is still there in the same words, since
 * numbers are given in the order of the sentence.
 */
export function carried(edits: readonly string[], before: readonly Claim[], after: readonly Claim[]): string[] {
  const moved = new Map<string, string>();
  const taken = new Set<string>();
  for (const old of before) {
    const same = after.find((claim) => claim.claim === old.claim && claim.level === old.level && !taken.has(claim.id));
    if (same) {
      moved.set(old.id, same.id);
      taken.add(same.id);
    }
  }
  return edits.flatMap((text) => {
    const edit = parseEdit(text);
    const claims = edit.claims.map((id) => {
      const to = moved.get(root(id));
      return to === undefined ? undefined : to + id.slice(root(id).length);
    });
    return claims.every((id) => id !== undefined) ? [printEdit({ ...edit, claims })] : [];
  });
}

/** Claims that were dropped, by the sentence's own claims. */
export function dropped(edits: readonly string[], base: readonly Claim[]): Claim[] {
  const gone = new Set(edits.map(parseEdit).flatMap(({ op, claims }) => (op === "drop" ? claims : [])));
  return base.filter((claim) => gone.has(claim.id));
}

/** What counts as one, in order: a claim, or all the alternatives of an or-group. */
export function units(claims: readonly Claim[]): Claim[][] {
  const found = new Map<string, Claim[]>();
  for (const claim of claims) {
    const key = claim.or_group === null ? claim.id : `or ${claim.or_group}`;
    found.set(key, [...(found.get(key) ?? []), claim]);
  }
  return [...found.values()];
}
