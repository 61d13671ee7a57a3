import assert from "node:assert/strict";
import { test } from "node:test";
import { carried, dropped, parseEdit, printEdit, units, withEdit, withoutEdits } from "../src/edits";
import { claim } from "./claims";

test("an edit is written as it was read", () => {
  for (const text of ["drop:c3", "weight:c2:0.9", "or:c1,c4", "words:c3:near: a park, or two"]) {
    assert.equal(printEdit(parseEdit(text)), text);
  }
});

test("the last word about one thing counts", () => {
  assert.deepEqual(withEdit(["must:c1", "weight:c1:0.2"], "nice:c1"), ["weight:c1:0.2", "nice:c1"]);
  assert.deepEqual(withEdit(["weight:c1:0.2", "weight:c2:0.2"], "weight:c1:0.9"), ["weight:c2:0.2", "weight:c1:0.9"]);
});

test("the opposite of the opposite is the wish itself", () => {
  assert.deepEqual(withEdit(["drop:c2", "negate:c1"], "negate:c1"), ["drop:c2"]);
});

test("other words make void what was done to the old ones", () => {
  assert.deepEqual(withEdit(["nice:c1", "weight:c1:0.2", "or:c1,c2"], "words:c1:sunny"), ["or:c1,c2", "words:c1:sunny"]);
});

test("a claim without its edits is as it was written", () => {
  assert.deepEqual(withoutEdits(["drop:c1", "or:c1,c2", "nice:c2", "weight:c1.2:0.5"], "c1"), ["nice:c2"]);
});

test("edits follow their claims when the sentence is typed on", () => {
  const before = [claim("c1", "quiet"), claim("c2", "dogs allowed")];
  const after = [claim("c1", "sunny"), claim("c2", "quiet"), claim("c3", "dogs allowed")];
  assert.deepEqual(carried(["drop:c1", "weight:c2:0.4", "or:c1,c2"], before, after), [
    "drop:c2",
    "weight:c3:0.4",
    "or:c2,c3",
  ]);
});

test("edits of a claim that is gone are gone", () => {
  assert.deepEqual(carried(["drop:c1", "or:c1,c2", "nice:c2"], [claim("c1", "quiet"), claim("c2", "sunny")], [claim("c1", "sunny")]), [
    "nice:c1",
  ]);
});

test("what was dropped can still be named", () => {
  const base = [claim("c1", "quiet"), claim("c2", "sunny")];
  assert.deepEqual(dropped(["drop:c2", "nice:c1"], base), [base[1]]);
});

test("alternatives count as one wish, where the first of them stands", () => {
  const claims = [claim("c1", "south", { or_group: 1 }), claim("c2", "quiet"), claim("c3", "west", { or_group: 1 })];
  assert.deepEqual(
    units(claims).map((unit) => unit.map(({ id }) => id)),
    [["c1", "c3"], ["c2"]],
  );
});
