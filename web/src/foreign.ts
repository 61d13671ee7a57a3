/** Words of documents, packs and people: in the language of the data, which may run from right to left. */

import { collectionOf } from "./state";
import { now } from "./store";

/** What to give an element that holds them. */
export function foreign(): { dir: "auto"; lang?: string } {
  const lang = collectionOf(now())?.languages[0];
  return lang ? { dir: "auto", lang } : { dir: "auto" };
}
