/** The wishes of the sentence, each a thing that one can take hold of. */

import { Fragment } from "preact";
import { useRef, useState } from "preact/hooks";
import { dropped, touches, units } from "../edits";
import { foreign } from "../foreign";
import { Icon } from "../icons";
import { levelName, lookOf } from "../levels";
import { lights, useLit } from "../lit";
import { useLanguage, useWords } from "../prefs";
import { drop, reset, resetAll } from "../session";
import { collectionOf } from "../state";
import { usePart } from "../store";
import type { Claim } from "../types";
import { ChipMenu } from "./ChipMenu";

const SIGN_PX = 20;
const ROW_PX = 44;
/** In a window as narrow as this they stand in one row. */
const SMALL_PX = 576;

export function Chips() {
  const words = useWords();
  const answered = usePart((state) => state.claims);
  const base = usePart((state) => state.base);
  const edits = usePart((state) => state.question.edits);
  const text = usePart((state) => state.question.text);
  const baseText = usePart((state) => state.baseText);
  const gone = dropped(edits, base);
  // What was dropped goes at once, before the server has said so.
  const claims = answered.filter(({ id }) => !gone.some((one) => one.id === id));
  const silent = claims.length === 0 && gone.length === 0;
  // While the first words are read there is nothing to say, but about the room that chips need is kept.
  const waiting = usePart((state) => state.status === "searching") && silent;
  const rows = innerWidth <= SMALL_PX ? 1 : Math.ceil((text.length * SIGN_PX) / innerWidth);
  const expected = waiting ? `${rows * ROW_PX}px` : "";
  return (
    <section class="wishes" aria-label={words.wishes} style={{ minHeight: expected }}>
      {silent ? (
        <p class="quiet">{baseText === text && text.trim() ? words.noWishes : "\u00a0"}</p>
      ) : (
        <ul class="chips">
          {units(claims).map((unit) =>
            unit.length === 1 ? (
              <li key={unit[0]?.id}>{unit[0] && <Chip claim={unit[0]} />}</li>
            ) : (
              <li key={unit[0]?.id}>
                <div class="either" role="group" aria-label={unit.map((one) => one.claim).join(` ${words.or} `)}>
                  {unit.map((claim, k) => (
                    <Fragment key={claim.id}>
                      {k > 0 && <span class="or">{words.or}</span>}
                      <Chip claim={claim} />
                    </Fragment>
                  ))}
                </div>
              </li>
            ),
          )}
          {gone.map((claim) => (
            <li key={`gone ${claim.id}`}>
              <button type="button" class="chip gone" onClick={() => reset(claim.id)} {...lights("claim", claim.id)}>
                <Icon name="plus" size={16} />
                <span class="unseen">{words.restore} </span>
                <s {...foreign()}>{claim.claim}</s>
              </button>
            </li>
          ))}
          {edits.length > 0 && (
            <li>
              <button type="button" class="link" onClick={resetAll}>
                {words.resetAll}
              </button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function Chip({ claim }: { claim: Claim }) {
  const words = useWords();
  const language = useLanguage();
  const collection = usePart(collectionOf);
  const edits = usePart((state) => state.question.edits);
  const lit = useLit("claim", claim.id);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const look = lookOf(claim.level, collection);
  const changed = edits.some((one) => touches(one, claim.id));
  const must = claim.strength === "required";
  const told = [
    must ? words.mustTold : words.niceTold,
    words.levelOf(levelName(claim.level, collection, language)),
    ...(claim.doubt > 0 ? [words.doubtTold] : []),
    ...(changed ? [words.editedTold] : []),
  ].join(", ");
  const close = (back = true) => {
    setOpen(false);
    if (back) button.current?.focus();
  };
  return (
    <span data-claim={claim.id} class={`chip-body ${look.tone}${must ? " must" : " nice"}${lit || open ? " lit" : ""}`} {...lights("claim", claim.id)}>
      <button
        ref={button}
        type="button"
        class="chip"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key === "Delete" || event.key === "Backspace") drop(claim);
        }}
      >
        <Icon name={look.icon} size={16} />
        <span class="chip-words" {...foreign()}>
          {claim.claim}
        </span>
        <span class="unseen">({told})</span>
        {claim.doubt > 0 && (
          <span class="doubt" title={words.doubtTold} aria-hidden="true">
            ?
          </span>
        )}
        {must && <Icon name="lock" size={14} />}
        {changed && <Icon name="edit" size={14} />}
      </button>
      <button
        type="button"
        class="chip-drop"
        tabIndex={-1}
        aria-label={`${words.drop}: ${claim.claim}`}
        onClick={() => drop(claim)}
      >
        <Icon name="close" size={14} />
      </button>
      {open && button.current && <ChipMenu claim={claim} changed={changed} anchor={button.current} close={close} />}
    </span>
  );
}
