/** How levels look: a colour by their place in the hierarchy; an icon and names as the pack says. */

import type { Language } from "./i18n";
import { type IconName, isIcon } from "./icons";
import type { Collection } from "./types";

const TONES = 4;

export interface Look {
  icon: IconName;
  /** The class that sets the colour. */
  tone: string;
}

export function lookOf(level: string, collection: Collection | undefined): Look {
  const at = collection?.levels.indexOf(level) ?? -1;
  const icon = collection?.level_labels[level]?.icon ?? "";
  return { icon: isIcon(icon) ? icon : "thing", tone: `tone-${at < 0 ? 0 : (at % TONES) + 1}` };
}

/** What people call one or many of a level; a pack without a label for it has only the level's own name. */
export function levelName(level: string, collection: Collection | undefined, language: Language, many = false): string {
  const names = collection?.level_labels[level]?.[many ? "many" : "one"] ?? {};
  return names[language] ?? names[collection?.languages[0] ?? ""] ?? level.replaceAll("_", " ");
}

/** Levels that hits lie in, nearest first, as a card's lineage has them. */
export function above(collection: Collection): string[] {
  return collection.levels.slice(0, collection.levels.indexOf(collection.answers)).reverse();
}
