/** The ancestors or the descendants of a person, from whom a person goes on to others. Nested lists, drawn as a tree. */

import * as api from "../../api";
import { type Branch, type FamilyView, MOST_GENERATIONS, branches } from "../../family";
import { foreign } from "../../foreign";
import { Icon } from "../../icons";
import { useWords } from "../../prefs";
import { visit } from "../../session";
import type { Lineage, LineagePerson } from "../../types";
import { Failed } from "../States";
import { useLoaded } from "./loaded";
import { Face, PersonLink, To, Waiting, collectionName, nameOf, useTitle } from "./parts";

type Direction = "ancestors" | "descendants";
/** With more people the first would stand far down, so that the line begins at the top. */
const CENTRED = 16;
const CHOICES = Array.from({ length: MOST_GENERATIONS }, (_, k) => k + 1);

export function LineOfPeople({ shown, direction }: { shown: FamilyView; direction: Direction }) {
  const words = useWords().family;
  const name = collectionName();
  const { person, generations } = shown;
  const { data, problem, waiting, again } = useLoaded(person && `line ${name} ${person} ${direction} ${generations}`, (signal) =>
    api.line(person, direction, generations, name, signal),
  );
  const of = data?.people.find(({ id }) => id === data.id);
  const told = of ? (data?.direction === "ancestors" ? words.ancestorsOf : words.descendantsOf)(nameOf(of)) : "";
  useTitle(told);
  if (problem) return problem.needsKey ? null : <Failed problem={problem} again={again} />;
  if (!data || !of) return <Waiting lines={8} />;
  return (
    <div class={`line-view${waiting ? " waiting" : ""}`} aria-busy={waiting}>
      <header>
        <h2 {...foreign()}>{told}</h2>
        <div class="line-acts">
          <nav class="sections" aria-label={told}>
            <To part={{ ...shown, page: "ancestors" }} class={`section${direction === "ancestors" ? " chosen" : ""}`}>
              <Icon name="up" size={16} /> {words.ancestors}
            </To>
            <To part={{ ...shown, page: "descendants" }} class={`section${direction === "descendants" ? " chosen" : ""}`}>
              <Icon name="down" size={16} /> {words.descendants}
            </To>
            <To part={{ page: "person", person }} class="section">
              <Icon name="card" size={16} /> {words.card}
            </To>
          </nav>
          <label class="picker">
            <span>{words.generations}</span>
            <select value={generations} onChange={(event) => visit({ ...shown, generations: Number(event.currentTarget.value) }, "replace")}>
              {CHOICES.map((n) => (
                <option key={n} value={n}>
                  {n}
                </option>
              ))}
            </select>
          </label>
        </div>
        <p class="quiet">{words.lineHint}</p>
      </header>
      <Chart line={data} shown={shown} />
      {data.cut && <p class="quiet">{words.lineCut}</p>}
    </div>
  );
}

function Chart({ line, shown }: { line: Lineage; shown: FamilyView }) {
  const words = useWords().family;
  const root = branches(line);
  if (!root) return null;
  const up = line.direction === "ancestors";
  return (
    <div class={`chart ${up ? "pedigree" : "descent"}${line.people.length > CENTRED ? " tall" : ""}`}>
      <ul>
        <Grown branch={root} shown={shown} up={up} first />
      </ul>
      {root.next.length === 0 && <p class="quiet">{up ? words.noAncestors : words.noDescendants}</p>}
    </div>
  );
}

function Grown({ branch, shown, up, first = false }: { branch: Branch; shown: FamilyView; up: boolean; first?: boolean }) {
  const words = useWords().family;
  const { person, kind, partners, next, again } = branch;
  return (
    <li class={next.length > 0 ? "grown" : ""}>
      <div class="chart-own">
        <Box person={person} kind={kind} shown={shown} first={first} again={again} />
        {partners.map((one) => (
          <p key={one.person.id} class="beside">
            <span class="quiet">
              {words.withPartner} {words.kindsOfKin[one.kind] ?? one.kind} {one.year ?? ""}
            </span>
            <PersonLink person={one.person} />
          </p>
        ))}
        {!again && person.further > 0 && (
          <To part={{ ...shown, person: person.id }} class="further" label={`${words.further(person.further)}: ${words.fromHere(nameOf(person))}`}>
            <Icon name={up ? "up" : "down"} size={14} /> {words.further(person.further)}
          </To>
        )}
      </div>
      {next.length > 0 && (
        <ul>
          {next.map((one, k) => (
            <Grown key={`${one.person.id} ${k}`} branch={one} shown={shown} up={up} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Box({ person, kind, shown, first, again }: { person: LineagePerson; kind: string; shown: FamilyView; first: boolean; again: boolean }) {
  const words = useWords().family;
  const told = words.kindsOfKin[kind] ?? kind;
  // The one in the middle leads to the card, all others to their own line.
  return (
    <div class={`chart-box${first ? " first" : ""}`}>
      <To
        part={first ? { page: "person", person: person.id } : { ...shown, person: person.id }}
        class="person-link"
        {...(first ? { label: words.cardOf(nameOf(person)) } : {})}
      >
        <Face name={person.name} sex={person.sex} />
        <span class="person-told">
          <bdi {...foreign()}>{nameOf(person)}</bdi>
          <span class="quiet">{[person.years, told, again ? words.again : ""].filter(Boolean).join(" · ")}</span>
        </span>
      </To>
      {!first && (
        <To part={{ page: "person", person: person.id }} class="to-card" label={words.cardOf(nameOf(person))}>
          <Icon name="card" size={18} />
        </To>
      )}
    </div>
  );
}
