/** A tick, a cross or a dash for every wish, in the order of the chips. One stop for the Tab key; arrows go on. */

import { Fragment } from "preact";
import { units } from "../edits";
import { foreign } from "../foreign";
import type { Words } from "../i18n";
import { light } from "../lit";
import { leave, look, pin } from "../peek";
import { useWords } from "../prefs";
import type { Claim, Hit, Verdict } from "../types";
import { Mark } from "./Evidence";

export function Verdicts({ hit, claims }: { hit: Hit; claims: readonly Claim[] }) {
  const words = useWords();
  const verdictOf = new Map(hit.verdicts.map((verdict) => [verdict.id, verdict]));
  const arrows = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step || !(event.currentTarget instanceof HTMLElement)) return;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(".verdict")];
    const to = all[all.indexOf(document.activeElement as HTMLElement) + step];
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
  return (
    <div class="verdicts" role="toolbar" aria-label={words.wishes} onKeyDown={arrows}>
      {units(claims).map((unit, k) =>
        unit.map((claim, alternative) => {
          const verdict = verdictOf.get(claim.id);
          if (!verdict) return null;
          return (
            <Fragment key={claim.id}>
              {alternative > 0 && <span class="or">{words.or}</span>}
              <One words={words} verdict={verdict} hit={hit} first={k + alternative === 0} />
            </Fragment>
          );
        }),
      )}
    </div>
  );
}

type OneProps = { words: Words; verdict: Verdict; hit: Hit; first: boolean };

/** Without hooks of its own: there may be two thousand. */
function One({ words, verdict, hit, first }: OneProps) {
  const on = (event: { currentTarget: Element }) => {
    look(event.currentTarget, hit, verdict);
    light("claim", verdict.id);
  };
  const off = () => {
    leave();
    light("claim", "");
  };
  return (
    <button
      type="button"
      class={`verdict ${verdict.verdict}`}
      data-claim={verdict.id}
      tabIndex={first ? 0 : -1}
      onClick={(event) => pin(event.currentTarget, hit, verdict)}
      onMouseEnter={on}
      onMouseLeave={off}
      onFocus={(event) => event.currentTarget.matches(":focus-visible") && on(event)}
      onBlur={off}
    >
      <Mark verdict={verdict.verdict} />
      <span class="unseen">{words[verdict.verdict]}: </span>
      <span {...foreign()}>{verdict.claim}</span>
    </button>
  );
}
