import assert from "node:assert/strict";
import { test } from "node:test";
import { spans } from "../src/spans";
import { claim } from "./claims";

const told = (text: string, claims: Parameters<typeof spans>[1]) =>
  spans(text, claims).map((span) => [span.text, span.claims.map(({ id }) => id).join(" ")]);

test("an emoji is one sign, as the server counts", () => {
  assert.deepEqual(told("🏠 quiet", [claim("c1", "quiet", { start: 2, end: 7 })]), [
    ["🏠 ", ""],
    ["quiet", "c1"],
  ]);
});

test("claims may share words", () => {
  const claims = [claim("c1", "a", { start: 0, end: 6 }), claim("c2", "b", { start: 4, end: 9 })];
  assert.deepEqual(told("abcdefghi", claims), [
    ["abcd", "c1"],
    ["ef", "c1 c2"],
    ["ghi", "c2"],
  ]);
});

test("put together again it is the sentence", () => {
  const text = "quiet 🏡 2BR, süd";
  const claims = [claim("c1", "x", { start: 3, end: 90 }), claim("c2", "y", { start: 6, end: 11 }), claim("c3", "z", { start: -1, end: 2 })];
  assert.equal(
    spans(text, claims)
      .map((span) => span.text)
      .join(""),
    text,
  );
});
