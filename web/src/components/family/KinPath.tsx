/** How two people are related: in a sentence, drawn, and link by link with the lines that state it. */

import { type ComponentChild, h } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import * as api from "../../api";
import { type Drawn, type FamilyView, drawing, view } from "../../family";
import { foreign } from "../../foreign";
import { Icon } from "../../icons";
import { useWords } from "../../prefs";
import { visit } from "../../session";
import type { KinWay, Relationship, Tree } from "../../types";
import { Failed } from "../States";
import { PersonPicker } from "./PersonPicker";
import { useLoaded } from "./loaded";
import { Lines, To, Waiting, collectionName, useTitle } from "./parts";

type Chosen = { id: string; name: string } | null;

export function KinPath({ shown, trees }: { shown: FamilyView; trees: readonly Tree[] }) {
  const words = useWords().family;
  const name = collectionName();
  const tree = trees.length === 1 ? trees[0] : trees.find((one) => one.name === shown.tree);
  const home = tree?.root ? `${tree.name}:${tree.root}` : "";
  // A path begins at whose tree it is, until somebody else is chosen.
  const given = shown.person || home;
  const { other } = shown;
  const both = given !== "" && other !== "";
  const { data, problem, waiting, again } = useLoaded(both ? `path ${name} ${given} ${other}` : "", (signal) =>
    api.path(given, other, name, signal),
  );
  const one = useChosen(given, data?.from);
  const two = useChosen(other, data?.to);
  useTitle(both && data ? data.text : words.pathTitle);
  const go = (person: string, other: string) => visit(view({ page: "path", tree: shown.tree, person, other }));
  return (
    <div class="kin-path">
      <h2>{words.pathTitle}</h2>
      <div class="pickers">
        <PersonPicker label={words.one} chosen={one} tree={shown.tree} choose={({ id }) => go(id, other)} />
        <button type="button" class="plain round" aria-label={words.swap} title={words.swap} disabled={!both} onClick={() => go(other, given)}>
          <Icon name="swap" size={20} />
        </button>
        <PersonPicker label={words.other} chosen={two} tree={shown.tree} choose={({ id }) => go(given, id)} />
      </div>
      {!both ? (
        <p class="quiet">{words.pathChoose}</p>
      ) : problem ? (
        problem.needsKey ? null : (
          <Failed problem={problem} again={again} />
        )
      ) : (
        <div aria-busy={waiting}>
          <p class="unseen" role="status">
            {!waiting && data?.text}
          </p>
          {!data ? <Waiting lines={6} /> : <RelationTold found={data} waiting={waiting} />}
        </div>
      )}
    </div>
  );
}

/** Somebody of whom the address has only the id; the answer has the name, or the card. */
function useChosen(id: string, told: Relationship["from"] | undefined): Chosen {
  const name = collectionName();
  const [known, setKnown] = useState<Chosen>(null);
  const here = told?.id === id ? told.name : "";
  useEffect(() => {
    if (here) {
      setKnown({ id, name: here });
      return;
    }
    if (!id || known?.id === id) return;
    const leaving = new AbortController();
    api.person(id, name, leaving.signal).then(
      (found) => setKnown({ id, name: found.name }),
      () => undefined,
    );
    return () => leaving.abort();
  }, [id, here]);
  return id ? (known?.id === id ? known : { id, name: id }) : null;
}

/** What is known of a path; the headline may have been said before. */
export function RelationTold({ found, waiting = false, headline = true }: { found: Relationship; waiting?: boolean; headline?: boolean }) {
  const words = useWords().family;
  const [first, ...others] = found.ways;
  return (
    <div class={`kin-told${waiting ? " waiting" : ""}`}>
      {headline && (
        <div class="kin-said" {...foreign()}>
          <p class="answer-text">{found.text}</p>
          {found.remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
        </div>
      )}
      {found.path.length > 0 && <Drawing key={`${found.from.id} ${found.to.id}`} from={found.from.id} to={found.to.id} told={found.text} />}
      {found.path.length > 0 && (
        <section aria-labelledby="steps">
          <h3 id="steps">{words.steps}</h3>
          <ol class="kin-steps">
            {found.path.map((step, k) => (
              <li key={k}>
                <span class="kin-number" aria-hidden="true">
                  {k + 1}
                </span>
                <div>
                  <p {...foreign()}>{step.text}</p>
                  <Lines quotes={step.citations} summary={words.lines(step.citations.length)} />
                </div>
              </li>
            ))}
          </ol>
        </section>
      )}
      {first && others.length > 0 && <Others ways={others} />}
    </div>
  );
}

function Others({ ways }: { ways: readonly KinWay[] }) {
  const words = useWords().family;
  return (
    <section aria-labelledby="others">
      <h3 id="others">{words.otherWays}</h3>
      <ul class="kin-ways" {...foreign()}>
        {ways.map((way, k) => (
          <li key={k}>
            <strong>{way.label}</strong> <span class="quiet">{way.basis}</span>
            {way.paths[0] && <p>{way.paths[0].map(({ text }) => text).join(" ")}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The drawing of the server, made anew of what it shows: nothing of it is ever run. */
function Drawing({ from, to, told }: { from: string; to: string; told: string }) {
  const words = useWords().family;
  const name = collectionName();
  const { data, waiting } = useLoaded(`drawn ${name} ${from} ${to}`, (signal) => api.drawnPath(from, to, name, signal));
  const drawn = useMemo(() => {
    if (!data) return null;
    // The page has styles of its own for it, and would not let these in.
    const plain = data.replace(/<style>[^]*?<\/style>/g, "");
    const root = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
    return root.localName === "svg" ? drawing(root) : null;
  }, [data]);
  if (!drawn) return waiting ? <div class="kin-drawing skeleton" /> : null;
  const { viewBox, width, height } = drawn.given;
  return (
    <figure class="kin-drawing" role="group" aria-label={words.drawing}>
      <div class="kin-scroll" tabIndex={0} role="region" aria-label={told}>
        <svg {...(viewBox ? { viewBox } : {})} width={width ?? "100%"} height={height ?? "auto"}>
          {drawn.inside.map(piece)}
        </svg>
      </div>
    </figure>
  );
}

function piece(part: Drawn | string, key: number): ComponentChild {
  if (typeof part === "string") return part;
  if (part.tag === "title" && key === 0 && part.inside.length === 0) return null;
  const { "data-person": person, ...given } = part.given;
  const made = h(part.tag, { key, ...given }, part.inside.map(piece));
  return person ? (
    <To key={key} part={{ page: "person", person }}>
      {made}
    </To>
  ) : (
    made
  );
}
