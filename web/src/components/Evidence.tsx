/** The words behind a verdict, with who says them and of what. */

import { useEffect } from "preact/hooks";
import { distinct, sourceOf } from "../evidence";
import { foreign } from "../foreign";
import { Icon, type IconName } from "../icons";
import { PEEK, leave, putAway, stay, usePeek } from "../peek";
import { useLanguage, useWords } from "../prefs";
import type { Card, Evidence, Hit, Verdict, VerdictName } from "../types";
import { Floating } from "./Floating";

export const MARKS: Record<VerdictName, IconName> = { met: "tick", refuted: "cross", unknown: "dash" };

export function Peeked() {
  const peek = usePeek();
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") putAway();
    };
    const outside = (event: PointerEvent) => {
      if (!(event.target as Element).closest(`#${PEEK}, .verdict`)) putAway();
    };
    addEventListener("keydown", key);
    addEventListener("pointerdown", outside);
    return () => {
      removeEventListener("keydown", key);
      removeEventListener("pointerdown", outside);
    };
  }, []);
  if (!peek) return null;
  return (
    <Floating anchor={peek.anchor} id={PEEK} class="floating peek" role="tooltip" onMouseEnter={stay} onMouseLeave={leave}>
      <VerdictTold verdict={peek.verdict} hit={peek.hit} card={peek.hit.card} />
    </Floating>
  );
}

function VerdictTold({ verdict, hit, card }: { verdict: Verdict; hit: Hit; card: Card | undefined }) {
  const words = useWords();
  const language = useLanguage();
  const sure = verdict.probability ?? 0;
  const percent = verdict.verdict === "met" && sure < 1 ? sure.toLocaleString(language, { style: "percent" }) : "";
  const said = distinct(verdict);
  const disputed = verdict.verdict === "unknown" && said.some((one) => one.disputed);
  return (
    <>
      <p class="peek-head">
        <Mark verdict={verdict.verdict} /> <strong {...foreign()}>{verdict.claim}</strong>
      </p>
      <p class="quiet">
        {disputed ? words.disputed : words[verdict.verdict]}
        {percent && ` · ${words.sureness(percent)}`}
      </p>
      {said.length === 0 ? (
        <p>{words.nothingSaid}</p>
      ) : (
        <ul class="quotes">
          {said.slice(0, 5).map((one) => (
            <Quoted key={`${one.entity} ${one.quote}`} said={one} verdict={verdict.verdict} own={hit.id} names={card?.entities} />
          ))}
        </ul>
      )}
    </>
  );
}

type QuotedProps = { said: Evidence; verdict: VerdictName; own: string; names: Record<string, string> | undefined };

export function Quoted({ said, verdict, own, names }: QuotedProps) {
  const words = useWords();
  const source = sourceOf(said);
  const against = verdict !== "unknown" && said.for !== (verdict === "met");
  const maybe = said.for ? words.maybe : words.maybeNot;
  const doubt = said.disputed ? words.saysBoth : said.doubtful ? maybe : against ? words.but : "";
  const both = said.disputed && said.against !== said.quote ? said.against : "";
  const about = said.entity === own ? "" : (names?.[said.entity] ?? said.entity);
  return (
    <li class={said.disputed ? "disputed" : said.for ? "for" : "against"}>
      <Icon name={said.disputed ? "dash" : said.place ? "pin" : said.for ? "tick" : "cross"} size={14} />
      <div>
        {!said.disputed && <span class="unseen">{said.for ? words.saysFor : words.saysAgainst}: </span>}
        {doubt && <em>{doubt} </em>}
        {said.by === "place" ? <span {...foreign()}>{said.quote}</span> : <q {...foreign()}>{said.quote}</q>}
        {both && (
          <>
            <em> {words.and} </em>
            <q {...foreign()}>{both}</q>
          </>
        )}
        <small>
          {said.by === "place" ? words.measured : <bdi {...foreign()}>{source.name}</bdi>}
          {source.field && <> · {words.field(source.field)}</>}
          {about && (
            <>
              {" · "}
              <bdi {...foreign()}>{about}</bdi>
            </>
          )}
        </small>
      </div>
    </li>
  );
}

export function Mark({ verdict }: { verdict: VerdictName }) {
  return (
    <span class={`mark-of ${verdict}`}>
      <Icon name={MARKS[verdict]} size={14} />
    </span>
  );
}
