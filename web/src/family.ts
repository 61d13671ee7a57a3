/** What is seen of family trees, as a value: which view, as an address, and a line of people put in order. Pure. */

import type { Lineage, LineageLink, LineagePerson } from "./types";

export type FamilyPage = "ask" | "people" | "person" | "ancestors" | "descendants" | "path" | "match" | "review";

export interface FamilyView {
  page: FamilyPage;
  /** One of several trees; empty for all, or the only one. */
  tree: string;
  /** The question, or the words of a name. */
  text: string;
  /** Ids: of whom a card, a line or a path is. */
  person: string;
  other: string;
  generations: number;
  /** Of the review queue: which items, and the one that is open. */
  state: string;
  item: number;
}

export const PAGES: readonly FamilyPage[] = ["ask", "people", "person", "ancestors", "descendants", "path", "match", "review"];
export const STATES = ["waiting", "deferred", "approved", "rejected"] as const;
export const USUAL_GENERATIONS = 3;
export const MOST_GENERATIONS = 8;
/** As long as the server takes them. */
export const LONGEST_ID = 200;
const LONGEST_TEXT = 4000;

const FIRST: FamilyView = {
  page: "ask",
  tree: "",
  text: "",
  person: "",
  other: "",
  generations: USUAL_GENERATIONS,
  state: "waiting",
  item: 0,
};

/** A view of which only some is said. */
export function view(part: Partial<FamilyView>): FamilyView {
  return { ...FIRST, ...part };
}

/** The view that an address says; null where it says none. */
export function parseFamily(given: URLSearchParams): FamilyView | null {
  const page = PAGES.find((one) => one === given.get("tree"));
  if (!page) return null;
  const text = (name: string, most = LONGEST_ID) => (given.get(name) ?? "").slice(0, most);
  const whole = (name: string, most: number) => {
    const number = Number(given.get(name) ?? "");
    return Number.isInteger(number) && number >= 1 && number <= most ? number : 0;
  };
  return {
    page,
    tree: text("of"),
    text: text("ask", LONGEST_TEXT),
    person: text("person"),
    other: text("with"),
    generations: whole("gen", MOST_GENERATIONS) || USUAL_GENERATIONS,
    state: STATES.find((one) => one === given.get("state")) ?? FIRST.state,
    item: whole("item", Number.MAX_SAFE_INTEGER),
  };
}

/** Adds what an address says of a view; what is as usual is left out. */
export function printFamily(shown: FamilyView | null, found: URLSearchParams): void {
  if (!shown) return;
  found.set("tree", shown.page);
  if (shown.tree) found.set("of", shown.tree);
  if (shown.text) found.set("ask", shown.text);
  if (shown.person) found.set("person", shown.person);
  if (shown.other) found.set("with", shown.other);
  if (shown.generations !== USUAL_GENERATIONS) found.set("gen", String(shown.generations));
  if (shown.state !== FIRST.state) found.set("state", shown.state);
  if (shown.item) found.set("item", String(shown.item));
}

/** A line of the file as it is cited: "@I3@, line 80: 2 DATE 3 FEB 1826". */
export interface Cited {
  record: string;
  line: string;
  words: string;
}

export function cited(quote: string): Cited {
  const found = /^(@[^@]*@), line (\d+): (.*)$/s.exec(quote);
  return found ? { record: found[1] ?? "", line: found[2] ?? "", words: found[3] ?? "" } : { record: "", line: "", words: quote };
}

/** Somebody in a line with those who come next: parents or children, and the partners beside them. */
export interface Branch {
  person: LineagePerson;
  /** How the one before is tied to this one: birth, adopted, step, foster, unknown. */
  kind: string;
  partners: { person: LineagePerson; kind: string; year: number | null }[];
  next: Branch[];
  /** True where two lines meet and this one was drawn before, with everybody behind. */
  again: boolean;
}

/** Puts a line in order; the nearest first. Whoever two lines share is told with what follows once. */
export function branches(line: Lineage): Branch | null {
  const people = new Map(line.people.map((one) => [one.id, one]));
  const up = line.direction === "ancestors";
  const links = new Map<string, LineageLink[]>();
  for (const link of line.links) {
    const from = up ? link.child : link.parent;
    links.set(from, [...(links.get(from) ?? []), link]);
  }
  const told = new Set<string>();
  const branch = (id: string, kind: string): Branch | null => {
    const person = people.get(id);
    if (!person) return null;
    if (told.has(id)) return { person, kind, partners: [], next: [], again: true };
    told.add(id);
    const partners = up ? [] : partnersOf(id, line, people);
    // Of a step that leads no generation further only the link counts: it would be drawn beside its own parents.
    const next = (links.get(id) ?? []).filter((link) => people.get(up ? link.parent : link.child)?.partner === false);
    return {
      person,
      kind,
      partners,
      next: next.flatMap((link) => branch(up ? link.parent : link.child, link.kind) ?? []),
      again: false,
    };
  };
  return branch(line.id, "");
}

function partnersOf(id: string, line: Lineage, people: Map<string, LineagePerson>): Branch["partners"] {
  return line.unions.flatMap(({ one, other, kind, year }) => {
    const partner = one === id ? people.get(other) : other === id ? people.get(one) : undefined;
    return partner ? [{ person: partner, kind, year }] : [];
  });
}

/** An element of a drawing, without whatever could do more than be seen. */
export interface Drawn {
  tag: string;
  given: Record<string, string>;
  inside: (Drawn | string)[];
}

const TAGS = new Set(["svg", "g", "path", "rect", "text", "title"]);
const GIVEN = new Set(["class", "d", "x", "y", "width", "height", "rx", "viewBox", "data-person"]);

/** Reads a drawing of the server; whatever it is not made of is left out. */
export function drawing(root: Element): Drawn {
  return {
    tag: root.localName,
    given: Object.fromEntries([...root.attributes].filter(({ name }) => GIVEN.has(name)).map(({ name, value }) => [name, value])),
    inside: [...root.childNodes].flatMap((node): (Drawn | string)[] => {
      if (node.nodeType === 3) return [node.nodeValue ?? ""];
      return node.nodeType === 1 && TAGS.has((node as Element).localName) ? [drawing(node as Element)] : [];
    }),
  };
}
