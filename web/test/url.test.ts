import assert from "node:assert/strict";
import { test } from "node:test";
import { view } from "../src/family";
import { NOTHING_ASKED } from "../src/question";
import { type Link, parse, print } from "../src/url";

const LINKS: Link[] = [
  { question: NOTHING_ASKED, view: "both", compared: [], talking: false, family: null },
  { question: { ...NOTHING_ASKED, text: "rumah & taman 🏡 50% + <b>?" }, view: "map", compared: ["bk-1", "a/b c"], talking: false, family: null },
  {
    question: {
      collection: "rentals",
      text: "quiet 2BR",
      edits: ["drop:c3", "words:c1:facing: west, or south"],
      weights: { room: 0.5, "a:b": 0 },
      strict: true,
      near: "40.7,-73.9",
      within: "500m",
    },
    view: "list",
    compared: [],
    talking: true,
    family: null,
  },
  {
    question: { ...NOTHING_ASKED, collection: "family" },
    view: "both",
    compared: [],
    talking: false,
    family: view({ page: "path", person: "hollow-creek:I49", other: "a & b:@I1@?", tree: "hollow-creek", generations: 5 }),
  },
  { question: NOTHING_ASKED, view: "both", compared: [], talking: false, family: view({ page: "review", state: "rejected", item: 12 }) },
  { question: NOTHING_ASKED, view: "both", compared: [], talking: false, family: view({ text: "When was <b>Ann</b> born?" }) },
];

test("a link says what was asked, whatever signs it has", () => {
  for (const link of LINKS) assert.deepEqual(parse(print(link)), link);
});

test("what cannot be used of an address is left out", () => {
  const { question, view } = parse("?q=quiet&w=room:7&w=room:&w=:0.5&w=room:x&view=sideways&strict=yes");
  assert.deepEqual(question, { ...NOTHING_ASKED, text: "quiet" });
  assert.equal(view, "both");
});

test("a sentence that is too long is cut", () => {
  assert.equal(parse(`?q=${"a".repeat(5000)}`).question.text.length, 4000);
});

test("what cannot be used of a view of a tree is as usual", () => {
  assert.equal(parse("?tree=castle&person=I1").family, null);
  assert.deepEqual(parse("?tree=review&state=lost&item=-3&gen=99").family, view({ page: "review" }));
  assert.equal(parse(`?tree=person&person=${"a".repeat(5000)}`).family?.person.length, 200);
});
