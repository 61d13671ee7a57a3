/** How many meet how much, and what loosening one wish would bring. */

import { useState } from "preact/hooks";
import { units } from "../edits";
import { foreign } from "../foreign";
import { fmt } from "../i18n";
import { useLanguage, useWords } from "../prefs";
import { dropAll, edit } from "../session";
import { usePart } from "../store";
import type { Answer } from "../types";
import { useWide } from "./useWide";

const RUNGS = 3;
const LOOSENINGS = 3;

export function Ladder({ answer }: { answer: Answer }) {
  const words = useWords();
  const language = useLanguage();
  const of = answer.ladder.without.length;
  const rungs = Object.entries(answer.ladder.met)
    .map(([met, count]) => ({ met: Number(met), count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.met - a.met);
  const told = rungs.slice(0, RUNGS);
  const fewer = rungs.slice(RUNGS).reduce((sum, { count }) => sum + count, 0);
  const parts = told.map(({ met, count }) => (met === of ? words.ladderAll(count, of) : words.ladderSome(count, met)));
  if (fewer > 0) parts.push(words.ladderFewer(fewer));
  if (of > 0 && !(answer.ladder.met[String(of)] ?? 0)) parts.unshift(words.ladderNone);
  return (
    <section class="ladder" tabIndex={-1} aria-label={words.results(answer.ladder.total)}>
      <div class="ladder-bar" aria-hidden="true">
        {rungs.map(({ met, count }) => (
          <Rung key={met} share={count / answer.ladder.total} depth={Math.min(of - met, 4)} />
        ))}
      </div>
      <p class="ladder-told">
        <strong>{words.results(answer.ladder.total)}</strong>
        {parts.map((part) => (
          <span key={part}>{part}</span>
        ))}
        <span class="quiet">{words.took(fmt(Math.round(answer.took_ms), language))}</span>
      </p>
      <Loosen answer={answer} />
    </section>
  );
}

function Rung({ share, depth }: { share: number; depth: number }) {
  return <span class={`rung rung-${depth}`} style={{ flexGrow: share * 100 }} />;
}

function Loosen({ answer }: { answer: Answer }) {
  const words = useWords();
  const { claims } = answer;
  // Typed on, the sentence has other claims than those that were answered.
  const current = usePart((state) => state.question.text === state.asked?.text);
  const [all, setAll] = useState(false);
  const wide = useWide();
  const bring = [
    ...answer.wider.map((one) => ({
      key: `wider ${one.id}`,
      more: one.more,
      text: words.instead(one.text),
      make: () => edit(`words:${one.id}:${one.text}`),
    })),
    ...answer.ladder.without.map((one) => ({
      key: one.id,
      more: one.more,
      text: words.without(one.claim),
      // Alternatives count as one wish, and go together.
      make: () => dropAll((units(claims).find((unit) => unit.some(({ id }) => id === one.id)) ?? [one]).map(({ id }) => id)),
    })),
  ]
    .filter(({ more }) => more > 0)
    .sort((a, b) => b.more - a.more);
  if (bring.length === 0 || !current) return null;
  // On a phone the results come first.
  const seen = all ? bring : bring.slice(0, wide ? LOOSENINGS : 1);
  return (
    <div class="loosen" role="group" aria-label={words.loosen}>
      <span class="quiet">{words.loosen}</span>
      {seen.map(({ key, more, text, make }) => (
        <button
          type="button"
          class="small"
          key={key}
          onClick={() => {
            make();
            // The button goes with its wish; who used the keyboard stays here.
            document.querySelector<HTMLElement>(".ladder")?.focus();
          }}
        >
          <bdi {...foreign()}>{text}</bdi> <strong>+{words.moreMeet(more)}</strong>
        </button>
      ))}
      {seen.length < bring.length && (
        <button type="button" class="link" onClick={() => setAll(true)}>
          {words.waysMore(bring.length - seen.length)}
        </button>
      )}
    </div>
  );
}
