/** Family trees: a question, people, how two are related, and what waits for a person. */

import { useEffect, useRef } from "preact/hooks";
import * as api from "../../api";
import { type FamilyPage, view } from "../../family";
import { Icon, type IconName } from "../../icons";
import { useWords } from "../../prefs";
import { visit } from "../../session";
import { collectionOf } from "../../state";
import { usePart } from "../../store";
import type { Tree } from "../../types";
import { Failed, NoCollections, Panel } from "../States";
import { AskTree } from "./AskTree";
import { DnaMatch } from "./DnaMatch";
import { KinPath } from "./KinPath";
import { LineOfPeople } from "./LineOfPeople";
import { People } from "./People";
import { PersonCard } from "./PersonCard";
import { ReviewQueue } from "./ReviewQueue";
import { To } from "./parts";
import { useLoaded } from "./loaded";

/** The section that a page belongs to. */
const SECTION: Record<FamilyPage, FamilyPage> = {
  ask: "ask",
  people: "people",
  person: "people",
  ancestors: "people",
  descendants: "people",
  path: "path",
  match: "match",
  review: "review",
};

export function Families() {
  const words = useWords();
  const collection = usePart(collectionOf);
  const empty = usePart((state) => state.collections?.length === 0);
  const problem = usePart((state) => (state.collections === null ? state.problem : null));
  const name = collection?.name ?? "";
  const loaded = useLoaded(name && `trees ${name}`, (signal) => api.trees(name, signal));
  return (
    <main class="families">
      <h1 class="unseen">{words.family.sections}</h1>
      {loaded.data && loaded.data.trees.length > 0 ? (
        <Shown trees={loaded.data.trees} />
      ) : (
        <section id="family" tabIndex={-1} aria-label={words.family.mode}>
          {empty ? (
            <NoCollections />
          ) : problem && !problem.needsKey ? (
            <Failed problem={problem} />
          ) : loaded.problem && !loaded.problem.needsKey ? (
            <Failed problem={loaded.problem} again={loaded.again} />
          ) : (
            loaded.data && (
              <Panel icon="tree" title={words.family.noTree}>
                <p>{words.family.noTreeText}</p>
              </Panel>
            )
          )}
        </section>
      )}
    </main>
  );
}

function Shown({ trees }: { trees: readonly Tree[] }) {
  const shown = usePart((state) => state.family) ?? view({});
  const section = useRef<HTMLElement>(null);
  const place = shown.page === "ask" || shown.page === "people" ? shown.page : `${shown.page} ${shown.person}`;
  const first = useRef(place);
  // Whoever follows a link goes on with what it leads to.
  useEffect(() => {
    if (first.current === place) return;
    first.current = place;
    section.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [place]);
  return (
    <>
      <Sections trees={trees} />
      <section ref={section} id="family" tabIndex={-1} aria-label={useWords().family.mode}>
        <Page trees={trees} />
      </section>
    </>
  );
}

function Page({ trees }: { trees: readonly Tree[] }) {
  const shown = usePart((state) => state.family) ?? view({});
  switch (shown.page) {
    case "ask":
      return <AskTree trees={trees} shown={shown} />;
    case "people":
      return <People shown={shown} />;
    case "person":
      return <PersonCard id={shown.person} trees={trees} />;
    case "ancestors":
    case "descendants":
      return <LineOfPeople shown={shown} direction={shown.page} />;
    case "path":
      return <KinPath shown={shown} trees={trees} />;
    case "match":
      return <DnaMatch trees={trees} shown={shown} />;
    case "review":
      return <ReviewQueue shown={shown} />;
  }
}

function Sections({ trees }: { trees: readonly Tree[] }) {
  const words = useWords().family;
  const shown = usePart((state) => state.family) ?? view({});
  const to = (page: FamilyPage, icon: IconName, told: string) => (
    <li key={page}>
      <To part={{ page }} class={`section${SECTION[shown.page] === page ? " chosen" : ""}`}>
        <Icon name={icon} size={18} /> <span>{told}</span>
      </To>
    </li>
  );
  return (
    <div class="family-bar">
      <nav aria-label={words.sections}>
        <ul class="sections">
          {to("ask", "chat", words.ask)}
          {to("people", "person", words.people)}
          {to("path", "link", words.related)}
          {to("match", "compare", words.match)}
          {to("review", "inbox", words.review)}
        </ul>
      </nav>
      {trees.length > 1 && (
        <label class="picker">
          <span class="unseen">{words.tree}</span>
          <select value={shown.tree} onChange={(event) => visit(view({ page: SECTION[shown.page], tree: event.currentTarget.value }))}>
            <option value="">{words.allTrees}</option>
            {trees.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
