/** Yes or no to a hit, and "that is not so" to one of its verdicts. Neither changes the data. */

import { useState } from "preact/hooks";
import * as api from "../api";
import { Icon } from "../icons";
import { useOpinions } from "../opinions";
import { useWords } from "../prefs";
import type { VerdictName } from "../types";

export function Thumbs({ id }: { id: string }) {
  const words = useWords();
  const opinions = useOpinions();
  const [problem, tried] = useTried();
  if (!opinions.allowed) return null;
  const thumb = opinions.on(id)?.thumb;
  return (
    <span class="thumbs" role="group" aria-label={words.opinion}>
      {(["up", "down"] as const).map((way) => (
        <button
          type="button"
          key={way}
          class={`plain round thumb-${way}`}
          aria-pressed={thumb === way}
          aria-label={way === "up" ? words.thumbUp : words.thumbDown}
          title={way === "up" ? words.thumbUp : words.thumbDown}
          onClick={() => tried(opinions.say({ id, thumb: way }))}
        >
          <Icon name="thumb" size={18} />
        </button>
      ))}
      {problem && <small role="alert">{problem}</small>}
    </span>
  );
}

export function Disagree({ id, claim, verdict }: { id: string; claim: string; verdict: VerdictName }) {
  const words = useWords();
  const opinions = useOpinions();
  const [problem, tried] = useTried();
  if (!opinions.allowed || verdict === "unknown") return null;
  const other = verdict === "met" ? "refuted" : "met";
  const said = opinions.on(id, claim)?.verdict === other;
  return (
    <>
      <button type="button" class="link" aria-pressed={said} onClick={() => tried(opinions.say({ id, claim, verdict: other }))}>
        {said ? words.disagreed : words.disagree}
      </button>
      {problem && <small role="alert">{problem}</small>}
    </>
  );
}

function useTried(): [string, (doing: Promise<void>) => void] {
  const words = useWords();
  const [problem, setProblem] = useState("");
  const tried = (doing: Promise<void>) => {
    setProblem("");
    doing.catch((error: unknown) => {
      if (!(error instanceof api.Problem)) throw error;
      setProblem(error.detail || words.unreachableTitle);
    });
  };
  return [problem, tried];
}
