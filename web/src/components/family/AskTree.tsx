/** A question about a tree, and the answer with the lines of the file that it rests on. */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import * as api from "../../api";
import { type FamilyView, view } from "../../family";
import { foreign } from "../../foreign";
import { fmt } from "../../i18n";
import { Icon } from "../../icons";
import { useLanguage, useWords } from "../../prefs";
import { LONGEST_QUERY } from "../../question";
import { visit } from "../../session";
import type { AnswerPerson, FamilyAnswer, Tree } from "../../types";
import { Failed } from "../States";
import { useLoaded } from "./loaded";
import { Lines, PersonLink, Waiting, collectionName, useTitle } from "./parts";

const BOX = "tree-question";
const PEOPLE_SHOWN = 12;
const LINES_OPEN = 8;

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
      {asked ? <Answered asked={asked} loaded={loaded} /> : <Beginning trees={trees} shown={shown} />}
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

function Answered({ asked, loaded }: { asked: string; loaded: ReturnType<typeof useLoaded<FamilyAnswer>> }) {
  const { data, problem, waiting, again } = loaded;
  return (
    <div class="tree-answer" aria-busy={waiting}>
      <div role="status" class="unseen">
        {!waiting && data?.text}
      </div>
      {waiting ? <Waiting /> : problem ? !problem.needsKey && <Failed problem={problem} again={again} /> : data && <Answer key={asked} asked={asked} told={data} />}
    </div>
  );
}

function Answer({ asked, told }: { asked: string; told: FamilyAnswer }) {
  const words = useWords().family;
  const back = told.kind === "question";
  const others = told.questions.filter((question) => !told.text.includes(question));
  return (
    <article class="answer-card">
      <h2 class="unseen" dir="auto">
        {asked}
      </h2>
      <Verdict told={told} />
      <p class="answer-text" {...foreign()}>
        {told.text}
      </p>
      {others.length > 0 && (
        <>
          <h3>{words.questionsBack}</h3>
          <ul class="asked-back">
            {others.map((question) => (
              <li key={question} {...foreign()}>
                {question}
              </li>
            ))}
          </ul>
        </>
      )}
      <Named title={back ? words.candidates : words.named} people={told.people} />
      <Named title={words.maybe} people={told.maybe} />
      {told.evidence.length > 0 ? (
        <Lines quotes={told.evidence} summary={words.rests(told.evidence.length)} open={told.evidence.length <= LINES_OPEN} />
      ) : (
        !back && <p class="quiet">{words.restsOnNothing}</p>
      )}
    </article>
  );
}

/** Yes, no, or that it is not known, in a word. */
function Verdict({ told }: { told: FamilyAnswer }) {
  const words = useWords().family;
  if (told.kind === "question") {
    return (
      <p class="badge asks">
        <Icon name="chat" size={16} /> {words.askedBack}
      </p>
    );
  }
  if (told.truth === "yes") return <p class="badge met"><Icon name="tick" size={16} /> {words.yes}</p>;
  if (told.truth === "no") return <p class="badge refuted"><Icon name="cross" size={16} /> {words.no}</p>;
  if (told.truth === "unknown") return <p class="badge unknown"><Icon name="dash" size={16} /> {words.unknown}</p>;
  if (told.truth === "none") return <p class="badge unknown"><Icon name="dash" size={16} /> {words.none}</p>;
  return null;
}

function Named({ title, people }: { title: string; people: readonly AnswerPerson[] }) {
  const words = useWords().family;
  const [all, setAll] = useState(false);
  if (people.length === 0) return null;
  const seen = all ? people : people.slice(0, PEOPLE_SHOWN);
  return (
    <>
      <h3>{title}</h3>
      <ul class="person-links">
        {seen.map((person) => (
          <li key={person.id}>
            <PersonLink person={person} />
          </li>
        ))}
      </ul>
      {seen.length < people.length && (
        <button type="button" class="link" onClick={() => setAll(true)}>
          <Icon name="plus" size={14} /> {words.more(people.length - seen.length)}
        </button>
      )}
    </>
  );
}
