/** The answer: how it is spread, the cards, the map. */

import { useEffect, useState } from "preact/hooks";
import { fmt } from "../i18n";
import { Icon } from "../icons";
import { watch } from "../lit";
import { useOpinions } from "../opinions";
import { useLanguage, useWords } from "../prefs";
import { more, show } from "../session";
import { collectionOf, shown } from "../state";
import { dispatch, now, usePart } from "../store";
import type { Answer } from "../types";
import { MOST_COMPARED } from "../url";
import { HitCard } from "./HitCard";
import { Ladder } from "./Ladder";
import { ResultsMap } from "./MapPane";
import { Notices } from "./Notices";
import { Refine } from "./Refine";
import { Empty, Failed, FailedLine, Skeletons } from "./States";
import { useWide } from "./useWide";

export function Results() {
  const words = useWords();
  const answer = usePart((state) => state.answer);
  const status = usePart((state) => state.status);
  const problem = usePart((state) => state.problem);
  const view = usePart((state) => state.view);
  const located = usePart((state) => (collectionOf(state)?.places ?? 1) > 0);
  const wide = useWide();
  if (status === "failed" && problem && !answer) return <Failed problem={problem} />;
  const waiting = status === "searching";
  const mapped = answer?.hits.some(({ card }) => card?.lat != null) ?? false;
  const map = mapped && (wide ? view !== "list" : view === "map");
  const list = wide || !map;
  const expected = answer === null && wide && view !== "list" && located;
  return (
    <>
      {status === "failed" && problem && <FailedLine problem={problem} />}
      <div class="above" key={answer ? "answered" : "waiting"}>
        {answer && answer.hits.length > 0 && (
          <div class="above-acts">
            <Save />
            <CopyLink />
            {mapped && wide && <Switch map={map} wide />}
          </div>
        )}
        {answer && answer.ladder.total > 0 ? <Ladder answer={answer} /> : waiting && <div class="ladder skeleton ladder-waiting" />}
        {answer && <Notices notices={answer.notices} />}
      </div>
      <div
        // Another element than while nothing was known: what comes is new, nothing moves.
        key={answer ? "answered" : "waiting"}
        class={`answer${(map || expected) && wide ? " with-map" : ""}${waiting && answer ? " waiting" : ""}`}
        aria-busy={waiting}
      >
        {!answer && wide && <div class="side skeleton side-waiting" />}
        {answer && answer.hits.length > 0 && (
          <details class="side" open={wide}>
            <summary>
              <Icon name="sliders" /> {words.refine}
            </summary>
            <Refine />
          </details>
        )}
        {list && (
          <div class="list">
            {answer ? answer.hits.length > 0 ? <Cards answer={answer} /> : !waiting && <Empty /> : <Skeletons />}
          </div>
        )}
        {map && <ResultsMap />}
        {expected && <div class="map-pane skeleton" />}
      </div>
      {mapped && !wide && <Switch map={map} wide={false} />}
    </>
  );
}

/** Not where a key may only read; and what is near a point of the address cannot be kept. */
function Save() {
  const words = useWords();
  const opinions = useOpinions();
  const near = usePart((state) => state.asked?.near ?? "");
  if (!opinions.allowed || near) return null;
  return (
    <button type="button" class="link" aria-haspopup="dialog" onClick={() => dispatch({ type: "saving", open: true })}>
      <Icon name="bookmark" /> {words.saveSearch}
    </button>
  );
}

/** The address is the search; not everybody looks there. Browsers let nobody copy on a page that came unencrypted. */
function CopyLink() {
  const words = useWords();
  const [copied, setCopied] = useState("");
  if (!navigator.clipboard) return null;
  return (
    <button
      type="button"
      class="link"
      onClick={() => void navigator.clipboard.writeText(location.href).then(() => setCopied(location.href))}
    >
      <Icon name="link" /> <span role="status">{copied === location.href ? words.copied : words.copyLink}</span>
    </button>
  );
}

/** Beside the list where there is room, instead of it where there is none. */
function Switch({ map, wide }: { map: boolean; wide: boolean }) {
  const words = useWords();
  return (
    <button
      type="button"
      class={wide ? "link" : "view-switch"}
      onClick={() => show(map ? (wide ? "list" : "both") : wide ? "both" : "map")}
    >
      <Icon name={map && !wide ? "list" : "map"} size={18} />
      {wide ? (map ? words.hideMap : words.showMap) : map ? words.list : words.map}
    </button>
  );
}

/** The marks of a claim that is pointed at, in all cards at once. */
function lightVerdicts(id: string): void {
  for (const mark of document.querySelectorAll(".verdict.lit")) mark.classList.remove("lit");
  if (!id) return;
  for (const mark of document.querySelectorAll(`.verdict[data-claim="${CSS.escape(id)}"]`)) mark.classList.add("lit");
}

function Cards({ answer }: { answer: Answer }) {
  useEffect(() => watch("claim", lightVerdicts), []);
  const words = useWords();
  const language = useLanguage();
  const filters = usePart((state) => state.filters);
  const compared = usePart((state) => state.compared);
  const status = usePart((state) => state.status);
  const seen = shown(now());
  const filtered = filters.areas.length + filters.met.length > 0;
  const left = answer.ladder.total - answer.hits.length;
  return (
    <>
      {filtered && <p class="quiet filtered">{words.shownOf(seen.length, answer.hits.length)}</p>}
      {seen.length === 0 && <p class="panel">{words.filteredOut}</p>}
      <ol class="cards">
        {seen.map(({ hit, place }) => (
          <li key={hit.id}>
            <HitCard
              hit={hit}
              place={place}
              claims={answer.claims}
              picked={compared.some(({ id }) => id === hit.id)}
              full={compared.length >= MOST_COMPARED}
            />
          </li>
        ))}
      </ol>
      {status === "extending" && <Skeletons count={2} />}
      {answer.next !== null && left > 0 ? (
        <button type="button" class="secondary more" disabled={status === "extending"} onClick={() => void more()}>
          {status === "extending" ? words.loadingMore : `${words.loadMore} (${fmt(left, language)})`}
        </button>
      ) : (
        <p class="quiet the-end">{words.loadedAll}</p>
      )}
    </>
  );
}
