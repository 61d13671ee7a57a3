/** Everything that a tree says of a person; each fact has its lines, each relative is a link. */

import * as api from "../../api";
import { foreign } from "../../foreign";
import { Icon } from "../../icons";
import { useWords } from "../../prefs";
import type { Fact, Kin, Name, Note, Person, SourceUse, Tree } from "../../types";
import { Failed } from "../States";
import { Tasks } from "./Tasks";
import { useLoaded } from "./loaded";
import { Face, Lines, PersonLink, To, Waiting, collectionName, nameOf, shortened, useTitle } from "./parts";

const FIRST = ["birth", "christening", "baptism", "adult christening"];
const LAST = ["death", "burial", "cremation", "funeral", "probate", "will"];
const LONGEST_NOTE = 4_000;

export function PersonCard({ id, trees }: { id: string; trees: readonly Tree[] }) {
  const name = collectionName();
  const { data, problem, waiting, again } = useLoaded(id && `person ${name} ${id}`, (signal) => api.person(id, name, signal));
  useTitle(data ? nameOf(data) : id);
  if (problem) return problem.needsKey ? null : <Failed problem={problem} again={again} />;
  if (!data) return <Waiting lines={8} />;
  const tree = trees.find((one) => one.name === data.tree);
  return <Card person={data} home={tree?.root ? `${tree.name}:${tree.root}` : ""} waiting={waiting} />;
}

function Card({ person, home, waiting }: { person: Person; home: string; waiting: boolean }) {
  const words = useWords().family;
  const others = person.names.slice(1);
  return (
    <article class={`person-card${waiting ? " waiting" : ""}`} aria-busy={waiting}>
      <header>
        <Face name={person.name} sex={person.sex} large />
        <div>
          <h2 {...foreign()}>{nameOf(person)}</h2>
          <p class="quiet">
            {person.years} <code>{person.id}</code>
          </p>
        </div>
        <nav class="person-acts" aria-label={nameOf(person)}>
          <To part={{ page: "ancestors", person: person.id }} class="secondary">
            <Icon name="up" size={16} /> {words.ancestors}
          </To>
          <To part={{ page: "descendants", person: person.id }} class="secondary">
            <Icon name="down" size={16} /> {words.descendants}
          </To>
          <To
            part={home && home !== person.id ? { page: "path", person: home, other: person.id } : { page: "path", person: person.id }}
            class="secondary"
          >
            <Icon name="link" size={16} /> {words.howRelated}
          </To>
        </nav>
      </header>
      {person.masked ? (
        <p class="strip">
          <Icon name="lock" /> <span>{words.masked}</span>
        </p>
      ) : (
        <section aria-labelledby="facts">
          <h3 id="facts">{words.facts}</h3>
          {person.facts.length === 0 ? <p class="quiet">{words.noFacts}</p> : <Facts facts={person.facts} />}
        </section>
      )}
      <section aria-labelledby="kin">
        <h3 id="kin">{words.family}</h3>
        <Relatives title={words.parents} kin={person.parents} />
        <Relatives title={words.partners} kin={person.partners} />
        <Relatives title={words.children} kin={person.children} />
        <Relatives title={words.siblings} kin={person.siblings} />
        {person.parents.length + person.partners.length + person.children.length + person.siblings.length === 0 && (
          <p class="quiet">{words.noKin}</p>
        )}
      </section>
      {others.length > 0 && <Names names={others} />}
      {person.notes.length > 0 && <Notes notes={person.notes} />}
      {!person.masked && <Tasks key={person.id} person={person.id} />}
      {person.sources.length > 0 && (
        <section aria-labelledby="sources">
          <h3 id="sources">{words.sources}</h3>
          <Sources sources={person.sources} />
        </section>
      )}
    </article>
  );
}

/** From birth to burial; what has no date comes before the end. */
export function inOrder(facts: readonly Fact[]): Fact[] {
  const part = ({ kind }: Fact) => (FIRST.includes(kind) ? 0 : LAST.includes(kind) ? 2 : 1);
  const year = ({ date }: Fact) => Number(/\b\d{3,4}\b/.exec(date)?.[0] ?? 9999);
  return [...facts].sort((one, other) => part(one) - part(other) || year(one) - year(other));
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  const words = useWords().family;
  return (
    <ol class="life">
      {inOrder(facts).map((fact, k) => {
        const kind = words.kindsOfFacts[fact.kind] ?? fact.kind;
        const when = fact.means ?? fact.date;
        return (
          <li key={k}>
            <span class="life-kind">{kind}</span>
            <div class="life-told" {...foreign()}>
              <p>
                {[fact.value && shortened(fact.value, LONGEST_NOTE), when].filter(Boolean).map((text, n) => (
                  <span key={text}>
                    {n > 0 && " · "}
                    <strong>{text}</strong>
                  </span>
                ))}
                {fact.place && <span class="life-place">{shortened(fact.place, 300)}</span>}
                {!fact.value && !when && !fact.place && <span class="quiet">–</span>}
              </p>
              <Lines
                quotes={[...fact.quotes, ...fact.sources.map(({ quote }) => quote)]}
                summary={fact.sources.length > 0 ? words.linesAndSources(fact.quotes.length, fact.sources.length) : words.lines(fact.quotes.length)}
              />
              {fact.sources.length > 0 && <Sources sources={fact.sources} />}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Sources({ sources }: { sources: readonly SourceUse[] }) {
  return (
    <ul class="sources" {...foreign()}>
      {sources.map((one, k) => (
        <li key={k}>
          <Icon name="bookmark" size={14} />
          <span>
            {[one.title, one.page].filter(Boolean).join(", ") || cutQuote(one.quote)}
            {one.text && <q>{shortened(one.text, 600)}</q>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function cutQuote(quote: string): string {
  return shortened(quote.replace(/^@[^@]*@, line \d+: /, ""));
}

function Relatives({ title, kin }: { title: string; kin: readonly Kin[] }) {
  const words = useWords().family;
  if (kin.length === 0) return null;
  return (
    <div class="relatives">
      <h4>{title}</h4>
      <ul class="person-links">
        {kin.map((one, k) => (
          <li key={`${one.id} ${k}`}>
            <PersonLink person={one} note={[words.kindsOfKin[one.relation] ?? one.relation, one.living ? words.mayLive : ""].filter(Boolean).join(", ")} />
          </li>
        ))}
      </ul>
      <Lines quotes={[...new Set(kin.flatMap(({ quotes }) => quotes))]} summary={words.linesOf(title)} />
    </div>
  );
}

function Names({ names }: { names: readonly Name[] }) {
  const words = useWords().family;
  return (
    <section aria-labelledby="names">
      <h3 id="names">{words.alsoCalled}</h3>
      <ul class="names" {...foreign()}>
        {names.map((one, k) => (
          <li key={k}>
            {nameOf({ name: one.name, id: "–" })} {one.kind && <span class="quiet">{one.kind}</span>}
          </li>
        ))}
      </ul>
      <Lines quotes={names.map(({ quote }) => quote)} summary={words.lines(names.length)} />
    </section>
  );
}

function Notes({ notes }: { notes: readonly Note[] }) {
  const words = useWords().family;
  return (
    <section aria-labelledby="notes">
      <h3 id="notes">{words.notes}</h3>
      {notes.map((note, k) => (
        <blockquote key={k} class="told-note" {...foreign()}>
          {shortened(note.text, LONGEST_NOTE)}
        </blockquote>
      ))}
    </section>
  );
}
