/** An answer about a tree: who may be meant, how people are related, what to ask back, the lines that it rests on. */

import { useId, useState } from "preact/hooks";
import * as api from "../../api";
import { foreign } from "../../foreign";
import { Icon, type IconName } from "../../icons";
import { useWords } from "../../prefs";
import { LONGEST_QUERY } from "../../question";
import type { AnswerPerson, Candidate, Citation, FamilyAnswer, QuestionBack, Relationship, ReviewItem } from "../../types";
import { DraftReply } from "./DraftReply";
import { RelationTold } from "./KinPath";
import { Kind, titleOf } from "./ReviewQueue";
import { Lines, PersonLink, To, collectionName } from "./parts";

const PEOPLE_SHOWN = 12;
const LINES_OPEN = 8;

type Reply = (said: string) => void;

export function Answer({ asked, tree, told, reply }: { asked: string; tree: string; told: FamilyAnswer; reply?: Reply }) {
  const words = useWords().family;
  const back = !told.answered;
  const intent = words.intents[told.intent as keyof typeof words.intents];
  const lines = citedBy(told);
  // Of other answers the candidates only say whom the names mean; each has its own lines below.
  const sought = told.candidates.length > 0 && (back || told.intent === "PERSON_LOOKUP");
  const missing = told.missing_information.filter((one) => !told.questions_back.some(({ text }) => text === one));
  return (
    <article class="answer-card">
      <h2 class="unseen" dir="auto">
        {asked}
      </h2>
      <p class="answer-head">
        <Verdict told={told} />
        {intent && <span class="quiet">{intent}</span>}
      </p>
      <p class="answer-text" {...foreign()}>
        {told.text}
      </p>
      {told.questions_back.length > 0 && <QuestionsBack questions={told.questions_back} {...(reply ? { reply } : {})} />}
      {missing.length > 0 && (
        <>
          <h3>{words.questionsBack}</h3>
          <ul class="asked-back" {...foreign()}>
            {missing.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      )}
      {told.path && told.path.path.length > 0 && <Path found={told.path} />}
      {sought ? (
        <Candidates candidates={told.candidates} />
      ) : (
        <Named title={back ? words.candidates : words.named} people={told.people} />
      )}
      <Named title={words.maybe} people={told.maybe} />
      {lines.length > 0 ? (
        !sought && <Lines quotes={lines} summary={words.rests(lines.length)} open={lines.length <= LINES_OPEN} />
      ) : (
        !back && <p class="quiet">{words.restsOnNothing}</p>
      )}
      <Stated items={told.suggested_facts} message={asked} tree={tree} />
      <DraftReply message={asked} tree={tree} />
    </article>
  );
}

/** Each line once, in the order of the evidence. */
function citedBy(told: FamilyAnswer): Citation[] {
  const lines = told.evidence.flatMap(({ citations }) => citations);
  return [...new Map(lines.map((one) => [`${one.record} ${one.line}`, one])).values()];
}

/** What is asked back: each answer that would tell candidates apart is a button, any other can be written. */
function QuestionsBack({ questions, reply }: { questions: readonly QuestionBack[]; reply?: Reply }) {
  const words = useWords().family;
  const [text, setText] = useState("");
  const id = useId();
  return (
    <div class="questions-back">
      <ul {...foreign()}>
        {questions.map((question) => (
          <li key={question.text}>
            <p>{question.text}</p>
            {question.choices.length > 0 && (
              <p class="choices">
                {question.choices.map((choice) => (
                  <button key={choice.text} type="button" class="small" disabled={!reply} onClick={() => reply?.(choice.text)}>
                    {choice.text}
                  </button>
                ))}
              </p>
            )}
          </li>
        ))}
      </ul>
      {reply && (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim()) reply(text.trim());
          }}
        >
          <label class="unseen" for={id}>
            {words.yourReply}
          </label>
          <input id={id} type="text" dir="auto" value={text} maxLength={LONGEST_QUERY} placeholder={words.yourReply} onInput={(event) => setText(event.currentTarget.value)} />
          <button type="submit" class="secondary" disabled={!text.trim()}>
            {words.reply}
          </button>
        </form>
      )}
    </div>
  );
}

const MARKS: Record<string, IconName> = { met: "tick", refuted: "cross", unknown: "dash" };

/** Those who may be meant, the likeliest first, with what speaks for and against each. */
function Candidates({ candidates }: { candidates: readonly Candidate[] }) {
  const words = useWords().family;
  const all = useWords();
  return (
    <>
      <h3>{words.candidates}</h3>
      <ol class="candidates">
        {candidates.map((one) => (
          <li key={`${one.person} ${one.id}`}>
            <div class="candidate-head">
              <PersonLink person={one} />
              <span class="sure">
                <span class="sure-bar" aria-hidden="true">
                  <span style={{ width: `${one.confidence}%` }} />
                </span>
                {words.sure(one.confidence)}
              </span>
            </div>
            <ul class="clues" {...foreign()}>
              {one.verdicts.map((verdict, k) => (
                <li key={k} class={verdict.verdict}>
                  <Icon name={MARKS[verdict.verdict] ?? "dash"} size={16} />
                  <span>
                    <span class="unseen">{all[verdict.verdict as "met" | "refuted" | "unknown"]}: </span>
                    {verdict.because || verdict.clue.quote}
                  </span>
                </li>
              ))}
            </ul>
            <Lines quotes={one.evidence.flatMap(({ citations }) => citations)} summary={words.lines(one.evidence.reduce((sum, { citations }) => sum + citations.length, 0))} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** How the two are related, drawn, below what is said of it. */
function Path({ found }: { found: Relationship }) {
  return (
    <div class="answer-path">
      <RelationTold found={found} headline={false} />
    </div>
  );
}

/** What the message itself states of people, and the tree does not have, or denies. Nothing of it is written. */
function Stated({ items, message, tree }: { items: readonly ReviewItem[]; message: string; tree: string }) {
  const words = useWords().family;
  const [put, setPut] = useState<"" | "busy" | "done">("");
  const [problem, setProblem] = useState("");
  const queue = async () => {
    setPut("busy");
    setProblem("");
    try {
      await api.readMessage({ text: message, tree, collection: collectionName() });
      setPut("done");
    } catch (error) {
      if (!(error instanceof api.Problem)) throw error;
      setPut("");
      setProblem([error.detail, error.hint].filter(Boolean).join(". "));
    }
  };
  if (items.length === 0) return null;
  return (
    <>
      <h3>{words.stated}</h3>
      <ul class="stated">
        {items.map((item, k) => (
          <li key={k}>
            <Kind item={item} /> <span {...foreign()}>{titleOf(item, words.draftOf)}</span>
            {item.conflicts.map(({ text }) => (
              <p key={text} class="quiet" {...foreign()}>
                {text}
              </p>
            ))}
          </li>
        ))}
      </ul>
      <p class="row wrap put" role="status">
        {put === "done" ? (
          <To part={{ page: "review" }} class="link">
            <Icon name="tick" size={16} /> {words.isPut}
          </To>
        ) : (
          <button type="button" class="secondary" disabled={put === "busy"} onClick={() => void queue()}>
            <Icon name="inbox" size={16} /> {words.put}
          </button>
        )}
        {problem && <span dir="auto">{problem}</span>}
      </p>
    </>
  );
}

/** Yes, no, or that it is not known, in a word. */
function Verdict({ told }: { told: FamilyAnswer }) {
  const words = useWords().family;
  if (!told.answered) {
    return (
      <span class="badge asks">
        <Icon name="chat" size={16} /> {words.askedBack}
      </span>
    );
  }
  if (told.truth === "yes") return <span class="badge met"><Icon name="tick" size={16} /> {words.yes}</span>;
  if (told.truth === "no") return <span class="badge refuted"><Icon name="cross" size={16} /> {words.no}</span>;
  if (told.truth === "unknown") return <span class="badge unknown"><Icon name="dash" size={16} /> {words.unknown}</span>;
  if (told.truth === "none") return <span class="badge unknown"><Icon name="dash" size={16} /> {words.none}</span>;
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
