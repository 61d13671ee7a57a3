/** A picture of a hit, or the drawing where there is none that can be shown. */

import { useState } from "preact/hooks";
import { lookOf } from "../levels";
import { collectionOf } from "../state";
import { usePart } from "../store";
import type { Hit } from "../types";
import { Drawing } from "./Drawing";

export function Picture({ hit }: { hit: Hit }) {
  const [broken, setBroken] = useState(false);
  const collection = usePart(collectionOf);
  if (!hit.card?.picture || broken) return <Drawing id={hit.id} icon={lookOf(hit.level, collection).icon} />;
  return <img src={hit.card.picture} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />;
}
