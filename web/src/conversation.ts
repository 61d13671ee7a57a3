/** Talking with the server: one message after the other, remembered by the browser. */

import * as api from "./api";
import { type Arriving, type Exchange, type Kept, extended, readKept, written } from "./chat";
import { collectionOf } from "./state";
import { dispatch, now } from "./store";

const KEPT = "claimtree-chat";
const SESSION_BYTES = 16;

/** The collection that is talked about; empty as long as neither the address nor the server says which. */
function topic(): string {
  return collectionOf(now())?.name ?? now().question.collection;
}

/** Where its conversation is kept. */
function place(): string {
  return `${KEPT}:${topic()}`;
}

/** With a key it is kept as the key is: in this tab only. Else all tabs of this browser have one conversation. */
function keeper(): Storage {
  return api.hasKey() ? sessionStorage : localStorage;
}

/** A browser may refuse to keep anything; then the conversation lasts as long as the page. */
const held = new Map<string, string>();

function read(place: string): Kept | null {
  let text: string | null = null;
  try {
    text = keeper().getItem(place);
  } catch {
    // It is refused.
  }
  return readKept(text ?? held.get(place) ?? null);
}

function keep(place: string, kept: Kept): void {
  const text = written(kept);
  held.set(place, text);
  try {
    keeper().setItem(place, text);
  } catch {
    // There is no room, or none is given.
  }
}

/**
 * A name that nobody guesses, of the form that the server makes: to strangers it allows no other, for whoever knows it
 * may go on with the conversation.
 */
function newSession(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SESSION_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What was said before, here or in another tab. */
export function recall(): void {
  if (!topic()) return;
  const kept = read(place()) ?? { session: newSession(), exchanges: [] };
  dispatch({ type: "chat", change: { type: "recalled", kept } });
}

/** Opens the conversation; a sentence that was written for the search may be sent as its first message. */
export function begin(sentence: string): void {
  recall();
  const { draft, exchanges } = now().chat;
  if (topic() && !draft && exchanges.length === 0) drafted(sentence);
}

export function drafted(text: string): void {
  dispatch({ type: "chat", change: { type: "drafted", text } });
}

function arriving(part: Partial<Arriving>): void {
  dispatch({ type: "chat", change: { type: "arriving", part } });
}

const ARRIVING: api.ChatEvents = {
  understood: ({ language, criteria }) => arriving({ language, criteria: criteria.map(({ label }) => label) }),
  called: ({ calls }) => arriving({ calls }),
  hits: ({ hits }) => arriving({ hits }),
};

/** Sends a message, unless one is being answered. */
export async function say(message: string): Promise<void> {
  const text = message.trim();
  const { chat, collections } = now();
  if (!text || chat.pending || collections === null) return;
  const session = chat.session || newSession();
  const collection = topic();
  const where = place();
  dispatch({ type: "chat", change: { type: "sending", message: text } });
  try {
    const reply = await api.chat({ message: text, session, collection }, ARRIVING);
    answered({ said: text, reply }, session, where);
  } catch (error) {
    const problem = error instanceof api.Problem ? error : new api.Problem("page", 0, String(error), "");
    dispatch({ type: "chat", change: { type: "unanswered", problem } });
    if (problem.needsKey) dispatch({ type: "failed", problem });
  }
}

/** Adds to what is kept, which another tab may have continued; if somebody has started over since, it is gone. */
function answered(exchange: Exchange, session: string, where: string): void {
  const { chat } = now();
  const shown: Kept = { session: chat.session || session, exchanges: chat.exchanges };
  const kept = read(where) ?? shown;
  const after = kept.session === session ? extended(kept, exchange) : kept;
  if (after !== kept) keep(where, after);
  // Somebody may look at another collection by now.
  dispatch({ type: "chat", change: { type: "answered", kept: where === place() ? after : shown } });
}

/** Sends the message once more that was not answered. */
export function sayAgain(): void {
  const { failed } = now().chat;
  if (failed) void say(failed.message);
}

/** Forgets the conversation, here and on the server. */
export function startAnew(): void {
  const { session, exchanges, pending } = now().chat;
  if (pending) return;
  const kept: Kept = { session: newSession(), exchanges: [] };
  keep(place(), kept);
  dispatch({ type: "chat", change: { type: "recalled", kept } });
  // Where the server cannot be reached it forgets by itself after a while.
  if (session && exchanges.length > 0) api.forgetChat(session, topic()).catch(() => undefined);
}

/** Whenever another tab has said something. */
export function listen(): void {
  addEventListener("storage", (event) => {
    if (event.key === place() && event.storageArea === localStorage && !api.hasKey() && now().chat.session) recall();
  });
}
