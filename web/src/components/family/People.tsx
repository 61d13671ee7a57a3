/** People of the trees, by words of their names, in parts. */

import { useEffect, useState } from "preact/hooks";
import * as api from "../../api";
import { type FamilyView, view } from "../../family";
import { Icon } from "../../icons";
import { useWords } from "../../prefs";
import { visit } from "../../session";
import type { PersonRow } from "../../types";
import { Failed } from "../States";
import { useLoaded } from "./loaded";
import { PersonLink, Waiting, collectionName, useTitle } from "./parts";

const TYPING_MS = 250;
const AT_ONCE = 60;
const LONGEST_NAME = 200;

export function People({ shown }: { shown: FamilyView }) {
  const words = useWords().family;
  const name = collectionName();
  const [text, setText] = useState(shown.text);
  const [limit, setLimit] = useState(AT_ONCE);
  const asked = shown.text.trim();
  useTitle(asked || words.people);
  useEffect(() => {
    setText((typed) => (typed.trim() === asked ? typed : asked));
    setLimit(AT_ONCE);
  }, [asked, shown.tree]);
  // The address follows what is typed, as one step.
  useEffect(() => {
    if (text.trim() === asked) return;
    const pause = window.setTimeout(() => visit(view({ page: "people", tree: shown.tree, text: text.trim() }), "replace"), TYPING_MS);
    return () => clearTimeout(pause);
  }, [text]);
  const { data, problem, again } = useLoaded(`people ${name} ${shown.tree} ${limit} ${asked}`, (signal) =>
    api.people(asked, shown.tree, name, limit, 0, signal),
  );
  return (
    <div class="people">
      <h2>{words.people}</h2>
      <label class="name-search">
        <span class="unseen">{words.findPeople}</span>
        <Icon name="search" size={20} />
        <input
          type="text"
          dir="auto"
          value={text}
          maxLength={LONGEST_NAME}
          placeholder={words.findHint}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {problem && !problem.needsKey ? (
        <Failed problem={problem} again={again} />
      ) : !data ? (
        <Waiting />
      ) : (
        <>
          <p class="quiet" role="status">
            {data.people.length === 0 ? words.nobody : words.count(data.people.length, data.next !== null)}
          </p>
          <ul class="person-links">
            {data.people.map((person) => (
              <li key={person.id}>
                <PersonLink person={person} note={noted(person, words.mayLive)} />
              </li>
            ))}
          </ul>
          {data.next !== null && (
            <button type="button" class="secondary" onClick={() => setLimit(limit + 2 * AT_ONCE)}>
              {words.showMore}
            </button>
          )}
        </>
      )}
    </div>
  );
}

function noted({ living }: PersonRow, words: string): string {
  return living ? words : "";
}
