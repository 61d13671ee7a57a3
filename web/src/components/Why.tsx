/** Why something stands where it stands: a tree of sentences, from the place down to the words that decided. */

import { useEffect, useState } from "preact/hooks";
import * as api from "../api";
import { units } from "../edits";
import { distinct } from "../evidence";
import { foreign } from "../foreign";
import { fmt } from "../i18n";
import { Icon } from "../icons";
import { useLanguage, useWords } from "../prefs";
import { usePart } from "../store";
import type { Explanation, Hit, Verdict, VerdictName } from "../types";
import { Mark, Quoted } from "./Evidence";
import { Disagree } from "./Thumbs";

const WORDS_SHOWN = 6;

export function Why({ hit }: { hit: Hit }) {
  const words = useWords();
  const asked = usePart((state) => state.asked);
  const [told, setTold] = useState<Explanation | api.Problem | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!asked) return;
    const leaving = new AbortController();
    setTold(null);
    api.explain(asked, hit.id, leaving.signal).then(setTold, (error: unknown) => {
      if (error instanceof api.Problem) setTold(error);
    });
    return () => leaving.abort();
  }, [asked, hit.id, turn]);
  if (told === null) return <div class="why skeleton" role="status" aria-label={words.loading} />;
  if (told instanceof api.Problem) {
    return (
      <p class="why" role="alert">
        {told.detail || words.unreachableTitle} {told.hint}{" "}
        <button type="button" class="link" onClick={() => setTurn(turn + 1)}>
          {words.retry}
        </button>
      </p>
    );
  }
  return <Tree told={told} names={hit.card?.entities} />;
}

function Tree({ told, names }: { told: Explanation; names: Record<string, string> | undefined }) {
  const words = useWords();
  const language = useLanguage();
  const { met, of } = told.coverage;
  const wishes = units(told.claims);
  // Of what was left out the reasons say more than any sum.
  const points = told.place === null ? null : told.units.map((unit) => unit.points);
  const most = Math.max(1, ...(points ?? []));
  const verdictOf = new Map(told.verdicts.map((verdict) => [verdict.id, verdict]));
  return (
    <div class="why">
      <p>
        <strong>
          {told.place === null ? words.whyMissing : words.whyPlace(fmt(told.place, language), fmt(told.total, language))}
        </strong>
        {" · "}
        {words.whyMet(met, of)} · {words.score(fmt(told.score, language))}
      </p>
      {!points && told.reasons.map((reason) => <p key={reason}>{reason}</p>)}
      <ul class="tree">
        {wishes.map((unit, k) => {
          const verdicts = unit.flatMap(({ id }) => verdictOf.get(id) ?? []);
          const gained = points?.[k];
          return (
            <li key={unit[0]?.id}>
              <div class="tree-wish">
                <Mark verdict={best(verdicts)} />
                <span class="unseen">{words[best(verdicts)]}: </span>
                <bdi {...foreign()}>{unit.map(({ claim }) => claim).join(` ${words.or} `)}</bdi>
                <span class="tree-points">
                  <span class="tree-bar" aria-hidden="true">
                    <span style={{ width: `${((gained ?? 0) / most) * 100}%` }} />
                  </span>
                  {gained === undefined ? "" : gained > 0 ? words.adds(fmt(gained, language)) : words.addsNothing}
                </span>
              </div>
              <Words verdicts={verdicts} own={told.id} names={names} />
              {verdicts.length === 1 && verdicts[0] && (
                <Disagree id={told.id} claim={verdicts[0].id} verdict={verdicts[0].verdict} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Words({ verdicts, own, names }: { verdicts: Verdict[]; own: string; names: Record<string, string> | undefined }) {
  const words = useWords();
  const [all, setAll] = useState(false);
  const said = verdicts.flatMap((verdict) => distinct(verdict).map((one) => ({ one, verdict: verdict.verdict })));
  if (said.length === 0) return <p class="quiet">{words.nothingSaid}</p>;
  const seen = all ? said : said.slice(0, WORDS_SHOWN);
  return (
    <ul class="quotes">
      {seen.map(({ one, verdict }, k) => (
        <Quoted key={k} said={one} verdict={verdict} own={own} names={names} />
      ))}
      {seen.length < said.length && (
        <li>
          <button type="button" class="link" onClick={() => setAll(true)}>
            <Icon name="plus" size={14} /> {words.moreOf(said.length - seen.length)}
          </button>
        </li>
      )}
    </ul>
  );
}

/** Alternatives take their best member; they are refuted only together. */
export function best(verdicts: readonly Verdict[]): VerdictName {
  if (verdicts.some(({ verdict }) => verdict === "met")) return "met";
  return verdicts.length > 0 && verdicts.every(({ verdict }) => verdict === "refuted") ? "refuted" : "unknown";
}
