/** What is shown when there are no results to show: waiting, nothing found, something wrong. */

import { useRef, useState, useEffect } from "preact/hooks";
import type { Problem } from "../api";
import { units } from "../edits";
import { Icon, type IconName } from "../icons";
import { useWords } from "../prefs";
import { dropAll, edit, retry, useKey, resetAll } from "../session";
import { usePart } from "../store";
import type { ComponentChildren } from "preact";

const SKELETONS = 4;

export function Skeletons({ count = SKELETONS }: { count?: number }) {
  return (
    <div class="skeletons" aria-hidden="true">
      {Array.from({ length: count }, (_, k) => (
        <div class="card skeleton-card" key={k}>
          <div class="card-picture skeleton" />
          <div class="card-told">
            <div class="skeleton line w60" />
            <div class="skeleton line w40" />
          </div>
          <div class="card-body">
            <div class="skeleton line w90" />
            <div class="skeleton line w75" />
          </div>
        </div>
      ))}
    </div>
  );
}

export function Panel({ icon, title, children, alert }: { icon: IconName; title: string; children: ComponentChildren; alert?: boolean }) {
  return (
    <div class="panel" role={alert ? "alert" : undefined}>
      <span class="panel-icon">
        <Icon name={icon} size={28} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Empty() {
  const words = useWords();
  const claims = usePart((state) => state.claims);
  const notices = usePart((state) => state.answer?.notices);
  const written = usePart((state) => state.base.length > 0);
  if (claims.length === 0 && written) {
    return (
      <Panel icon="search" title={words.allDroppedTitle}>
        <button type="button" class="primary" onClick={resetAll}>
          {words.resetAll}
        </button>
      </Panel>
    );
  }
  if (claims.length === 0) {
    return (
      <Panel icon="search" title={words.noClaimsTitle}>
        <p>{words.noClaimsText}</p>
      </Panel>
    );
  }
  const musts = units(claims).filter((unit) => unit.some(({ strength }) => strength === "required"));
  return (
    <Panel icon="search" title={words.emptyTitle}>
      <p>{words.emptyText}</p>
      {notices && notices.length > 0 && <p class="unseen">{notices.join(" ")}</p>}
      <ul class="loosen-list">
        {musts.map((unit) => {
          const name = unit.map(({ claim }) => claim).join(` ${words.or} `);
          return (
            <li key={unit[0]?.id}>
              <bdi>{name}</bdi>
              <span class="row">
                {unit.length === 1 && unit[0] && (
                  <button type="button" class="small" onClick={() => edit(`nice:${unit[0]?.id}`)}>
                    {words.emptyMust}
                    <span class="unseen">: {name}</span>
                  </button>
                )}
                <button type="button" class="small" onClick={() => dropAll(unit.map(({ id }) => id))}>
                  {words.drop}
                  <span class="unseen">: {name}</span>
                </button>
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

export function Failed({ problem, again }: { problem: Problem; again?: () => void }) {
  const words = useWords();
  const lost = problem.code === "unreachable";
  return (
    <Panel icon={lost ? "cloud" : "warn"} title={lost ? words.unreachableTitle : words.errorTitle} alert>
      <p dir="auto">{lost ? words.unreachableText : problem.detail}</p>
      {problem.hint && (
        <p class="quiet" dir="auto">
          {problem.hint}
        </p>
      )}
      <button type="button" class="primary" onClick={again ?? (() => void retry())}>
        {words.retry}
      </button>
    </Panel>
  );
}

/** The same in one line, above results that are still there. */
export function FailedLine({ problem }: { problem: Problem }) {
  const words = useWords();
  return (
    <div class="strip bad" role="alert">
      <Icon name="warn" />
      <p dir="auto">
        <strong>{problem.code === "unreachable" ? words.unreachableTitle : problem.detail}.</strong> {problem.hint} {words.stale}
      </p>
      <button type="button" class="small" onClick={() => void retry()}>
        {words.retry}
      </button>
    </div>
  );
}

export function NoCollections() {
  const words = useWords();
  return (
    <Panel icon="info" title={words.noCollections}>
      <p>{words.noCollectionsText}</p>
    </Panel>
  );
}

export function AskKey({ problem }: { problem: Problem }) {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const [key, setKey] = useState("");
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="dialog small-dialog" aria-labelledby="key-title" onCancel={(event) => event.preventDefault()}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (key.trim()) useKey(key);
        }}
      >
        <span class="panel-icon">
          <Icon name="key" size={28} />
        </span>
        <h2 id="key-title">{words.keyTitle}</h2>
        <p>{words.keyText}</p>
        <label for="key">{words.keyLabel}</label>
        <input
          id="key"
          type="password"
          autocomplete="off"
          value={key}
          aria-describedby="key-problem"
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <p id="key-problem" class="quiet" role="status">
          {problem.detail}
        </p>
        <button type="submit" class="primary" disabled={!key.trim()}>
          {words.keyUse}
        </button>
      </form>
    </dialog>
  );
}
