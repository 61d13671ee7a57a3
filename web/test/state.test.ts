import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING_ASKED } from "../src/question";
import { type Action, START, type State, reduce, shown } from "../src/state";
import type { Answer, Hit, VerdictName } from "../src/types";
import { claim } from "./claims";

const question = { ...NOTHING_ASKED, text: "quiet" };

function hit(id: string, verdict: VerdictName = "met", area = "Astoria"): Hit {
  return {
    id,
    level: "apartment",
    title: id,
    score: 1,
    coverage: { met: 1, of: 1 },
    verdicts: [{ id: "c1", claim: "quiet", verdict, probability: 1, evidence: [] }],
    fields: {},
    card: { facts: [], lineage: [area], lat: null, lon: null, picture: "", url: "", entities: {} },
  };
}

function answer(...hits: Hit[]): Answer {
  const ladder = { total: hits.length, met: {}, without: [] };
  return { claims: [claim("c1", "quiet")], hits, ladder, offset: 0, next: null, cursor: "", places: [], wider: [], notices: [], took_ms: 1 };
}

const after = (...actions: Action[]): State => actions.reduce(reduce, START);
const found = (...hits: Hit[]): Action => ({ type: "found", question, answer: answer(...hits), base: null });

test("what was read of a sentence that has been typed on is not shown", () => {
  const reading = { claims: [claim("c1", "quiet")], notices: [] };
  const state = after(
    { type: "typed", text: "quiet and" },
    { type: "read", question, base: reading, edited: reading, edits: [] },
  );
  assert.deepEqual(state.claims, []);
});

test("a page that repeats a hit shows it once", () => {
  const state = after(found(hit("a"), hit("b")), { type: "extended", question, answer: answer(hit("b"), hit("c")) });
  assert.deepEqual(state.answer?.hits.map(({ id }) => id), ["a", "b", "c"]);
});

test("a page that belongs to an older answer is left out", () => {
  const state = after(found(hit("a")), { type: "extended", question: { ...question }, answer: answer(hit("b")) });
  assert.deepEqual(state.answer?.hits.map(({ id }) => id), ["a"]);
});

test("three are compared at most, and picking again puts back", () => {
  const pick = (id: string): Action => ({ type: "picked", hit: hit(id) });
  assert.deepEqual(after(pick("a"), pick("b"), pick("c"), pick("d")).compared.map(({ id }) => id), ["a", "b", "c"]);
  assert.deepEqual(after(pick("a"), pick("b"), pick("a")).compared.map(({ id }) => id), ["b"]);
});

test("what is compared has the verdicts of the question that is shown", () => {
  const again: Action = { type: "found", question: { ...question, strict: true }, answer: answer(hit("a", "refuted")), base: null };
  const state = after(found(hit("a"), hit("b")), { type: "picked", hit: hit("a") }, { type: "picked", hit: hit("b") }, again);
  assert.deepEqual(state.compared.map(({ id, verdicts }) => [id, verdicts[0]?.verdict]), [["a", "refuted"]]);
});

test("filters keep the place that a hit has among all", () => {
  const all = found(hit("a", "unknown"), hit("b", "met", "Inwood"), hit("c"));
  const state = after(all, { type: "filtered", filters: { areas: ["Astoria"], met: ["c1"] } });
  assert.deepEqual(shown(state).map(({ hit: { id }, place }) => [id, place]), [["c", 3]]);
});

test("another sentence starts without the filters of the last", () => {
  const state = after(found(hit("a")), { type: "filtered", filters: { areas: ["Astoria"], met: [] } }, {
    type: "found",
    question: { ...question, text: "sunny" },
    answer: answer(hit("b")),
    base: null,
  });
  assert.deepEqual(state.filters, { areas: [], met: [] });
});
