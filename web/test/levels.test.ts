import assert from "node:assert/strict";
import { test } from "node:test";
import { levelName, lookOf } from "../src/levels";
import type { Collection } from "../src/types";

const boats = {
  levels: ["harbour", "boat", "inner_part"],
  languages: ["id"],
  level_labels: {
    harbour: { one: { id: "pelabuhan" }, many: { id: "pelabuhan" }, icon: "no such icon" },
    boat: { one: { id: "kapal", en: "boat" }, many: { id: "kapal", en: "boats" }, icon: "home" },
  },
} as unknown as Collection;

test("a level is called as the pack says in the page's language, else in the pack's, else by its own name", () => {
  assert.equal(levelName("boat", boats, "en"), "boat");
  assert.equal(levelName("boat", boats, "en", true), "boats");
  assert.equal(levelName("harbour", boats, "en"), "pelabuhan");
  assert.equal(levelName("inner_part", boats, "en"), "inner part");
  assert.equal(levelName("boat", undefined, "en"), "boat");
});

test("a level has the icon that the pack names, if there is one", () => {
  assert.deepEqual(lookOf("boat", boats), { icon: "home", tone: "tone-2" });
  assert.equal(lookOf("harbour", boats).icon, "thing");
  assert.equal(lookOf("inner_part", boats).icon, "thing");
});
