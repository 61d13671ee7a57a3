/** What all views of a tree share: links, people, the lines of a file. Everything foreign is text. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type FamilyView, cited, view } from "../../family";
import { foreign } from "../../foreign";
import { Icon } from "../../icons";
import { useWords } from "../../prefs";
import { visit } from "../../session";
import { collectionOf } from "../../state";
import { now, usePart } from "../../store";
import type { Citation } from "../../types";
import { print } from "../../url";

/** Names of 10,000 letters exist. */
const LONGEST_NAME = 160;
const LONGEST_LINE = 400;
const LINES_SHOWN = 12;
const LINES_AT_ONCE = 200;

/** Where something of a tree is seen: a link of its own, for each view has an address. */
export function To({ part, class: named, label, children }: { part: Partial<FamilyView>; class?: string; label?: string; children: ComponentChildren }) {
  const question = usePart((state) => state.question);
  const shown = usePart((state) => state.view);
  const tree = usePart((state) => state.family?.tree ?? "");
  const family = view({ tree, ...part });
  return (
    <a
      class={named}
      aria-label={label}
      href={print({ question, view: shown, compared: [], talking: false, family })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        visit(family);
      }}
    >
      {children}
    </a>
  );
}

export function shortened(text: string, most = LONGEST_NAME): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

type Somebody = { id: string; name: string; sex?: string; years?: string };

export function nameOf({ name, id }: { name: string; id: string }): string {
  return shortened(name || id);
}

/** Initials in a circle; the colour goes by the sex that the file states. */
export function Face({ name, sex, large }: { name: string; sex?: string; large?: boolean }) {
  const initials = name
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word))
    .map((word) => /\p{L}/u.exec(word)?.[0] ?? "");
  const told = [initials[0], initials.length > 1 ? initials.at(-1) : ""].join("").toUpperCase();
  const tone = sex === "female" ? "tone-4" : sex === "male" ? "tone-1" : "tone-0";
  return (
    <span class={`face ${tone}${large ? " large" : ""}`} aria-hidden="true">
      {told || "?"}
    </span>
  );
}

/** Somebody by name and years, as a link to the card. */
export function PersonLink({ person, note = "" }: { person: Somebody; note?: string }) {
  return (
    <To part={{ page: "person", person: person.id }} class="person-link">
      <Face name={person.name} {...(person.sex === undefined ? {} : { sex: person.sex })} />
      <span class="person-told">
        <bdi {...foreign()}>{nameOf(person)}</bdi>
        <span class="quiet">
          {person.years}
          {note && ` ${note}`}
        </span>
      </span>
    </To>
  );
}

/** Lines of the file, folded. `what` says of what they are. */
export function Lines({ quotes, summary, open = false }: { quotes: readonly (string | Citation)[]; summary: string; open?: boolean }) {
  const words = useWords().family;
  const [most, setMost] = useState(LINES_SHOWN);
  if (quotes.length === 0) return null;
  const told = quotes.map((one) =>
    typeof one === "string" ? cited(one) : { record: one.record, line: String(one.line), words: one.quote },
  );
  return (
    <details class="fold cited" open={open}>
      <summary>{summary}</summary>
      <ol>
        {told.slice(0, most).map(({ record, line, words: said }, k) => (
          <li key={k}>
            <span class="cited-at">
              {line && (
                <>
                  <span class="unseen">{words.line} </span>
                  {line}
                </>
              )}
            </span>
            <code {...foreign()}>{shortened(said, LONGEST_LINE)}</code>
            <span class="cited-of">{record.replaceAll("@", "")}</span>
          </li>
        ))}
      </ol>
      {told.length > most && (
        <button type="button" class="link" onClick={() => setMost(most + LINES_AT_ONCE)}>
          <Icon name="plus" size={14} /> {words.more(told.length - most)}
        </button>
      )}
    </details>
  );
}

/** Names the window after what is seen. */
export function useTitle(title: string): void {
  const collection = usePart((state) => collectionOf(state)?.title ?? "");
  useEffect(() => {
    document.title = [title, collection, "Claimtree"].filter(Boolean).join(" · ").slice(0, 200);
  }, [title, collection]);
}

export function collectionName(): string {
  return collectionOf(now())?.name ?? now().question.collection;
}

/** Something of the shape of what comes. */
export function Waiting({ lines = 4 }: { lines?: number }) {
  const words = useWords().family;
  return (
    <div class="waiting-lines" role="status" aria-label={words.reading}>
      {Array.from({ length: lines }, (_, k) => (
        <div key={k} class={`skeleton line ${["w60", "w90", "w75", "w40"][k % 4]}`} />
      ))}
    </div>
  );
}
