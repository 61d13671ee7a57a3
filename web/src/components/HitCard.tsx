/** One result: what it is, what it meets, and why it stands where it stands. */

import { useState } from "preact/hooks";
import { metres, sights } from "../evidence";
import { isPrice } from "../facts";
import { foreign } from "../foreign";
import { Icon } from "../icons";
import { lights, useLit } from "../lit";
import { memo } from "../memo";
import { useLanguage, useWords } from "../prefs";
import { compare } from "../session";
import { collectionOf } from "../state";
import { usePart } from "../store";
import type { Claim, Hit } from "../types";
import { Picture } from "./Picture";
import { Thumbs } from "./Thumbs";
import { To } from "./family/parts";
import { Verdicts } from "./Verdicts";
import { Why } from "./Why";

const SIGHTS = 2;
const NEXT_TO_M = 10;

type Props = { hit: Hit; place: number; claims: readonly Claim[]; picked: boolean; full: boolean };

function Drawn({ hit, place, claims, picked, full }: Props) {
  const words = useWords();
  const lit = useLit("hit", hit.id);
  const [why, setWhy] = useState(false);
  const { met, of } = hit.coverage;
  const whyId = `why-${place}`;
  return (
    <article
      id={`hit-${place}`}
      class={`card${lit ? " lit" : ""}`}
      aria-labelledby={`title-${place}`}
      {...lights("hit", hit.id)}
    >
      <div class="card-picture">
        <Picture key={hit.id} hit={hit} />
        <span class="card-place">
          <span class="unseen">{words.place(place)}</span>
          <span aria-hidden="true">{place}</span>
        </span>
      </div>
      <div class="card-told">
        <div class="card-head">
          <h2 id={`title-${place}`} {...foreign()}>
            <Title hit={hit} />
          </h2>
          <span class={`coverage${met === of ? " full" : ""}`}>
            <span class="unseen">{words.metOf(met, of)}</span>
            <span aria-hidden="true">
              {met}/{of}
            </span>
          </span>
        </div>
        <Facts hit={hit} />
      </div>
      <div class="card-body">
        <Verdicts hit={hit} claims={claims} />
        <div class="card-acts">
          <button type="button" class="link" aria-expanded={why} aria-controls={whyId} onClick={() => setWhy(!why)}>
            <Icon name="chevron" size={16} /> {why ? words.hideWhy : words.whyHere}
          </button>
          <Thumbs id={hit.id} />
          <label class={`pick${!picked && full ? " off" : ""}`} title={!picked && full ? words.compareFull : undefined}>
            <input type="checkbox" checked={picked} disabled={!picked && full} onChange={() => compare(hit)} /> {words.compare}
            <span class="unseen" {...foreign()}>
              {" "}
              {hit.title}
            </span>
          </label>
        </div>
      </div>
      <div id={whyId} class="card-why">
        {why && <Why hit={hit} />}
      </div>
    </article>
  );
}

/** There may be two hundred. */
export const HitCard = memo(Drawn);

function Title({ hit }: { hit: Hit }) {
  const words = useWords();
  const trees = usePart((state) => (collectionOf(state)?.trees ?? 0) > 0);
  const title = hit.title || hit.id;
  if (!hit.card?.url) return trees ? <To part={{ page: "person", person: hit.id }}>{title}</To> : <>{title}</>;
  return (
    <a href={hit.card.url} target="_blank" rel="noopener noreferrer">
      {title}
      <Icon name="out" size={14} />
      <span class="unseen"> ({words.newTab})</span>
    </a>
  );
}

function Facts({ hit }: { hit: Hit }) {
  const words = useWords();
  const language = useLanguage();
  const [first, ...others] = hit.card?.facts ?? [];
  const near = sights(hit, SIGHTS);
  const far = (distance: number) => (distance < NEXT_TO_M ? words.at : words.farFrom(metres(distance, language)));
  return (
    <>
      <p class="facts">
        {first && <bdi class={isPrice(first) ? "price" : ""}>{first}</bdi>}
        {others.map((fact) => (
          <bdi key={fact}>{fact}</bdi>
        ))}
      </p>
      <p class="where">
        {hit.card && hit.card.lineage.length > 0 && (
          <span>
            <Icon name="pin" size={14} />
            <bdi {...foreign()}>{hit.card.lineage.join(", ")}</bdi>
          </span>
        )}
        {near.map((place) => (
          <span key={place.id} class="distance">
            <span class="distance-line" aria-hidden="true" /> {far(place.metres)} <bdi {...foreign()}>{place.name}</bdi>
          </span>
        ))}
      </p>
    </>
  );
}
