/** The conversation beside its map: what is looked for, what was said, the box to write in. */

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { numbered, onMap, suggestions } from "../chat";
import { drafted, say, sayAgain, startAnew } from "../conversation";
import { foreign } from "../foreign";
import { wordsOf } from "../i18n";
import { Icon } from "../icons";
import { useWords } from "../prefs";
import { LONGEST_QUERY } from "../question";
import { show } from "../session";
import { collectionOf } from "../state";
import { usePart } from "../store";
import { MapPane } from "./MapPane";
import { Exchanged, Pending, hitElement } from "./Exchanged";
import { useWide } from "./useWide";

const BOX = "message";

export function Conversation() {
  const words = useWords();
  const exchanges = usePart((state) => state.chat.exchanges);
  const view = usePart((state) => state.view);
  const wide = useWide();
  const { hits, places } = useMemo(() => onMap(exchanges), [exchanges]);
  const mapped = hits.length > 0;
  const map = mapped && (wide ? view !== "list" : view === "map");
  const pending = usePart((state) => state.chat.pending !== "");
  // Where there is no room for both, the reply is among the messages and not on the map.
  useEffect(() => {
    if (pending && !wide && view === "map") show("both");
  }, [pending]);
  return (
    <div class={`talk${map && wide ? " with-map" : ""}`}>
      <section class="talk-chat" aria-label={words.talking}>
        {mapped && !wide && <Tabs map={map} count={hits.length} />}
        <Wanted />
        {map && !wide ? <MapPane hits={hits} places={places} go={goToHit} /> : <Log />}
        <Unanswered />
        <Suggested />
        <Box />
      </section>
      {map && wide && <MapPane hits={hits} places={places} go={goToHit} />}
    </div>
  );
}

/** What is searched for now, each a thing that can be dropped. */
function Wanted() {
  const words = useWords();
  const last = usePart((state) => state.chat.exchanges.at(-1)?.reply);
  const begun = usePart((state) => state.chat.exchanges.length > 0);
  const waiting = usePart((state) => state.chat.pending !== "");
  const spoken = wordsOf(last?.language ?? "", words);
  if (!last || !begun) return null;
  return (
    <div class="wanted">
      <h2 class="quiet" id="wanted">
        {words.lookingFor}
      </h2>
      {last.criteria.length === 0 && <span class="quiet">{words.nothingYet}</span>}
      <ul class="chips" aria-labelledby="wanted" lang={last.language}>
        {last.criteria.map(({ label }) => (
          <li key={label}>
            <button
              type="button"
              class="wish tone-1"
              aria-label={words.dropWish(label)}
              disabled={waiting}
              onClick={() => void say(spoken.say.drop(label))}
            >
              <span {...foreign()}>{label}</span>
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
      <Anew waiting={waiting} />
    </div>
  );
}

/** What was said is gone for good, so it takes two steps. */
function Anew({ waiting }: { waiting: boolean }) {
  const words = useWords();
  const [sure, setSure] = useState(false);
  return (
    <button
      type="button"
      class={`link anew${sure ? " sure" : ""}`}
      disabled={waiting}
      onBlur={() => setSure(false)}
      onClick={() => {
        if (sure) {
          startAnew();
          goToBox();
        }
        setSure(!sure);
      }}
    >
      <Icon name="undo" size={16} /> <span>{sure ? words.talkAnewSure : words.talkAnew}</span>
    </button>
  );
}

/** Where there is no room for both. */
function Tabs({ map, count }: { map: boolean; count: number }) {
  const words = useWords();
  const tab = (chosen: boolean, go: () => void, icon: "chat" | "map", told: string) => (
    <button type="button" aria-pressed={chosen} onClick={go}>
      <Icon name={icon} size={16} /> {told}
    </button>
  );
  return (
    <div class="talk-tabs">
      {tab(!map, () => show("both"), "chat", words.talkLog)}
      {tab(map, () => show("map"), "map", `${words.map} (${count})`)}
    </div>
  );
}

function Log() {
  const words = useWords();
  const exchanges = usePart((state) => state.chat.exchanges);
  const pending = usePart((state) => state.chat.pending);
  const arriving = usePart((state) => state.chat.arriving);
  const current = useMemo(() => numbered(exchanges), [exchanges]);
  const log = useRef<HTMLDivElement>(null);
  // A reply is read from its beginning: where it is longer than the window, the message stands at the top.
  useLayoutEffect(() => {
    const last = log.current?.querySelector<HTMLElement>(".exchange:last-of-type");
    if (log.current && last) log.current.scrollTop = last.offsetTop;
  }, [exchanges.length, pending]);
  return (
    <div ref={log} class="log" role="log" aria-label={words.talkLog} aria-busy={pending !== ""} tabIndex={0}>
      {exchanges.length === 0 && !pending && <Beginning />}
      {exchanges.map((exchange, k) => (
        <Exchanged key={k} exchange={exchange} current={current} />
      ))}
      {pending && <Pending said={pending} arriving={arriving} />}
    </div>
  );
}

function Beginning() {
  const words = useWords();
  const collection = usePart(collectionOf);
  // In one piece: nothing moves when the examples come.
  if (!collection) return null;
  return (
    <div class="beginning">
      <h2>{words.talkTitle}</h2>
      <p class="quiet">{words.talkLead}</p>
      <ul class="examples" lang={collection.languages[0]} aria-label={words.examples}>
        {collection.queries.slice(0, 4).map((query) => (
          <li key={query}>
            <button type="button" onClick={() => void say(query)}>
              <Icon name="chat" size={16} />
              <span dir="auto">{query}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Unanswered() {
  const words = useWords();
  const failed = usePart((state) => state.chat.failed);
  if (!failed) return null;
  const { problem } = failed;
  const lost = problem.code === "unreachable";
  return (
    <div class="strip bad" role="alert">
      <Icon name="warn" />
      <p dir="auto">
        <strong class="initial">{lost ? words.unreachableTitle : problem.detail || words.errorTitle}.</strong> {problem.hint} {words.notSent}
      </p>
      <button type="button" class="small" onClick={sayAgain}>
        {words.retry}
      </button>
    </div>
  );
}

function Suggested() {
  const words = useWords();
  const exchanges = usePart((state) => state.chat.exchanges);
  const waiting = usePart((state) => state.chat.pending !== "");
  const language = exchanges.at(-1)?.reply.language ?? "";
  const found = useMemo(() => suggestions(exchanges, wordsOf(language, words).say), [exchanges, language, words]);
  if (found.length === 0) return null;
  return (
    <ul class="suggested" aria-label={words.suggested} lang={language}>
      {found.map(({ message, more }) => (
        <li key={message}>
          <button type="button" class="small" disabled={waiting} onClick={() => void say(message)}>
            <span dir="auto">{message}</span>
            {more > 0 && <strong>+{more}</strong>}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Writing goes on while a message is answered; only sending waits, so that neither focus nor letters are lost. */
function Box() {
  const words = useWords();
  const draft = usePart((state) => state.chat.draft);
  const pending = usePart((state) => state.chat.pending);
  const ready = usePart((state) => state.collections !== null);
  const box = useRef<HTMLTextAreaElement>(null);
  const waiting = pending !== "" || !ready;
  useLayoutEffect(() => {
    const area = box.current;
    if (!area) return;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight}px`;
  }, [draft]);
  useEffect(() => {
    if (!matchMedia("(pointer: coarse)").matches) box.current?.focus();
    const key = (event: KeyboardEvent) => {
      const inField = event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog");
      if (event.key !== "/" || inField || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      goToBox();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  // A button that was used may be gone with the reply; whoever uses the keyboard goes on writing.
  useEffect(() => {
    if (!pending && document.activeElement === document.body && !matchMedia("(pointer: coarse)").matches) goToBox();
  }, [pending]);
  const send = () => {
    if (waiting) return;
    void say(draft);
  };
  return (
    <form
      class="message"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label class="unseen" for={BOX}>
        {words.message}
      </label>
      <textarea
        id={BOX}
        ref={box}
        rows={1}
        dir="auto"
        maxLength={LONGEST_QUERY}
        value={draft}
        placeholder={words.messageHint}
        autocomplete="off"
        enterkeyhint="send"
        onInput={(event) => drafted(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            send();
          }
        }}
      />
      <button type="submit" class="primary" disabled={waiting || !draft.trim()} aria-label={words.send} title={words.send}>
        <Icon name="send" size={20} />
      </button>
    </form>
  );
}

function goToBox(): void {
  document.getElementById(BOX)?.focus();
}

function goToHit(place: number): void {
  const card = document.getElementById(hitElement(place));
  if (!card) {
    // On a phone the conversation has to be shown first.
    show("both");
    requestAnimationFrame(() => document.getElementById(hitElement(place))?.focus());
    return;
  }
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  card.scrollIntoView({ block: "center", behavior: still ? "auto" : "smooth" });
  card.focus({ preventScroll: true });
}
