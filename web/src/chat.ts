/** A conversation as the page keeps it, and what is seen of it. Pure; nothing here touches the browser or the server. */

import type { Problem } from "./api";
import type { MapHit, MapPlace } from "./map";
import type { ChatHit, ChatReply, MoveName, ToolCall } from "./types";

/** A message and its reply. */
export interface Exchange {
  said: string;
  reply: ChatReply;
}

/** What the browser keeps of a conversation; the server keeps what is searched for. */
export interface Kept {
  session: string;
  exchanges: readonly Exchange[];
}

/** A reply that is on its way: what the message is understood as, the tools that are called, the hits. */
export interface Arriving {
  language: string;
  criteria: readonly string[];
  calls: readonly ToolCall[];
  hits: readonly ChatHit[];
}

export interface Chat extends Kept {
  /** As it stands in the box. */
  draft: string;
  /** The message that is being answered; empty for none. */
  pending: string;
  /** What is known of its reply so far; null for nothing. */
  arriving: Arriving | null;
  /** The message that was not answered, and why. */
  failed: { message: string; problem: Problem } | null;
}

export type ChatAction =
  | { type: "recalled"; kept: Kept }
  | { type: "drafted"; text: string }
  | { type: "sending"; message: string }
  | { type: "arriving"; part: Partial<Arriving> }
  | { type: "answered"; kept: Kept }
  | { type: "unanswered"; problem: Problem };

export const NO_CHAT: Chat = { session: "", exchanges: [], draft: "", pending: "", arriving: null, failed: null };

const NOTHING_YET: Arriving = { language: "", criteria: [], calls: [], hits: [] };

/** Of what is kept: long conversations lose their beginning. */
export const MOST_EXCHANGES = 60;
const MOST_KEPT_CHARACTERS = 1_000_000;
const KEPT_VERSION = 1;

export function reduceChat(chat: Chat, action: ChatAction): Chat {
  switch (action.type) {
    case "recalled":
      // What another tab has said since stands here too; what is being written here stays.
      return { ...chat, ...action.kept, failed: chat.session === action.kept.session ? chat.failed : null };
    case "drafted":
      return { ...chat, draft: action.text };
    case "sending": {
      const draft = chat.draft.trim() === action.message ? "" : chat.draft;
      return { ...chat, draft, pending: action.message, arriving: null, failed: null };
    }
    case "arriving":
      return chat.pending ? { ...chat, arriving: { ...(chat.arriving ?? NOTHING_YET), ...action.part } } : chat;
    case "answered":
      return { ...chat, ...action.kept, pending: "", arriving: null, failed: null };
    case "unanswered":
      // Back into the box, unless something else was begun there.
      return {
        ...chat,
        draft: chat.draft.trim() ? chat.draft : chat.pending,
        pending: "",
        arriving: null,
        failed: { message: chat.pending, problem: action.problem },
      };
  }
}

/** With one more exchange; as many as are kept. */
export function extended(kept: Kept, exchange: Exchange): Kept {
  return { ...kept, exchanges: [...kept.exchanges, lean(exchange)].slice(-MOST_EXCHANGES) };
}

/** Without what the page does not show: claims of criteria are most of a reply. */
function lean({ said, reply }: Exchange): Exchange {
  return { said, reply: { ...reply, criteria: reply.criteria.map(({ label }) => ({ label, claims: [] })) } };
}

/** As text to keep: the last exchanges, as many as have room. */
export function written({ session, exchanges }: Kept): string {
  let first = exchanges.length;
  let room = MOST_KEPT_CHARACTERS;
  while (first > 0 && (room -= JSON.stringify(exchanges[first - 1]).length) >= 0) first--;
  return JSON.stringify({ version: KEPT_VERSION, session, exchanges: exchanges.slice(first) });
}

/** What was kept; null if it is nothing of ours, or of another version of the page. */
export function readKept(text: string | null): Kept | null {
  try {
    const found = JSON.parse(text ?? "") as { version?: unknown; session?: unknown; exchanges?: unknown };
    const { version, session, exchanges } = found;
    if (version !== KEPT_VERSION || typeof session !== "string" || !session || !Array.isArray(exchanges)) return null;
    return exchanges.every(isExchange) ? { session, exchanges } : null;
  } catch {
    return null;
  }
}

function isExchange(one: unknown): one is Exchange {
  const { said, reply } = (one ?? {}) as { said?: unknown; reply?: Partial<ChatReply> };
  const lists = [reply?.criteria, reply?.calls, reply?.hits, reply?.without, reply?.answers];
  return typeof said === "string" && typeof reply?.text === "string" && lists.every(Array.isArray);
}

const SEARCHES: readonly MoveName[] = ["new", "modify", "drop", "sort", "more", "undo", "opening"];

/** Whether a reply tells what was found; a search that was not understood calls no tool. */
function isSearch({ move, calls }: ChatReply): boolean {
  return SEARCHES.includes(move) && calls.length > 0;
}

/** The hits that a number means now, by number: a new search numbers from 1 again, more of the same goes on. */
export function numbered(exchanges: readonly Exchange[]): Map<number, ChatHit> {
  const found = new Map<number, ChatHit>();
  for (const { reply } of exchanges) {
    if (reply.move === "reset" || (isSearch(reply) && reply.move !== "more")) found.clear();
    for (const hit of reply.hits) found.set(hit.number, merged(found.get(hit.number), hit));
  }
  return found;
}

/** A hit that is shown again alone was not judged again. */
function merged(before: ChatHit | undefined, hit: ChatHit): ChatHit {
  return before?.id === hit.id && hit.verdicts.length === 0 ? before : hit;
}

/**
 * The hits of the last reply that has any, and the places that they are near to. Where it is about hits of a list, that
 * list, with these filled in.
 */
export function onMap(exchanges: readonly Exchange[]): { hits: MapHit[]; places: MapPlace[] } {
  const last = exchanges.filter(({ reply }) => reply.hits.length > 0).at(-1)?.reply;
  if (!last) return { hits: [], places: [] };
  const about = !isSearch(last);
  const shown = about ? [...numbered(exchanges).values()] : last.hits;
  const meant = new Set(last.hits.map(({ id }) => id));
  const hits = shown.flatMap(({ id, number, title, price, lat, lon, fit, distances }) => {
    if (lat === null || lon === null) return [];
    const full = about ? meant.has(id) : fit === "full";
    return [{ id, place: number, title: title || id, price, lat, lon, near: distances, full }];
  });
  const places = new Map<string, MapPlace>();
  for (const { place, lat, lon } of shown.flatMap(({ distances }) => distances)) {
    places.set(`${place} ${lat} ${lon}`, { name: place, lat, lon, radius_m: null });
  }
  return { hits, places: [...places.values()] };
}

/** A part of a reply: a line of its text, a hit in place of the lines that tell it, a table. */
export type Passage =
  | { kind: "line"; text: string; heads: boolean }
  | { kind: "hit"; hit: ChatHit }
  | { kind: "table"; rows: { name: string; values: string[] }[] };

const INDENT = "   ";
const BETWEEN_VALUES = " | ";

/**
 * The text of a reply as it is drawn. A hit is told by a line that begins with its number, then by indented ones; in a
 * language model's words by all lines to the next number or empty line.
 */
export function passages(reply: ChatReply): Passage[] {
  const { text, hits, move } = reply;
  const free = isWordedByModel(reply);
  const found: Passage[] = [];
  const begins = (line: string, { number, title, price }: ChatHit) =>
    free ? move !== "detail" && line.startsWith(`${number}. `) : line === `${number}. ${title}` || line === `${number}. ${title} — ${price}`;
  let inHit = false;
  for (const line of text.split("\n")) {
    const hit = hits.find((one) => begins(line, one));
    const goesOn: boolean = inHit && (free ? line.trim() !== "" : line.startsWith(INDENT));
    if (hit) found.push({ kind: "hit", hit });
    else if (!goesOn && line.trim() !== "") found.push({ kind: "line", text: line, heads: false });
    inHit = hit !== undefined || goesOn;
  }
  const headed = found.map((one, k) => (one.kind === "line" && k > 0 && found[k + 1]?.kind === "hit" ? { ...one, heads: true } : one));
  return move === "compare" ? withTable(headed, hits.length) : headed;
}

/** Conversations that were kept by an older page do not say. */
export function isWordedByModel({ assistant }: Partial<ChatReply>): boolean {
  return assistant?.text === "model";
}

/** Lines with a value for each hit ("price: 900 | 1200") are rows; those that only name the hits are its head. */
function withTable(found: Passage[], count: number): Passage[] {
  const rows = found.flatMap((one) => {
    const colon = one.kind === "line" ? one.text.indexOf(": ") : -1;
    if (one.kind !== "line" || colon < 0) return [];
    const values = one.text.slice(colon + 2).split(BETWEEN_VALUES);
    return values.length === count ? [{ name: one.text.slice(0, colon), values }] : [];
  });
  const rest = found.slice(1 + count);
  return count > 1 && rows.length > 0 && rest.length === rows.length ? [...found.slice(0, 1), { kind: "table", rows }] : found;
}

/** Messages that one may want to send next, in the words of the language that is spoken. */
export interface Sayings {
  more: string;
  cheapest: string;
  number: (n: number) => string;
  compare: (first: number, second: number) => string;
  drop: (label: string) => string;
}

const MOST_SUGGESTED = 4;

export interface Suggestion {
  message: string;
  /** How many more it would bring; 0 where that is not known. */
  more: number;
}

export function suggestions(exchanges: readonly Exchange[], say: Sayings): Suggestion[] {
  const last = exchanges.at(-1)?.reply;
  if (!last) return [];
  const known = [...numbered(exchanges).values()];
  // A reply about one hit does not say how many others there are.
  const left = exchanges.filter(({ reply }) => isSearch(reply)).at(-1)?.reply.left ?? 0;
  const found: Suggestion[] = last.without.map(({ criterion, more }) => ({ message: say.drop(criterion), more }));
  if (left > 0 && known.length > 0) found.push({ message: say.more, more: left });
  if (known.filter(({ price }) => price !== "").length > 1 && last.move !== "detail") found.push({ message: say.cheapest, more: 0 });
  const [first, second] = known;
  if (first && second && last.move !== "compare") found.push({ message: say.compare(first.number, second.number), more: 0 });
  return found.slice(0, MOST_SUGGESTED);
}
