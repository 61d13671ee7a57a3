/** What messages say of the trees, until a person decides. Nothing here writes to a tree. */

import { useEffect, useState } from "preact/hooks";
import * as api from "../../api";
import { type FamilyView, STATES, view } from "../../family";
import { foreign } from "../../foreign";
import { fmt } from "../../i18n";
import { Icon } from "../../icons";
import { useLanguage, useWords } from "../../prefs";
import type { ReviewItem as Item, ReviewList } from "../../types";
import { visit } from "../../session";
import { Failed, Panel } from "../States";
import { ReviewItem } from "./ReviewItem";
import { useLoaded } from "./loaded";
import { To, Waiting, collectionName, shortened, useTitle } from "./parts";

type State = (typeof STATES)[number];

export function ReviewQueue({ shown }: { shown: FamilyView }) {
  const words = useWords().family;
  const name = collectionName();
  const [turn, setTurn] = useState(0);
  const [told, setTold] = useState("");
  const [later, setLater] = useState<ReviewList | null>(null);
  const { data: first, problem, again } = useLoaded(`review ${name} ${shown.tree} ${shown.state} ${turn}`, (signal) =>
    api.review(shown.state, shown.tree, name, 0, signal),
  );
  useEffect(() => setLater(null), [first]);
  const data = later ?? first;
  const item = useLoaded(shown.item ? `item ${name} ${shown.item} ${turn}` : "", (signal) => api.reviewItem(shown.item, name, signal));
  useTitle(item.data?.fact?.text ?? words.review);
  if (problem) return problem.needsKey ? null : <Failed problem={problem} again={again} />;
  if (!data) return <Waiting lines={6} />;
  const more = async () => {
    if (data.next === null) return;
    const next = await api.review(shown.state, shown.tree, name, data.next, new AbortController().signal);
    setLater({ ...next, items: [...data.items, ...next.items] });
  };
  const decided = (done: Item, left: boolean) => {
    setTold(words.decided(words.states[done.state as State] ?? done.state, titleOf(done, words.draftOf)));
    setTurn(turn + 1);
    if (!left) return;
    // Whoever decides goes on with what waits next.
    const at = data.items.findIndex(({ id }) => id === done.id);
    const next = data.items[at + 1] ?? data.items[at - 1];
    visit({ ...shown, item: next?.id ?? 0 }, "replace");
    requestAnimationFrame(() => document.getElementById("family")?.focus({ preventScroll: true }));
  };
  return (
    <div class={`review${shown.item ? " open" : ""}`}>
      <header>
        <h2>{words.reviewTitle}</h2>
        <p class="quiet">{words.reviewLead}</p>
      </header>
      <States shown={shown} counts={data.counts} />
      <p class="unseen" role="status">
        {told}
      </p>
      {data.items.length === 0 && !shown.item ? (
        <Panel icon="inbox" title={words.queueEmpty}>
          {Object.values(data.counts).every((count) => count === 0) && <p>{words.queueStart}</p>}
        </Panel>
      ) : (
        <div class="review-both">
          <div class="review-list">
            <ol>
              {data.items.map((one) => (
                <li key={one.id}>
                  <To part={{ ...shown, item: one.id }} class={`review-row${one.id === shown.item ? " chosen" : ""}`}>
                    <Kind item={one} />
                    <strong {...foreign()}>{shortened(titleOf(one, words.draftOf), 200)}</strong>
                    <span class="quiet" {...foreign()}>
                      {one.origin.author || words.unknownAuthor}
                    </span>
                  </To>
                </li>
              ))}
            </ol>
            {data.next !== null && (
              <button type="button" class="secondary" onClick={() => void more()}>
                {words.showMore}
              </button>
            )}
          </div>
          {shown.item > 0 && (
            <div class="review-detail" aria-busy={item.waiting}>
              <To part={{ ...shown, item: 0 }} class="link back">
                <Icon name="undo" size={16} /> {words.back}
              </To>
              {item.problem && !item.problem.needsKey ? (
                <Failed problem={item.problem} again={item.again} />
              ) : item.data?.id === shown.item ? (
                <ReviewItem key={item.data.id} item={item.data} collection={name} decided={decided} />
              ) : (
                <Waiting lines={6} />
              )}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function States({ shown, counts }: { shown: FamilyView; counts: Record<string, number> }) {
  const words = useWords().family;
  const language = useLanguage();
  return (
    <nav aria-label={words.review}>
      <ul class="sections states">
        {STATES.map((state) => (
          <li key={state}>
            <To part={view({ page: "review", tree: shown.tree, state })} class={`section${shown.state === state ? " chosen" : ""}`}>
              {words.states[state]} <span class="count">{fmt(counts[state] ?? 0, language)}</span>
            </To>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Of a draft, whom it answers. */
export function useTitleOf(item: Item): string {
  const words = useWords().family;
  return titleOf(item, words.draftOf);
}

export function titleOf({ fact, origin }: Item, draftOf: (author: string) => string): string {
  return fact?.text || [draftOf(origin.author || "…"), origin.excerpt].filter(Boolean).join(": ");
}

export function Kind({ item }: { item: Item }) {
  const words = useWords().family;
  const kind = item.kind as keyof typeof words.kinds;
  return <span class={`badge ${item.kind}`}>{words.kinds[kind] ?? item.kind}</span>;
}
