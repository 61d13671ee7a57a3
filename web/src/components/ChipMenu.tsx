/** What can be done to one wish. */

import { useEffect, useRef, useState } from "preact/hooks";
import { units } from "../edits";
import { foreign } from "../foreign";
import { Icon } from "../icons";
import { levelName, lookOf } from "../levels";
import { useLanguage, useWords } from "../prefs";
import { LONGEST_WORDS } from "../question";
import { drop, edit, reset } from "../session";
import { collectionOf } from "../state";
import { usePart } from "../store";
import type { Claim } from "../types";
import { Floating } from "./Floating";

type Props = { claim: Claim; changed: boolean; anchor: Element; close: (back?: boolean) => void };

export function ChipMenu({ claim, changed, anchor, close }: Props) {
  const words = useWords();
  const language = useLanguage();
  const collection = usePart(collectionOf);
  const claims = usePart((state) => state.claims);
  const box = useRef<HTMLElement>(null);
  const [said, setSaid] = useState(claim.claim);
  const [weight, setWeight] = useState(claim.weight);
  useEffect(() => setWeight(claim.weight), [claim.weight]);
  useEffect(() => {
    box.current?.focus();
    const outside = (event: Event) => {
      const target = event.target as Element;
      if (!target.isConnected || box.current?.contains(target) || anchor.contains(target)) return;
      close(false);
    };
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, []);
  const others = units(claims).filter((unit) => !unit.some((one) => one.id === claim.id));
  const mates = claims.filter((one) => one.or_group !== null && one.or_group === claim.or_group && one.id !== claim.id);
  const finish = (made: string) => {
    edit(made);
    close();
  };
  const look = lookOf(claim.level, collection);
  return (
    <Floating anchor={anchor} class="floating">
      <section
        ref={box}
        class={`menu ${look.tone}`}
        role="dialog"
        aria-label={words.editWish(claim.claim)}
        tabIndex={-1}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Escape") close();
        }}
        onFocusOut={(event) => {
          const to = event.relatedTarget;
          if (to instanceof Element && !box.current?.contains(to) && to !== anchor) close(false);
        }}
      >
        <div class="menu-head">
          <span class="menu-level">
            <Icon name={look.icon} size={16} />
            <span class="initial">{levelName(claim.level, collection, language)}</span>
            {claim.facet && <span {...foreign()}>· {claim.facet.replaceAll("_", " ")}</span>}
          </span>
          <button type="button" class="plain round" aria-label={words.close} onClick={() => close()}>
            <Icon name="close" />
          </button>
        </div>
        <form
          class="menu-words"
          onSubmit={(event) => {
            event.preventDefault();
            if (said.trim() && said.trim() !== claim.claim) finish(`words:${claim.id}:${said.trim().replace(/\s+/g, " ")}`);
          }}
        >
          <label for="menu-words">{words.words}</label>
          <div class="row">
            <input
              id="menu-words"
              type="text"
              dir="auto"
              maxLength={LONGEST_WORDS}
              value={said}
              onInput={(event) => setSaid(event.currentTarget.value)}
            />
            <button type="submit" class="secondary" disabled={!said.trim() || said.trim() === claim.claim}>
              {words.apply}
            </button>
          </div>
        </form>
        <div class="segments" role="group" aria-label={`${words.must} / ${words.nice}`}>
          {(["required", "preferred"] as const).map((strength) => (
            <button
              type="button"
              key={strength}
              aria-pressed={claim.strength === strength}
              onClick={() => edit(`${strength === "required" ? "must" : "nice"}:${claim.id}`)}
            >
              {strength === "required" && <Icon name="lock" size={14} />}
              {strength === "required" ? words.must : words.nice}
            </button>
          ))}
        </div>
        <label class="slider">
          <span>{words.weight}</span>
          <output>{Math.round(weight * 100)}%</output>
          <input
            type="range"
            min={0}
            max={1}
            step={0.05}
            value={weight}
            onInput={(event) => setWeight(Number(event.currentTarget.value))}
            onChange={(event) => edit(`weight:${claim.id}:${Number(event.currentTarget.value)}`)}
          />
        </label>
        {others.length > 0 && (
          <div class="menu-either">
            <span id="menu-either">{words.eitherWith}</span>
            <div class="row wrap" role="group" aria-labelledby="menu-either">
              {others.map((unit) => (
                <button
                  type="button"
                  class="small"
                  key={unit[0]?.id}
                  onClick={() => finish(`or:${[claim, ...mates, ...unit].map((one) => one.id).join(",")}`)}
                >
                  <bdi {...foreign()}>{unit.map((one) => one.claim).join(` ${words.or} `)}</bdi>
                </button>
              ))}
            </div>
          </div>
        )}
        <div class="menu-acts">
          <button type="button" onClick={() => finish(`negate:${claim.id}`)}>
            <Icon name="swap" /> {words.opposite}
          </button>
          {claim.or_group !== null && (
            <button type="button" onClick={() => finish(`alone:${claim.id}`)}>
              <Icon name="link" /> {words.onItsOwn}
            </button>
          )}
          {changed && (
            <button
              type="button"
              onClick={() => {
                reset(claim.id);
                close();
              }}
            >
              <Icon name="undo" /> {words.reset}
            </button>
          )}
          <button type="button" class="danger" onClick={() => drop(claim)}>
            <Icon name="trash" /> {words.drop}
          </button>
        </div>
      </section>
    </Floating>
  );
}
