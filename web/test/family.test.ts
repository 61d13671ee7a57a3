import assert from "node:assert/strict";
import { test } from "node:test";
import { type Branch, branches, cited } from "../src/family";
import type { Lineage, LineageLink, LineagePerson } from "../src/types";

function person(id: string, generation: number, more: Partial<LineagePerson> = {}): LineagePerson {
  return { id, name: id, sex: "", born: null, died: null, years: "", generation, partner: false, further: 0, ...more };
}

function link(child: string, parent: string, kind = "birth"): LineageLink {
  return { child, parent, kind, citations: [] };
}

function line(direction: string, people: LineagePerson[], links: LineageLink[], unions: Lineage["unions"] = []): Lineage {
  return { id: people[0]?.id ?? "", direction, generations: 3, people, links, unions, cut: false };
}

function told({ person, next, again }: Branch): string {
  return `${person.id}${again ? "*" : ""}${next.length > 0 ? `(${next.map(told).join(" ")})` : ""}`;
}

test("ancestors stand behind their children, one who is shared only once with all behind", () => {
  const people = [person("a", 0), person("b", 1), person("c", 1), person("d", 2), person("e", 3)];
  const found = branches(line("ancestors", people, [link("a", "b"), link("a", "c"), link("b", "d"), link("c", "d"), link("d", "e")]));
  assert.equal(found && told(found), "a(b(d(e)) c(d*))");
});

test("descendants have their partners beside them, and links say what they are", () => {
  const people = [person("a", 0), person("b", 1), person("p", 0, { partner: true })];
  const unions = [{ one: "p", other: "a", kind: "divorced", year: 1850, citations: [] }];
  const found = branches(line("descendants", people, [link("b", "a", "adopted"), link("b", "p")], unions));
  assert.equal(found && told(found), "a(b)");
  assert.deepEqual(found?.partners.map(({ person, kind, year }) => [person.id, kind, year]), [["p", "divorced", 1850]]);
  assert.equal(found?.next[0]?.kind, "adopted");
});

test("somebody who is their own ancestor ends the line", () => {
  const found = branches(line("ancestors", [person("a", 0), person("b", 1)], [link("a", "b"), link("b", "a")]));
  assert.equal(found && told(found), "a(b(a*))");
});

test("a quote is taken apart, and one that is no line of a file stays whole", () => {
  assert.deepEqual(cited("@I3@, line 80: 2 DATE 3: FEB, line 9: x"), { record: "@I3@", line: "80", words: "2 DATE 3: FEB, line 9: x" });
  assert.deepEqual(cited("a family Bible"), { record: "", line: "", words: "a family Bible" });
});
