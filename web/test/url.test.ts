import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING_ASKED } from "../src/question";
import { type Link, parse, print } from "../src/url";

const LINKS: Link[] = [
  { question: NOTHING_ASKED, view: "both", compared: [], talking: false },
  { question: { ...NOTHING_ASKED, text: "rumah & taman 🏡 50% + <b>?" }, view: "map", compared: ["bk-1", "a/b c"], talking: false },
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
  },
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
