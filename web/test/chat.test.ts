import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../src/api";
import { type Chat, type ChatAction, type Exchange, type Kept, MOST_EXCHANGES, NO_CHAT, extended, numbered, onMap, passages, readKept, reduceChat, suggestions, written } from "../src/chat";
import { TABLES } from "../src/i18n";
import type { ChatHit, ChatReply } from "../src/types";
import { claim } from "./claims";

const NOTHING_FOUND: ChatReply = {
  session: "s", language: "id", move: "new", text: "", label: "", criteria: [], calls: [], hits: [], groups: [],
  total: 0, left: 0, without: [], answers: [], unused: [], assistant: null,
};
const CALL = { tool: "search_properties", arguments: {} };

function hit(number: number, id: string, part: Partial<ChatHit> = {}): ChatHit {
  return {
    number, id, title: `Rumah ${id}`, fit: "full", price: "Rp1 miliar", facts: [], address: "", link: "", lat: 3.5, lon: 98.6,
    distances: [], words: [], unstated: [], missed: [], place: "", verdicts: [{ criterion: "rumah", verdict: "met", quote: "" }], ...part,
  };
}

const exchange = (part: Partial<ChatReply>): Exchange => ({ said: "?", reply: { ...NOTHING_FOUND, ...part } });
const found = (...hits: ChatHit[]) => exchange({ calls: [CALL], hits, total: hits.length });
const after = (...actions: ChatAction[]): Chat => actions.reduce(reduceChat, { ...NO_CHAT, session: "s" });
const lost = new Problem("unreachable", 0, "", "");

test("a message that is not answered is in the box again", () => {
  const state = after({ type: "drafted", text: "rumah " }, { type: "sending", message: "rumah" }, { type: "unanswered", problem: lost });
  assert.deepEqual([state.draft, state.pending, state.failed?.message], ["rumah", "", "rumah"]);
});

test("what was begun meanwhile stays in the box when a message fails", () => {
  const state = after({ type: "sending", message: "pilihan lain" }, { type: "drafted", text: "yang 3" }, { type: "unanswered", problem: lost });
  assert.deepEqual([state.draft, state.failed?.message], ["yang 3", "pilihan lain"]);
});

test("what arrives of a reply is seen until the reply is there, and never without a message", () => {
  const [sending, criteria]: ChatAction[] = [{ type: "sending", message: "rumah" }, { type: "arriving", part: { language: "id", criteria: ["rumah"] } }];
  const hits = [hit(1, "a")];
  const state = after(sending!, criteria!, { type: "arriving", part: { hits } });
  assert.deepEqual(state.arriving, { language: "id", criteria: ["rumah"], calls: [], hits });
  assert.equal(reduceChat(state, { type: "answered", kept: { session: "s", exchanges: [] } }).arriving, null);
  assert.equal(reduceChat(state, { type: "unanswered", problem: lost }).arriving, null);
  assert.equal(after(criteria!).arriving, null);
});

test("a language model's lines about a hit give way to its card, its other words stay", () => {
  const [a, b] = [hit(1, "a"), hit(2, "b")];
  const assistant = { tools: "rules", text: "model", notices: [] } as const;
  const text = "Halo! Saya menemukan 2 pilihan:\n\n1. Rumah a seharga Rp1 miliar\ndengan 3 kamar\n2. Rumah b\n\nAda lagi?";
  const { reply } = exchange({ text, calls: [CALL], hits: [a, b], assistant: { ...assistant, notices: [] } });
  const drawn = passages(reply).map((one) => (one.kind === "hit" ? one.hit.number : one.kind === "line" ? one.text : one));
  assert.deepEqual(drawn, ["Halo! Saya menemukan 2 pilihan:", 1, 2, "Ada lagi?"]);
});

test("a button does not empty the box", () => {
  assert.equal(after({ type: "drafted", text: "yang 3" }, { type: "sending", message: "pilihan lain" }).draft, "yang 3");
});

test("what another tab has said does not touch what is being written", () => {
  const kept: Kept = { session: "s", exchanges: [found(hit(1, "a"))] };
  const state = after({ type: "drafted", text: "yang 3" }, { type: "sending", message: "x" }, { type: "recalled", kept });
  assert.deepEqual([state.draft, state.pending, state.exchanges.length], ["yang 3", "x", 1]);
});

test("what is kept is read again, as much of it as there is room for", () => {
  let kept: Kept = { session: "s", exchanges: [] };
  for (let n = 0; n < MOST_EXCHANGES + 5; n++) kept = extended(kept, { said: String(n), reply: NOTHING_FOUND });
  const again = readKept(written(kept));
  assert.deepEqual(again, kept);
  assert.deepEqual([again?.exchanges.length, again?.exchanges[0]?.said], [MOST_EXCHANGES, "5"]);
  const long: Kept = { session: "s", exchanges: [exchange({ text: "a".repeat(900_000) }), exchange({ text: "b".repeat(900_000) })] };
  assert.equal(readKept(written(long))?.exchanges[0]?.reply.text[0], "b");
});

test("claims of criteria are not kept, their labels are", () => {
  const { exchanges } = extended({ session: "s", exchanges: [] }, exchange({ criteria: [{ label: "rumah", claims: [claim("c1", "rumah")] }] }));
  assert.deepEqual(exchanges[0]?.reply.criteria, [{ label: "rumah", claims: [] }]);
});

test("what is not ours is not read", () => {
  const alien = [null, "", "[]", "{", '{"version":1}', '{"version":9,"session":"s","exchanges":[]}', '{"version":1,"session":"s","exchanges":[{"said":1}]}', '{"version":1,"session":"s","exchanges":[null]}'];
  for (const text of alien) assert.equal(readKept(text), null, String(text));
});

test("a search numbers anew, more of it goes on, and talk changes nothing", () => {
  const first = [found(hit(1, "a"), hit(2, "b"))];
  const more = exchange({ move: "more", calls: [CALL], hits: [hit(3, "c")] });
  const ids = (...all: Exchange[]) => [...numbered(all).values()].map(({ id }) => id);
  assert.deepEqual(ids(...first, more), ["a", "b", "c"]);
  assert.deepEqual(ids(...first, more, found(hit(1, "d"))), ["d"]);
  assert.deepEqual(ids(...first, exchange({ move: "thanks" }), exchange({ move: "modify" })), ["a", "b"]);
  assert.deepEqual(ids(...first, exchange({ move: "reset" })), []);
});

test("the map shows the last hits, and those that are talked about among their list", () => {
  const list = found(hit(1, "a"), hit(2, "b", { fit: "close" }), hit(3, "c", { lat: null, lon: null }));
  assert.deepEqual(onMap([list]).hits.map(({ place, full }) => [place, full]), [[1, true], [2, false]]);
  const detail = exchange({ move: "detail", hits: [hit(2, "b", { verdicts: [] })] });
  assert.deepEqual(onMap([list, detail]).hits.map(({ place, full }) => [place, full]), [[1, false], [2, true]]);
  assert.deepEqual(onMap([list, exchange({ move: "more", calls: [CALL], hits: [hit(4, "d")] })]).hits.map(({ place }) => place), [4]);
  assert.deepEqual(onMap([list, exchange({ move: "ask" })]).hits.map(({ place }) => place), [1, 2]);
});

test("the map shows the places that hits are near to, each once", () => {
  const mall = { place: "Sun Plaza", metres: 900, lat: 3.58, lon: 98.67 };
  const list = found(hit(1, "a", { distances: [mall] }), hit(2, "b", { distances: [{ ...mall, metres: 300 }] }));
  const { hits, places } = onMap([list, exchange({ move: "thanks" })]);
  assert.deepEqual(places, [{ name: "Sun Plaza", lat: 3.58, lon: 98.67, radius_m: null }]);
  assert.deepEqual(hits.map(({ near }) => near.length), [1, 1]);
});

test("cards stand in place of the lines that tell a hit, and headings above them", () => {
  const text = "Ada 2 yang cocok: rumah.\nDekat Sun Plaza:\n1. Rumah a — Rp1 miliar\n   3 kamar\n   900 m ke Sun Plaza\nDi tempat lain:\n2. Rumah b\nMasih ada 3 lagi.";
  const told = passages({ ...NOTHING_FOUND, text, hits: [hit(1, "a"), hit(2, "b", { price: "" })] });
  const seen = told.map((one) => (one.kind === "hit" ? one.hit.id : one.kind === "line" ? `${one.heads ? "# " : ""}${one.text}` : "table"));
  assert.deepEqual(seen, ["Ada 2 yang cocok: rumah.", "# Dekat Sun Plaza:", "a", "# Di tempat lain:", "b", "Masih ada 3 lagi."]);
});

test("a line that only looks like a hit stays a line", () => {
  const told = passages({ ...NOTHING_FOUND, text: "1. Rumah z\n   tetap", hits: [hit(1, "a")] });
  assert.deepEqual(told.map(({ kind }) => kind), ["line", "line"]);
});

test("a comparison is a table where every row has a value for each hit, else its lines", () => {
  const hits = [hit(1, "a"), hit(2, "b")];
  const reply = (last: string): ChatReply => ({ ...NOTHING_FOUND, move: "compare", hits, text: `Perbandingan nomor 1, 2:\nNomor 1: Rumah a\nNomor 2: Rumah b\nharga: Rp1 | Rp2\n${last}` });
  const [, table] = passages(reply("hadap utara: ✓ | –"));
  assert.deepEqual(table, { kind: "table", rows: [{ name: "harga", values: ["Rp1", "Rp2"] }, { name: "hadap utara", values: ["✓", "–"] }] });
  assert.ok(passages(reply("catatan: a | b | c")).every(({ kind }) => kind === "line"));
});

test("what one may say next follows from the reply, in its language", () => {
  const say = TABLES.id.say;
  const told = (...all: Exchange[]) => suggestions(all, say).map(({ message }) => message);
  const list = exchange({ calls: [CALL], hits: [hit(1, "a"), hit(2, "b")], left: 4 });
  assert.deepEqual(told(list), ["pilihan lain", "yang paling murah", "bandingkan 1 dan 2"]);
  assert.deepEqual(told(list, exchange({ move: "detail", hits: [hit(1, "a")] })), ["pilihan lain", "bandingkan 1 dan 2"]);
  assert.deepEqual(suggestions([exchange({ calls: [CALL], without: [{ criterion: "hadap utara", more: 3 }] })], say), [{ message: "hapus filter hadap utara", more: 3 }]);
  assert.deepEqual(told(), []);
});
