/** Asking the server: one function per route, problems as values that a page can show. */

import { eventsOf } from "./events";
import { type Question, params, sentence } from "./question";
import type {
  Answer,
  AskRequest,
  ChatCalled,
  ChatFound,
  ChatReply,
  ChatRequest,
  ChatUnderstood,
  Collection,
  DecisionRequest,
  Explanation,
  FamilyAnswer,
  FeedbackRequest,
  Lineage,
  MatchContext,
  MatchRequest,
  MessageRequest,
  NewSavedRequest,
  Opinion,
  People,
  Person,
  Proposals,
  Reading,
  Regions,
  Relationship,
  ResearchTasks,
  ReviewItem,
  ReviewList,
  Run,
  Saved,
  ThumbName,
  Trees,
  VerdictName,
} from "./types";

const BASE = "api/v1";
const KEY = "claimtree-key";
const FOR_PROGRAMS = ["unknown_name", "no_key"];

export const PAGE = 20;

/** What went wrong, in the server's words; `unreachable` when there was no answer at all. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    readonly detail: string,
    readonly hint: string,
  ) {
    super(detail);
  }

  get needsKey(): boolean {
    return this.status === 401;
  }
}

/** Kept for this tab only: whoever closes it is forgotten. */
export function keepKey(key: string): void {
  if (key) sessionStorage.setItem(KEY, key);
  else sessionStorage.removeItem(KEY);
}

export function hasKey(): boolean {
  return sessionStorage.getItem(KEY) !== null;
}

export async function collections(signal: AbortSignal): Promise<Collection[]> {
  return (await get<{ collections: Collection[] }>("collections", [], signal)).collections;
}

export function read(question: Question, signal: AbortSignal): Promise<Reading> {
  const asked = params(question).filter(([name]) => name === "q" || name === "collection" || name === "edit");
  return get("read", asked, signal);
}

export function search(question: Question, signal: AbortSignal, after = ""): Promise<Answer> {
  const asked: [string, string][] = [...params(question), ["cards", "true"], ["limit", String(PAGE)]];
  if (after) asked.push(["after", after]);
  return get("search", asked, signal);
}

export function explain(question: Question, id: string, signal: AbortSignal): Promise<Explanation> {
  return get("explain", [["id", id], ...params(question)], signal);
}

export function regions(collection: string, signal: AbortSignal): Promise<Regions> {
  return get("regions", collection ? [["collection", collection]] : [], signal);
}

export async function saved(collection: string): Promise<Saved[]> {
  return (await ask<{ saved: Saved[] }>("GET", `saved${within(collection)}`)).saved;
}

export function save(question: Question, name: string): Promise<Saved> {
  const asked: NewSavedRequest = { ...sentence(question), name };
  return ask("POST", "saved", asked);
}

/** Asks a saved search again: what is new since the last time. */
export function run({ id, collection }: Saved): Promise<Run> {
  return ask("POST", `saved/${encodeURIComponent(id)}/runs${within(collection)}`);
}

export function forget({ id, collection }: Saved): Promise<Saved> {
  return ask("DELETE", `saved/${encodeURIComponent(id)}${within(collection)}`);
}

export async function opinions(collection: string): Promise<Opinion[]> {
  return (await ask<{ feedback: Opinion[] }>("GET", `feedback${within(collection)}`)).feedback;
}

export type Said = { id: string } & ({ thumb: ThumbName } | { claim: string; verdict: VerdictName });

export function say(question: Question, said: Said): Promise<Opinion> {
  const asked: FeedbackRequest = { ...sentence(question), ...said };
  return ask("POST", "feedback", asked);
}

export function takeBack({ id, collection }: Opinion): Promise<unknown> {
  return ask("DELETE", `feedback/${id}${within(collection)}`);
}

/** What is told of a reply before it is there; what is told again replaces what was told before. */
export interface ChatEvents {
  understood: (told: ChatUnderstood) => void;
  called: (told: ChatCalled) => void;
  hits: (told: ChatFound) => void;
}

/** Sends a message, and tells what becomes known of the reply while it is made. */
export async function chat(asked: ChatRequest, told: ChatEvents): Promise<ChatReply> {
  const response = await send("POST", "chat", "text/event-stream", asked);
  if (!response.ok) throw await problem(response);
  // Something in between may have refused the stream.
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return (await response.json()) as ChatReply;
  let reply: ChatReply | null = null;
  try {
    for await (const { event, data } of eventsOf(chunks(response))) {
      if (event === "error") throw problemOf(data as Record<string, unknown>, response.status);
      if (event === "reply") reply = data as ChatReply;
      else if (event === "understood") told.understood(data as ChatUnderstood);
      else if (event === "called") told.called(data as ChatCalled);
      else if (event === "hits") told.hits(data as ChatFound);
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem("unreachable", 0, "", "");
  }
  if (reply === null) throw new Problem("unreachable", 0, "", "");
  return reply;
}

async function* chunks(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) yield part.value;
}

export function forgetChat(session: string, collection: string): Promise<unknown> {
  return ask("DELETE", `chat/sessions/${encodeURIComponent(session)}${within(collection)}`);
}

/** The parts of an address that are said. */
function said(asked: Record<string, string | number>): [string, string][] {
  return Object.entries(asked).flatMap(([name, value]): [string, string][] => (value === "" ? [] : [[name, String(value)]]));
}

export function trees(collection: string, signal: AbortSignal): Promise<Trees> {
  return get("trees", said({ collection }), signal);
}

export function people(q: string, tree: string, collection: string, limit: number, offset: number, signal: AbortSignal): Promise<People> {
  return get("trees/people", said({ q, tree, collection, limit, offset }), signal);
}

export function person(id: string, collection: string, signal: AbortSignal): Promise<Person> {
  return get(`trees/people/${encodeURIComponent(id)}`, said({ collection }), signal);
}

export function line(person: string, direction: string, generations: number, collection: string, signal: AbortSignal): Promise<Lineage> {
  return get("trees/lines", said({ person, direction, generations, collection }), signal);
}

export function path(from: string, to: string, collection: string, signal: AbortSignal): Promise<Relationship> {
  return get("trees/path", said({ from, to, collection }), signal);
}

/** The same as a drawing: SVG, to be read and not to be believed. */
export async function drawnPath(from: string, to: string, collection: string, signal: AbortSignal): Promise<string> {
  const query = new URLSearchParams(said({ from, to, collection, format: "svg" })).toString();
  const response = await send("GET", `trees/path?${query}`, "image/svg+xml", undefined, signal);
  if (!response.ok) throw await problem(response);
  return response.text();
}

/** `session` where the message replies to a question back. */
export function askTree(question: string, tree: string, collection: string, signal: AbortSignal, session = ""): Promise<FamilyAnswer> {
  const asked: AskRequest = { question, tree, collection, session };
  return ask("POST", "ask", asked, signal);
}

/** An answer to a message with the draft of a reply to whoever sent it, which is not sent. */
export function draftReply(question: string, author: string, tree: string, collection: string): Promise<FamilyAnswer> {
  const asked: AskRequest = { question, tree, collection, draft: true, author };
  return ask("POST", "ask", asked);
}

/** What to look for next about a person. */
export function tasks(person: string, collection: string, signal: AbortSignal): Promise<ResearchTasks> {
  return get("trees/tasks", said({ person, collection }), signal);
}

/** What is known of a DNA match; nothing of it is kept. */
export function dnaMatch(match: MatchRequest): Promise<MatchContext> {
  return ask("POST", "trees/match", match);
}

export function review(state: string, tree: string, collection: string, offset: number, signal: AbortSignal): Promise<ReviewList> {
  return get("review", said({ state, tree, collection, offset }), signal);
}

export function reviewItem(id: number, collection: string, signal: AbortSignal): Promise<ReviewItem> {
  return get(`review/${id}`, said({ collection }), signal);
}

export function decide(id: number, decision: DecisionRequest): Promise<ReviewItem> {
  return ask("POST", `review/${id}/decision`, decision);
}

/** Puts what a message states into the queue. */
export function readMessage(message: MessageRequest): Promise<Proposals> {
  return ask("POST", "review", message);
}

/** Says who is meant by an item that may be about several people. */
export function assign(id: number, person: string, collection: string): Promise<ReviewItem> {
  return ask("POST", `review/${id}/assignment`, { person, collection });
}

function within(collection: string): string {
  return collection ? `?${new URLSearchParams({ collection }).toString()}` : "";
}

/** Whether an error only says that we lost interest. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

function get<T>(path: string, asked: [string, string][], signal: AbortSignal): Promise<T> {
  const query = new URLSearchParams(asked).toString();
  return ask("GET", `${path}${query ? `?${query}` : ""}`, undefined, signal);
}

async function ask<T>(method: string, path: string, body?: object, signal?: AbortSignal): Promise<T> {
  const response = await send(method, path, "application/json", body, signal);
  if (!response.ok) throw await problem(response);
  return (await response.json()) as T;
}

async function send(method: string, path: string, accept: string, body?: object, signal?: AbortSignal): Promise<Response> {
  const key = sessionStorage.getItem(KEY);
  const headers: Record<string, string> = { Accept: accept };
  if (key) headers["Authorization"] = `Bearer ${key}`;
  if (body) headers["Content-Type"] = "application/json";
  try {
    return await fetch(`${BASE}/${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new Problem("unreachable", 0, "", "");
  }
}

async function problem(response: Response): Promise<Problem> {
  let told: Record<string, unknown> = {};
  try {
    told = (await response.json()) as Record<string, unknown>;
  } catch {
    // A proxy in between answers in its own way; the status has to do.
  }
  return problemOf(told, response.status);
}

function problemOf(told: Record<string, unknown>, status: number): Problem {
  const text = (name: string) => (typeof told[name] === "string" ? (told[name] as string) : "");
  const code = text("code") || "failed";
  // What these advise is for whoever writes a program.
  const hint = FOR_PROGRAMS.includes(code) ? "" : text("hint");
  return new Problem(code, status, text("detail") || text("title"), hint);
}
