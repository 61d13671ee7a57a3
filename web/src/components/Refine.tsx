/** Level by level: how much it counts, which of its wishes are met how often, and where the results lie. */

import { useState } from "preact/hooks";
import { foreign } from "../foreign";
import { Icon } from "../icons";
import { above, levelName, lookOf } from "../levels";
import { useLanguage, useWords } from "../prefs";
import { setStrict, weigh } from "../session";
import { type Filters, collectionOf } from "../state";
import { dispatch, usePart } from "../store";
import type { Claim, Collection, Hit } from "../types";

const NAMES = 8;

export function Refine() {
  const words = useWords();
  const collection = usePart(collectionOf);
  const answer = usePart((state) => state.answer);
  const filters = usePart((state) => state.filters);
  const strict = usePart((state) => state.question.strict);
  if (!collection || !answer) return null;
  const filter = (change: Partial<Filters>) => dispatch({ type: "filtered", filters: { ...filters, ...change } });
  const any = filters.areas.length + filters.met.length > 0;
  return (
    <div class="refine">
      <label class="check strict">
        <input type="checkbox" role="switch" checked={strict} onChange={(event) => setStrict(event.currentTarget.checked)} />
        <span>
          <strong>{words.strictShort}</strong>
          <small>{words.strict}</small>
        </span>
      </label>
      {collection.levels.map((level) => (
        <Level key={level} level={level} collection={collection} hits={answer.hits} claims={answer.claims} filters={filters} filter={filter} />
      ))}
      <p class="quiet note">{words.refineNote(answer.hits.length)}</p>
      {any && (
        <button type="button" class="small" onClick={() => filter({ areas: [], met: [] })}>
          {words.clearFilters}
        </button>
      )}
    </div>
  );
}

type LevelProps = {
  level: string;
  collection: Collection;
  hits: readonly Hit[];
  claims: readonly Claim[];
  filters: Filters;
  filter: (change: Partial<Filters>) => void;
};

function Level({ level, collection, hits, claims, filters, filter }: LevelProps) {
  const words = useWords();
  const language = useLanguage();
  const weight = usePart((state) => state.question.weights[level] ?? 1);
  const look = lookOf(level, collection);
  const name = levelName(level, collection, language);
  const own = claims.filter((claim) => claim.level === level);
  const depth = above(collection).indexOf(level);
  const areas = depth < 0 ? [] : counted(hits, depth, above(collection).length);
  return (
    <fieldset class={`level ${look.tone}`}>
      <legend>
        <Icon name={look.icon} size={18} /> <span class="initial">{name}</span>
      </legend>
      <label class="slider">
        <span>{words.counts}</span>
        <output>{Math.round(weight * 100)}%</output>
        <input
          type="range"
          min={0}
          max={1}
          step={0.1}
          value={weight}
          aria-label={words.levelWeight(name)}
          onInput={(event) => weigh(level, Number(event.currentTarget.value))}
        />
      </label>
      {own.length > 0 && (
        <Choices
          title={words.wishesMet}
          choices={own.map((claim) => ({
            key: claim.id,
            name: claim.claim,
            count: hits.filter((hit) => hit.verdicts.some((one) => one.id === claim.id && one.verdict === "met")).length,
          }))}
          chosen={filters.met}
          choose={(met) => filter({ met })}
        />
      )}
      {areas.length > 1 && (
        <Choices title={words.areas} choices={areas} chosen={filters.areas} choose={(found) => filter({ areas: found })} />
      )}
    </fieldset>
  );
}

type Choice = { key: string; name: string; count: number };
type ChoicesProps = { title: string; choices: Choice[]; chosen: readonly string[]; choose: (keys: string[]) => void };

function Choices({ title, choices, chosen, choose }: ChoicesProps) {
  const words = useWords();
  const [all, setAll] = useState(false);
  const seen = all ? choices : choices.slice(0, NAMES);
  return (
    <div class="choices" role="group" aria-label={title}>
      <p class="quiet">{title}</p>
      {seen.map(({ key, name, count }) => (
        <label class="check" key={key}>
          <input
            type="checkbox"
            checked={chosen.includes(key)}
            onChange={(event) =>
              choose(event.currentTarget.checked ? [...chosen, key] : chosen.filter((one) => one !== key))
            }
          />
          <span {...foreign()}>{name}</span>
          <span class="count">{count}</span>
        </label>
      ))}
      {seen.length < choices.length && (
        <button type="button" class="link" onClick={() => setAll(true)}>
          {words.moreOf(choices.length - seen.length)}
        </button>
      )}
    </div>
  );
}

/** What the hits lie in at one level, most first. A lineage may skip a level; the widest is always its last. */
function counted(hits: readonly Hit[], depth: number, levels: number): Choice[] {
  const found = new Map<string, number>();
  for (const { card } of hits) {
    const lineage = card?.lineage ?? [];
    const name = depth === levels - 1 ? lineage.at(-1) : lineage.length === levels ? lineage[depth] : undefined;
    if (name) found.set(name, (found.get(name) ?? 0) + 1);
  }
  return [...found]
    .map(([name, count]) => ({ key: name, name, count }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}
