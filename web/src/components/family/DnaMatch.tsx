/** What is known of a DNA match, as evidence: how one may be related by the amount, and what the tree has, too. */

import { useState } from "preact/hooks";
import * as api from "../../api";
import type { FamilyView } from "../../family";
import { foreign } from "../../foreign";
import { Icon } from "../../icons";
import { useWords } from "../../prefs";
import type { MatchContext, Tree } from "../../types";
import { Failed } from "../States";
import { collectionName, useTitle } from "./parts";

const LONGEST_NAME = 200;
const LONGEST_LIST = 4_000;

export function DnaMatch({ trees, shown }: { trees: readonly Tree[]; shown: FamilyView }) {
  const words = useWords().family;
  useTitle(words.match);
  const [name, setName] = useState("");
  const [shared, setShared] = useState("");
  const [surnames, setSurnames] = useState("");
  const [places, setPlaces] = useState("");
  const [found, setFound] = useState<MatchContext | null>(null);
  const [problem, setProblem] = useState<api.Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const tree = shown.tree || (trees.length > 1 ? (trees[0]?.name ?? "") : "");
  const compare = async () => {
    setBusy(true);
    setProblem(null);
    try {
      setFound(
        await api.dnaMatch({
          name: name.trim(),
          shared_cm: shared.trim() ? Number(shared) : null,
          surnames: parts(surnames, /[,;\n]/),
          places: parts(places, /[;\n]/),
          tree,
          collection: collectionName(),
        }),
      );
    } catch (error) {
      if (!(error instanceof api.Problem)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="dna-match">
      <header>
        <h2>{words.matchTitle}</h2>
        <p class="quiet">{words.matchLead}</p>
      </header>
      <form
        class="match-form"
        onSubmit={(event) => {
          event.preventDefault();
          void compare();
        }}
      >
        <label>
          <span>{words.matchName}</span>
          <input type="text" dir="auto" value={name} maxLength={LONGEST_NAME} autocomplete="off" onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <label>
          <span>{words.matchShared}</span>
          <input type="number" min="0" max="10000" step="any" inputMode="decimal" value={shared} onInput={(event) => setShared(event.currentTarget.value)} />
        </label>
        <label>
          <span>{words.matchSurnames}</span>
          <input type="text" dir="auto" value={surnames} maxLength={LONGEST_LIST} autocomplete="off" onInput={(event) => setSurnames(event.currentTarget.value)} />
        </label>
        <label>
          <span>{words.matchPlaces}</span>
          <textarea rows={2} dir="auto" value={places} maxLength={LONGEST_LIST} onInput={(event) => setPlaces(event.currentTarget.value)} />
        </label>
        <button type="submit" class="primary" disabled={busy}>
          <Icon name="compare" size={18} /> {words.matchButton}
        </button>
      </form>
      <div role="status" aria-busy={busy}>
        {problem && !problem.needsKey && <Failed problem={problem} again={() => void compare()} />}
        {found && found.evidence.length === 0 && <p class="quiet">{words.matchNothing}</p>}
        {found && found.evidence.length > 0 && (
          <ol class="match-evidence" {...foreign()}>
            {found.evidence.map((block, k) => (
              <li key={k}>
                <p>{block.summary}</p>
                {block.quote && <blockquote>{block.quote}</blockquote>}
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}

function parts(text: string, between: RegExp): string[] {
  return text
    .split(between)
    .map((one) => one.trim())
    .filter(Boolean);
}
