/** What a person does, carried out: reading while they type, searching, going back; the last wish wins. */

import * as api from "./api";
import * as conversation from "./conversation";
import { carried, withEdit, withoutEdits } from "./edits";
import { type FamilyView, view as familyView } from "./family";
import { askAgain } from "./opinions";
import { NOTHING_ASKED, type Question, isAsked } from "./question";
import { collectionOf } from "./state";
import { dispatch, now } from "./store";
import type { Claim, Hit, Saved } from "./types";
import { type View, parse, print } from "./url";

const TYPING_MS = 250;
const SLIDING_MS = 200;
const AWAITED_PAGES = 5;

let reading = new AbortController();
let searching = new AbortController();
let pause = 0;

export async function start(): Promise<void> {
  addEventListener("popstate", open);
  addEventListener("online", () => {
    dispatch({ type: "online", online: true });
    if (now().problem?.code === "unreachable") void retry();
  });
  addEventListener("offline", () => dispatch({ type: "online", online: false }));
  dispatch({ type: "online", online: navigator.onLine });
  conversation.listen();
  open();
  await loadCollections();
}

async function loadCollections(): Promise<void> {
  try {
    dispatch({ type: "collections", collections: await api.collections(new AbortController().signal) });
    named();
    // Nobody has said what to see: a server of family trees begins with them.
    if (location.search === "" && collectionOf(now())?.trees) visit(familyView({}), "replace");
    if (now().talking) conversation.begin(now().question.text);
  } catch (error) {
    fail(error);
  }
}

/** Shows what the address says. */
function open(): void {
  const link = parse(location.search);
  dispatch({ type: "opened", ...link });
  named();
  if (link.talking) conversation.begin(link.question.text);
  else if (!link.family) lookAt(link.question);
}

function lookAt(question: Question): void {
  if (isAsked(question)) void ask(question);
  else clear();
}

/** Shows something of family trees; the search stays as it was. */
export function visit(family: FamilyView, how: "push" | "replace" = "push"): void {
  dispatch({ type: "family", family });
  follow(how);
}

/** From the search to the conversation or back; the search stays as it was. */
export function talk(open: boolean): void {
  const { talking, question, asked, family } = now();
  if (talking === open && !family) return;
  dispatch({ type: "talking", open });
  follow("push");
  if (open) conversation.begin(question.text);
  else if (asked?.text !== question.text || asked.collection !== question.collection) lookAt(question);
}

export function typed(text: string): void {
  const { asked, question } = now();
  // The first key after an answer begins something new: the way back leads to the answer.
  const fresh = asked !== null && asked.text === question.text;
  dispatch({ type: "typed", text });
  if (fresh) follow("push");
  clearTimeout(pause);
  reading.abort();
  // The address waits too: browsers refuse to change it with every key.
  pause = window.setTimeout(() => {
    follow("replace");
    void read();
  }, TYPING_MS);
}

/** Searches for what is in the box. */
export function submit(): void {
  const { question, base, baseText } = now();
  if (!isAsked(question)) return;
  // Whoever is faster than the reading: edits of a sentence that nobody has read yet cannot follow.
  const edits = question.text === baseText || base.length === 0 ? question.edits : [];
  search({ ...question, edits });
}

/** Another sentence, from an example. */
export function tryOut(text: string): void {
  search({ ...now().question, text, edits: [] });
}

/** A search that was kept. */
export function reopen({ question: text, edits, strict, weights, collection }: Saved): void {
  search({ ...NOTHING_ASKED, collection, text, edits, strict, weights });
}

export function edit(added: string): void {
  const before = now().question.edits;
  const edits = withEdit(before, added);
  // A slider that is moved on is one step back, not twenty.
  change({ edits }, added.startsWith("weight:") && edits.length === before.length ? "replace" : "push");
}

/** Whoever used the keyboard goes on with the chip that comes next. */
export function drop(claim: Claim): void {
  const chips = () => [...document.querySelectorAll<HTMLElement>(".chips .chip:not(.gone)")];
  const at = chips().findIndex((chip) => chip.closest("[data-claim]")?.getAttribute("data-claim") === claim.id);
  edit(`drop:${claim.id}`);
  requestAnimationFrame(() => (chips()[Math.max(0, at)] ?? chips().at(-1) ?? document.getElementById("sentence"))?.focus());
}

export function dropAll(ids: readonly string[]): void {
  change({ edits: ids.reduce((edits, id) => withEdit(edits, `drop:${id}`), [...now().question.edits]) });
}

export function reset(id: string): void {
  change({ edits: withoutEdits(now().question.edits, id) });
}

export function resetAll(): void {
  change({ edits: [] });
}

export function setStrict(strict: boolean): void {
  change({ strict });
}

/** Full weight says nothing, so it is not said. */
export function weigh(level: string, weight: number): void {
  const { [level]: _, ...others } = now().question.weights;
  const weights = weight === 1 ? others : { ...others, [level]: weight };
  const how = level in (now().asked?.weights ?? {}) ? "replace" : "push";
  dispatch({ type: "changed", question: { weights } });
  clearTimeout(pause);
  pause = window.setTimeout(() => change({}, how), SLIDING_MS);
}

export function choose(collection: string): void {
  const { talking, collections } = now();
  const trees = collections?.some(({ name, trees }) => name === collection && trees > 0);
  begin(collection, trees && !talking ? familyView({}) : null);
}

function begin(collection: string, family: FamilyView | null): void {
  const { view, talking } = now();
  dispatch({ type: "opened", question: { ...NOTHING_ASKED, collection }, view, compared: [], talking, family });
  clear();
  if (talking) conversation.recall();
  follow("push");
}

/** An empty box, as at the start. */
export function startOver(): void {
  const { question, family } = now();
  dispatch({ type: "talking", open: false });
  begin(question.collection, family && familyView({}));
}

export function show(view: View): void {
  dispatch({ type: "viewed", view });
  follow("replace");
}

export function compare(hit: Hit): void {
  dispatch({ type: "picked", hit });
}

/** An open comparison is part of what is seen, so of the address. */
export function setComparing(open: boolean): void {
  dispatch({ type: "comparing", open });
  follow("replace");
}

export async function retry(): Promise<void> {
  // Views of trees look again as soon as the collections are there.
  if (now().collections === null || now().family) await loadCollections();
  if (now().family) return;
  if (now().talking) conversation.sayAgain();
  else if (isAsked(now().question)) await ask(now().question);
}

/** Goes on where the last page ended. */
export async function more(): Promise<void> {
  const { answer, asked, status } = now();
  if (!answer?.cursor || !asked || status !== "done") return;
  dispatch({ type: "extending" });
  try {
    const next = await api.search(asked, searching.signal, answer.cursor);
    dispatch({ type: "extended", question: asked, answer: next });
  } catch (error) {
    fail(error);
  }
}

export function useKey(key: string): void {
  api.keepKey(key.trim());
  askAgain();
  void retry();
}

/** Something about the question is different; the answer follows where there is one. */
function change(part: Partial<Question>, how: "push" | "replace" = "push"): void {
  const { question, asked, status } = now();
  dispatch({ type: "changed", question: part });
  if (asked || status === "searching" || status === "failed") search({ ...question, ...part }, how);
  else {
    follow("replace");
    void read();
  }
}

function search(asked: Question, how: "push" | "replace" = "push"): void {
  // A link says which collection it means; the first of them may be another one tomorrow.
  const question = { ...asked, collection: asked.collection || (collectionOf(now())?.name ?? "") };
  dispatch({ type: "changed", question });
  follow(how);
  void ask(question);
}

async function ask(question: Question): Promise<void> {
  clearTimeout(pause);
  reading.abort();
  searching.abort();
  searching = new AbortController();
  const { signal } = searching;
  dispatch({ type: "searching", question });
  try {
    const { base, baseText } = now();
    const unread = question.edits.length > 0 && (baseText !== question.text || base.length === 0);
    const plain = { ...question, edits: [] };
    const [answer, fresh] = await Promise.all([
      api.search(question, signal),
      unread ? api.read(plain, signal) : question.edits.length > 0 ? { claims: [...base], notices: [] } : null,
    ]);
    dispatch({ type: "found", question, answer, base: fresh });
    // Whoever was sent a comparison sees it, also where a part of it stands further down.
    for (let page = 1; page < AWAITED_PAGES && now().awaited.length > 0 && now().asked === question; page++) await more();
    // What is not there is not compared, and not in the address.
    if (now().awaited.length > 0) follow("replace");
  } catch (error) {
    fail(error);
  }
}

async function read(): Promise<void> {
  reading.abort();
  reading = new AbortController();
  const { signal } = reading;
  const { question, base, baseText } = now();
  try {
    const plain = isAsked(question) ? await api.read({ ...question, edits: [] }, signal) : { claims: [], notices: [] };
    const edits = question.text === baseText ? question.edits : carried(question.edits, base, plain.claims);
    const edited = edits.length > 0 ? await api.read({ ...question, edits }, signal) : plain;
    dispatch({ type: "read", question, base: plain, edited, edits });
    follow("replace");
  } catch (error) {
    // Chips while typing are a courtesy; a search says what is wrong. A missing key is asked for at once.
    if (error instanceof api.Problem && error.needsKey) fail(error);
  }
}

function clear(): void {
  clearTimeout(pause);
  reading.abort();
  searching.abort();
  dispatch({ type: "cleared" });
}

function fail(error: unknown): void {
  if (api.isAborted(error)) return;
  const problem = error instanceof api.Problem ? error : new api.Problem("page", 0, String(error), "");
  dispatch({ type: "failed", problem });
}

/** The address says what is seen. */
function follow(how: "push" | "replace"): void {
  const { question, view, comparing, compared, talking, family } = now();
  named();
  const ids = comparing ? compared.map(({ id }) => id) : [];
  const address = `${location.pathname}${print({ question, view, compared: ids, talking, family })}`;
  if (address === `${location.pathname}${location.search}`) return;
  if (how === "push") history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

function named(): void {
  const { question, family } = now();
  // A view of a tree is named after what it shows.
  if (family) return;
  const collection = collectionOf(now());
  document.title = [question.text.trim(), collection?.title, "Claimtree"].filter(Boolean).join(" · ").slice(0, 200);
}
