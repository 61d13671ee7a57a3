/** How levels look: a colour by their place in the hierarchy, an icon by what they are. */

import type { IconName } from "./icons";
import type { Collection } from "./types";

const KNOWN: Record<string, IconName> = {
  neighborhood: "area",
  area: "area",
  complex: "buildings",
  apartment: "home",
  property: "home",
  room: "room",
};
const TONES = 4;

export interface Look {
  icon: IconName;
  /** The class that sets the colour. */
  tone: string;
}

export function lookOf(level: string, collection: Collection | undefined): Look {
  const at = collection?.levels.indexOf(level) ?? -1;
  return { icon: KNOWN[level] ?? "thing", tone: `tone-${at < 0 ? 0 : (at % TONES) + 1}` };
}

/** Levels that hits lie in, nearest first, as a card's lineage has them. */
export function above(collection: Collection): string[] {
  return collection.levels.slice(0, collection.levels.indexOf(collection.answers)).reverse();
}
