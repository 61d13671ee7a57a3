/** Searches that are kept: this one under a name, and those from before, with what is new. */

import { useEffect, useRef, useState } from "preact/hooks";
import * as api from "../api";
import { foreign } from "../foreign";
import { Icon } from "../icons";
import { useWords } from "../prefs";
import { reopen } from "../session";
import { collectionOf } from "../state";
import { dispatch, now, usePart } from "../store";
import type { Run, Saved } from "../types";

const LONGEST_NAME = 80;

export function SavedSearches() {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const asked = usePart((state) => state.asked);
  const [kept, setKept] = useState<Saved[] | null>(null);
  const [problem, setProblem] = useState("");
  const collection = collectionOf(now())?.name ?? "";
  const close = () => dispatch({ type: "saving", open: false });
  /** Does it, and shows the list as it is then. */
  const doing = async (act: () => Promise<unknown>) => {
    setProblem("");
    try {
      await act();
      setKept(await api.saved(collection));
    } catch (error) {
      if (!(error instanceof api.Problem)) throw error;
      setKept((before) => before ?? []);
      setProblem([error.detail || words.unreachableTitle, error.hint].filter(Boolean).join(". "));
    }
  };
  useEffect(() => {
    dialog.current?.showModal();
    // Whoever pressed Save wants to name it, not to close it again.
    document.getElementById("saved-name")?.focus();
    void doing(() => Promise.resolve());
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog saved-dialog"
      aria-labelledby="saved-title"
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div class="dialog-head">
        <h2 id="saved-title">{words.savedSearches}</h2>
        <button type="button" class="plain round" aria-label={words.close} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <div class="saved">
        {asked && <Keep name={asked.text} keep={(name) => doing(() => api.save({ ...asked, collection }, name))} />}
        {problem && (
          <p class="strip bad" role="alert">
            <Icon name="warn" /> <span>{problem}</span>
          </p>
        )}
        {kept === null && <div class="skeleton saved-waiting" />}
        {kept?.length === 0 && !problem && <p class="quiet">{words.savedNone}</p>}
        <ul>
          {kept?.map((one) => (
            <Kept
              key={one.id}
              saved={one}
              forget={() => doing(() => api.forget(one))}
              open={() => {
                reopen(one);
                close();
              }}
            />
          ))}
        </ul>
      </div>
    </dialog>
  );
}

function Keep({ name, keep }: { name: string; keep: (name: string) => Promise<void> }) {
  const words = useWords();
  const [given, setGiven] = useState(name.slice(0, LONGEST_NAME));
  return (
    <form
      class="menu-words"
      onSubmit={(event) => {
        event.preventDefault();
        if (given.trim()) void keep(given.trim());
      }}
    >
      <label for="saved-name">{words.saveAs}</label>
      <div class="row">
        <input
          id="saved-name"
          type="text"
          dir="auto"
          maxLength={LONGEST_NAME}
          value={given}
          onInput={(event) => setGiven(event.currentTarget.value)}
        />
        <button type="submit" class="secondary" disabled={!given.trim()}>
          {words.save}
        </button>
      </div>
    </form>
  );
}

function Kept({ saved, open, forget }: { saved: Saved; open: () => void; forget: () => void }) {
  const words = useWords();
  const [run, setRun] = useState<Run | string | null>(null);
  const [sure, setSure] = useState(false);
  const ask = async () => {
    try {
      setRun(await api.run(saved));
    } catch (error) {
      if (!(error instanceof api.Problem)) throw error;
      setRun(error.detail || words.unreachableTitle);
    }
  };
  return (
    <li>
      <button type="button" class="saved-name" onClick={open}>
        <strong {...foreign()}>{saved.name}</strong>
        {saved.name !== saved.question && <span {...foreign()}>{saved.question}</span>}
      </button>
      <div class="row wrap">
        <button type="button" class="small" onClick={() => void ask()}>
          {words.whatIsNew}
          <span class="unseen">: {saved.name}</span>
        </button>
        <button type="button" class="small" onClick={() => (sure ? forget() : setSure(true))}>
          {sure ? words.forgetSure : words.forget}
          <span class="unseen">: {saved.name}</span>
        </button>
      </div>
      <div role="status">{run !== null && <News run={run} />}</div>
    </li>
  );
}

function News({ run }: { run: Run | string }) {
  const words = useWords();
  if (typeof run === "string") return <p>{run}</p>;
  const named = [...run.new.map((one) => ({ ...one, mark: "+" })), ...run.gone.map((one) => ({ ...one, mark: "−" }))];
  return (
    <>
      <p>{named.length === 0 && run.new.length === 0 ? words.nothingNew : run.summary}</p>
      <ul class="news">
        {named.slice(0, 8).map(({ id, title, mark }) => (
          <li key={`${mark} ${id}`}>
            {mark} <bdi {...foreign()}>{title || id}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}
