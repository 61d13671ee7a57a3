/** A question about a tree, and what follows: the answer, or a question back and the reply to it. */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import * as api from "../../api";
import { type FamilyView, view } from "../../family";
import { foreign } from "../../foreign";
import { fmt } from "../../i18n";
import { Icon } from "../../icons";
import { useLanguage, useWords } from "../../prefs";
import { LONGEST_QUERY } from "../../question";
import { visit } from "../../session";
import type { FamilyAnswer, Tree } from "../../types";
import { Failed } from "../States";
import { Answer } from "./TreeAnswer";
import { type Loaded, useLoaded } from "./loaded";
import { Waiting, collectionName, useTitle } from "./parts";

const BOX = "tree-question";

export function AskTree({ trees, shown }: { trees: readonly Tree[]; shown: FamilyView }) {
  const words = useWords().family;
  const asked = shown.text.trim();
  useTitle(asked || words.mode);
  const name = collectionName();
  // A question is about one tree: the first, until another is chosen.
  const tree = shown.tree || (trees.length > 1 ? (trees[0]?.name ?? "") : "");
  const loaded = useLoaded(asked && `ask ${name} ${tree} ${asked}`, (signal) => api.askTree(asked, tree, name, signal));
  return (
    <div class={`tree-ask${asked ? " asked" : ""}`}>
      {!asked && (
        <div class="hero">
          <h2>{words.askTitle}</h2>
          <p>{words.askLead}</p>
        </div>
      )}
      <Box asked={asked} ask={(text) => visit(view({ tree: shown.tree, text }))} />
      {asked ? <Answered asked={asked} tree={tree} loaded={loaded} /> : <Beginning trees={trees} shown={shown} />}
    </div>
  );
}

function Box({ asked, ask }: { asked: string; ask: (text: string) => void }) {
  const words = useWords().family;
  const [text, setText] = useState(asked);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => setText(asked), [asked]);
  useLayoutEffect(() => {
    const key = (event: KeyboardEvent) => {
      const inField = event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog");
      if (event.key !== "/" || inField || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      box.current?.focus();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  return (
    <form
      class="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) ask(text.trim());
      }}
    >
      <label class="unseen" for={BOX}>
        {words.askLabel}
      </label>
      <span class="search-icon">
        <Icon name="tree" size={22} />
      </span>
      <div class="sentence">
        <div class="marks" aria-hidden="true">
          {text}
          {"\u200b"}
        </div>
        <textarea
          id={BOX}
          ref={box}
          rows={1}
          dir="auto"
          maxLength={LONGEST_QUERY}
          value={text}
          placeholder={words.askHint}
          autocomplete="off"
          spellcheck={false}
          enterkeyhint="send"
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }
          }}
        />
      </div>
      {text && (
        <button
          type="button"
          class="plain round"
          aria-label={words.clearQuestion}
          onClick={() => {
            setText("");
            box.current?.focus();
          }}
        >
          <Icon name="close" />
        </button>
      )}
      <button type="submit" class="primary">
        <Icon name="search" size={20} />
        <span>{words.askButton}</span>
      </button>
    </form>
  );
}

/** Questions that any tree can be asked, and two about the person whose tree it is. */
function Beginning({ trees, shown }: { trees: readonly Tree[]; shown: FamilyView }) {
  const words = useWords().family;
  const language = useLanguage();
  const tree = trees.find(({ name }) => name === shown.tree) ?? trees[0];
  const name = collectionName();
  const home = tree?.root ? `${tree.name}:${tree.root}` : "";
  const { data: person, problem } = useLoaded(home && `home ${home}`, (signal) => api.person(home, name, signal));
  const root = person && !person.masked ? person.name : "";
  const questions = [
    ...(root ? [`When was ${root} born?`, `Who were the grandparents of ${root}?`] : []),
    "Who had the most children?",
    "How many people were born before 1850?",
    "Who lived the longest?",
  ];
  // In one piece: nothing moves when the questions come.
  if (!tree || (home && !person && !problem)) return null;
  return (
    <div class="start">
      <h3>{words.examples}</h3>
      <ul class="examples" {...foreign()}>
        {questions.map((question) => (
          <li key={question}>
            <button type="button" onClick={() => visit(view({ tree: shown.tree, text: question }))}>
              <Icon name="chat" size={16} />
              <span dir="auto">{question}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="quiet holding">
        <bdi {...foreign()}>{tree.file}</bdi> · {words.holding(fmt(tree.people, language), fmt(tree.families, language))}
      </p>
    </div>
  );
}

/** A question and what follows it: a reply to a question back goes on with the same conversation. */
function Answered({ asked, tree, loaded }: { asked: string; tree: string; loaded: Loaded<FamilyAnswer> }) {
  const { data, problem, waiting, again } = loaded;
  return (
    <div class="tree-answer" aria-busy={waiting}>
      {waiting ? (
        <Waiting />
      ) : problem ? (
        !problem.needsKey && <Failed problem={problem} again={again} />
      ) : (
        data && <Thread key={`${tree} ${asked}`} asked={asked} tree={tree} first={data} />
      )}
    </div>
  );
}

interface Exchange {
  said: string;
  told: FamilyAnswer | null;
}

function Thread({ asked, tree, first }: { asked: string; tree: string; first: FamilyAnswer }) {
  const words = useWords().family;
  const [exchanges, setExchanges] = useState<Exchange[]>([{ said: asked, told: first }]);
  const [problem, setProblem] = useState<api.Problem | null>(null);
  const end = useRef<HTMLDivElement>(null);
  const last = exchanges.at(-1);
  const waiting = last?.told === null;
  const session = exchanges.flatMap(({ told }) => told?.session || []).at(-1) ?? "";
  useEffect(() => {
    if (exchanges.length > 1) end.current?.scrollIntoView({ block: "start" });
  }, [exchanges.length]);
  const reply = async (said: string) => {
    setProblem(null);
    setExchanges([...exchanges, { said, told: null }]);
    try {
      const told = await api.askTree(said, tree, collectionName(), new AbortController().signal, session);
      setExchanges([...exchanges, { said, told }]);
    } catch (error) {
      setExchanges(exchanges);
      setProblem(error instanceof api.Problem ? error : new api.Problem("page", 0, String(error), ""));
    }
  };
  return (
    <>
      <p class="unseen" role="status">
        {last?.told?.text ?? words.reading}
      </p>
      {exchanges.map(({ said, told }, k) => (
        <div key={k} class="tree-exchange" ref={k === exchanges.length - 1 ? end : null} aria-busy={told === null}>
          {k > 0 && (
            <p class="said" dir="auto">
              {said}
            </p>
          )}
          {told === null ? <Waiting /> : <Answer asked={said} tree={tree} told={told} {...(k === exchanges.length - 1 && !waiting ? { reply } : {})} />}
        </div>
      ))}
      {problem && !problem.needsKey && <Failed problem={problem} again={() => setProblem(null)} />}
    </>
  );
}
