import assert from "node:assert/strict";
import { test } from "node:test";
import { deciding, distinct, metres, sights, sourceOf } from "../src/evidence";
import type { Evidence, Hit, Verdict } from "../src/types";

const PARK = { id: "park:1", name: "Astoria Park", lat: 0, lon: 0, metres: 590.7 };

function said(quote: string, part: Partial<Evidence> = {}): Evidence {
  return { entity: "home", quote, source: "cityflats", for: true, by: "word", doubtful: false, disputed: false, against: "", place: null, link: null, ...part };
}

function verdict(...evidence: Evidence[]): Verdict {
  return { id: "c1", claim: "quiet", verdict: "met", probability: 1, evidence };
}

test("a clause that speaks twice is told once", () => {
  assert.deepEqual(distinct(verdict(said("quiet"), said("quiet", { by: "judge" }), said("quiet", { entity: "area" }))).length, 2);
});

test("a place that is near a home and near its area is told once", () => {
  const near = said("590 m to Astoria Park", { by: "place", place: PARK });
  assert.deepEqual(distinct(verdict(near, { ...near, entity: "area", quote: "750 m to Astoria Park" })), [near]);
});

test("what decided comes with the first that says otherwise", () => {
  const against = said("It is not quiet", { for: false });
  assert.deepEqual(deciding(verdict(said("quiet"), said("calm"), against)), [said("quiet"), against]);
  assert.deepEqual(deciding(verdict(said("quiet"), { ...against, doubtful: true })), [said("quiet")]);
  assert.deepEqual(deciding(verdict()), []);
});

test("what is disputed is told once, with the words against it", () => {
  const yes = said("Pets welcome", { doubtful: true, disputed: true, against: "no pets" });
  const no = said("no pets", { for: false, doubtful: true, disputed: true, against: "Pets welcome" });
  assert.deepEqual(distinct(verdict(yes, no, { ...no, by: "judge" })), [yes]);
  assert.deepEqual(deciding(verdict(yes, no, said("a dog run", { doubtful: true }))), [yes]);
  assert.deepEqual(deciding(verdict(said("cats are fine"), yes, no)), [said("cats are fine"), yes]);
});

test("a field speaks with its name", () => {
  assert.deepEqual(sourceOf(said("bedrooms: 2", { source: "cityflats#bedrooms" })), { name: "cityflats", field: "bedrooms" });
  assert.deepEqual(sourceOf(said("quiet")), { name: "cityflats", field: "" });
});

test("a card tells the nearest places of the home itself, each once", () => {
  const far = { ...PARK, id: "park:2", metres: 900 };
  const hit = {
    id: "home",
    verdicts: [
      verdict(said("", { place: far }), said("", { place: PARK }), said("", { place: PARK })),
      verdict(said("", { place: { ...PARK, id: "park:3", metres: 1 }, entity: "area" })),
      verdict(said("", { place: { ...PARK, id: "park:4", metres: 2 }, doubtful: true })),
    ],
  } as Hit;
  assert.deepEqual(sights(hit, 2), [PARK, far]);
});

test("distances are told as people say them", () => {
  assert.deepEqual([metres(7, "en"), metres(594, "en"), metres(1540, "en"), metres(1540, "id")], ["10 m", "590 m", "1.5 km", "1,5 km"]);
});
