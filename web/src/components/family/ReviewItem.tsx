/** One item of the queue: the words of the message beside the lines of the tree, and what a person decides. */

import { useState } from "preact/hooks";
import * as api from "../../api";
import { foreign } from "../../foreign";
import { Icon, type IconName } from "../../icons";
import { useLanguage, useWords } from "../../prefs";
import type { Audit, DataConflict, DecisionRequest, PersonRef, ReviewItem as Item, TreeQuote } from "../../types";
import { Letter } from "./DraftReply";
import { Kind, useTitleOf } from "./ReviewQueue";
import { Face, PersonLink, nameOf, shortened } from "./parts";

const LONGEST_REASON = 1_000;
/** Who is meant by a fact about somebody whom the tree does not have. */
const NEW = "new";
type Decision = DecisionRequest["state"];
/** `left`: the item is no longer among those that are listed. */
type Decided = (done: Item, left: boolean) => void;

export function ReviewItem({ item, collection, decided }: { item: Item; collection: string; decided: Decided }) {
  const words = useWords().family;
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const doing = async (act: () => Promise<Item>, left: boolean) => {
    setBusy(true);
    setProblem("");
    try {
      decided(await act(), left);
    } catch (error) {
      if (!(error instanceof api.Problem)) throw error;
      setProblem([error.detail, error.hint].filter(Boolean).join(". "));
    } finally {
      setBusy(false);
    }
  };
  const { fact, origin } = item;
  const lines = item.conflicts.flatMap(({ tree_quotes }) => tree_quotes);
  return (
    <article class="review-item">
      <p class="review-head">
        <Kind item={item} /> <span class="quiet">{words.number(item.id)}</span>
        {fact && <span class="quiet">{words.sure(fact.confidence)}</span>}
        {fact?.hedged && <span class="quiet">{words.hedged}</span>}
      </p>
      <h2 {...foreign()}>{shortened(useTitleOf(item), 600)}</h2>
      {fact?.person.id && fact.candidates.length === 0 && <PersonLink person={fact.person} />}
      <div class="two-quotes">
        <figure>
          <figcaption>{words.messageSays}</figcaption>
          <blockquote {...foreign()}>{fact?.quote || origin.excerpt}</blockquote>
          <p class="quiet" {...foreign()}>
            {origin.source_type === "USER_NOTE" ? words.note : words.from(origin.author || words.unknownAuthor)}
            {origin.sent_at && ` · ${origin.sent_at}`}
          </p>
          {origin.excerpt && fact?.quote && origin.excerpt !== fact.quote && (
            <details class="fold">
              <summary>{words.wholeMessage}</summary>
              <p {...foreign()}>{origin.excerpt}</p>
            </details>
          )}
        </figure>
        {fact && (
          <figure>
            <figcaption>{words.treeSays}</figcaption>
            {lines.length > 0 ? <TreeLines lines={lines} /> : <p class="quiet">{words.treeSilent}</p>}
          </figure>
        )}
      </div>
      {item.draft && <Letter text={item.draft} />}
      <Conflicts conflicts={item.conflicts} remarks={fact?.remarks ?? []} />
      {fact && item.state !== "approved" && (fact.candidates.length > 0 || (fact.person.id && item.kind === "conflict")) && (
        <Meant people={fact.candidates} busy={busy} choose={(person) => void doing(() => api.assign(item.id, person, collection), false)} />
      )}
      <Deciding
        item={item}
        busy={busy}
        decide={(state, note) => void doing(() => api.decide(item.id, { state, note, collection }), true)}
      />
      {problem && (
        <p class="strip bad" role="alert">
          <Icon name="warn" /> <span dir="auto">{problem}</span>
        </p>
      )}
      <History audit={item.audit} />
    </article>
  );
}

function TreeLines({ lines }: { lines: readonly TreeQuote[] }) {
  const words = useWords().family;
  return (
    <ol class="cited-lines">
      {lines.map(({ record, line, quote }, k) => (
        <li key={k}>
          <span class="cited-at">
            <span class="unseen">{words.line} </span>
            {line}
          </span>
          <code {...foreign()}>{shortened(quote.replace(/^@[^@]*@, line \d+: /, ""), 400)}</code>
          <span class="cited-of">{record.replaceAll("@", "")}</span>
        </li>
      ))}
    </ol>
  );
}

function Conflicts({ conflicts, remarks }: { conflicts: readonly DataConflict[]; remarks: readonly string[] }) {
  const words = useWords().family;
  if (conflicts.length + remarks.length === 0) return null;
  return (
    <ul class="review-remarks" aria-label={words.remarks} {...foreign()}>
      {conflicts.map(({ text }) => (
        <li key={text} class="against">
          <Icon name="warn" size={16} /> <span>{text}</span>
        </li>
      ))}
      {remarks.map((text) => (
        <li key={text}>
          <Icon name="info" size={16} /> <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

function Meant({ people, busy, choose }: { people: readonly PersonRef[]; busy: boolean; choose: (id: string) => void }) {
  const words = useWords().family;
  return (
    <div class="meant">
      <h3>{words.whoIsMeant}</h3>
      <ul class="person-links">
        {people.map((person) => (
          <li key={person.id}>
            <button type="button" class="person-link" disabled={busy} onClick={() => choose(person.id)}>
              <Face name={person.name} sex={person.sex} />
              <span class="person-told">
                <bdi {...foreign()}>{nameOf(person)}</bdi>
                <span class="quiet">
                  {person.years} {person.id}
                </span>
              </span>
            </button>
          </li>
        ))}
        <li>
          <button type="button" class="person-link" disabled={busy} onClick={() => choose(NEW)}>
            <Face name="" />
            <span class="person-told">
              <bdi>{words.somebodyNew}</bdi>
            </span>
          </button>
        </li>
      </ul>
    </div>
  );
}

const ACTS: readonly { state: Decision; icon: IconName; word: "approve" | "reject" | "defer"; class: string }[] = [
  { state: "approved", icon: "tick", word: "approve", class: "primary" },
  { state: "rejected", icon: "cross", word: "reject", class: "secondary" },
  { state: "deferred", icon: "clock", word: "defer", class: "secondary" },
];

function Deciding({ item, busy, decide }: { item: Item; busy: boolean; decide: (state: Decision, note: string) => void }) {
  const words = useWords().family;
  const [reason, setReason] = useState("");
  const several = (item.fact?.candidates.length ?? 0) > 0;
  return (
    <form class="deciding" onSubmit={(event) => event.preventDefault()}>
      <label for="reason">{words.reason}</label>
      <textarea
        id="reason"
        rows={2}
        dir="auto"
        value={reason}
        maxLength={LONGEST_REASON}
        placeholder={words.reasonHint}
        onInput={(event) => setReason(event.currentTarget.value)}
      />
      <div class="row wrap">
        {ACTS.filter(({ state }) => state !== item.state).map((act) => (
          <button
            key={act.state}
            type="button"
            class={act.class}
            disabled={busy || (act.state === "approved" && several)}
            onClick={() => decide(act.state, reason.trim())}
          >
            <Icon name={act.icon} size={18} /> {words[act.word]}
          </button>
        ))}
        {item.state !== "waiting" && (
          <button type="button" class="secondary" disabled={busy} onClick={() => decide("waiting", reason.trim())}>
            <Icon name="undo" size={18} /> {words.takeBack}
          </button>
        )}
      </div>
    </form>
  );
}

function History({ audit }: { audit: readonly Audit[] }) {
  const words = useWords().family;
  const language = useLanguage();
  return (
    <details class="fold history" open={audit.length > 1}>
      <summary>{words.history}</summary>
      <ol>
        {audit.map((one, k) => (
          <li key={k}>
            <time dateTime={one.at}>{when(one.at, language)}</time>{" "}
            <span {...foreign()}>
              {one.by}: {words.actions[one.action as keyof typeof words.actions] ?? one.action}
              {one.note && <q>{one.note}</q>}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function when(at: string, language: string): string {
  const date = new Date(at);
  return Number.isNaN(date.valueOf()) ? at : date.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

