/** Everything the page knows, and the one place where it changes. */

import type { Problem } from "./api";
import { type Chat, type ChatAction, NO_CHAT, reduceChat } from "./chat";
import type { FamilyView } from "./family";
import { NOTHING_ASKED, type Question } from "./question";
import type { Answer, Claim, Collection, Hit, Reading } from "./types";
import { MOST_COMPARED, type View } from "./url";

/** Of the hits that are loaded; nothing is asked of the server. */
export interface Filters {
  /** Names of what hits lie in. */
  areas: readonly string[];
  /** Ids of claims that must be met. */
  met: readonly string[];
}

export interface State {
  collections: readonly Collection[] | null;
  /** As it stands in the box, with its edits. */
  question: Question;
  view: View;
  /** The claims as the sentence has them, and the sentence that they are of. */
  base: readonly Claim[];
  baseText: string;
  /** The claims after all edits. */
  claims: readonly Claim[];
  readingNotices: readonly string[];
  /** The pages so far, as one. */
  answer: Answer | null;
  /** What the answer is to. */
  asked: Question | null;
  status: "idle" | "searching" | "extending" | "done" | "failed";
  problem: Problem | null;
  online: boolean;
  compared: readonly Hit[];
  /** Ids that a link compares, and that no page has shown yet. */
  awaited: readonly string[];
  comparing: boolean;
  /** Whether the saved searches are open. */
  saving: boolean;
  filters: Filters;
  /** Whether the conversation is seen instead of the search. */
  talking: boolean;
  chat: Chat;
  /** What is seen of family trees; null where something else is seen. */
  family: FamilyView | null;
}

export type Action =
  | { type: "opened"; question: Question; view: View; compared: readonly string[]; talking: boolean; family: FamilyView | null }
  | { type: "collections"; collections: Collection[] }
  | { type: "typed"; text: string }
  | { type: "read"; question: Question; base: Reading; edited: Reading; edits: readonly string[] }
  | { type: "changed"; question: Partial<Question> }
  | { type: "searching"; question: Question }
  | { type: "found"; question: Question; answer: Answer; base: Reading | null }
  | { type: "extending" }
  | { type: "extended"; question: Question; answer: Answer }
  | { type: "failed"; problem: Problem }
  | { type: "cleared" }
  | { type: "viewed"; view: View }
  | { type: "filtered"; filters: Filters }
  | { type: "picked"; hit: Hit }
  | { type: "unpicked" }
  | { type: "comparing"; open: boolean }
  | { type: "saving"; open: boolean }
  | { type: "online"; online: boolean }
  | { type: "talking"; open: boolean }
  | { type: "family"; family: FamilyView | null }
  | { type: "chat"; change: ChatAction };

const NO_FILTERS: Filters = { areas: [], met: [] };

export const START: State = {
  collections: null,
  question: NOTHING_ASKED,
  view: "both",
  base: [],
  baseText: "",
  claims: [],
  readingNotices: [],
  answer: null,
  asked: null,
  status: "idle",
  problem: null,
  online: true,
  compared: [],
  awaited: [],
  comparing: false,
  saving: false,
  filters: NO_FILTERS,
  talking: false,
  chat: NO_CHAT,
  family: null,
};

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case "opened": {
      const { question, view, talking, family } = action;
      return { ...state, question, view, talking, family, compared: [], awaited: action.compared, comparing: false };
    }
    case "collections":
      return { ...state, collections: action.collections, ...withoutKeyProblem(state) };
    case "typed":
      return { ...state, question: { ...state.question, text: action.text } };
    case "read": {
      // The sentence may have been typed on while it was read.
      if (state.question.text !== action.question.text) return state;
      const question = { ...state.question, edits: action.edits };
      return { ...state, question, ...known(action.question.text, action.base), ...edited(action.edited) };
    }
    case "changed":
      return { ...state, question: { ...state.question, ...action.question } };
    case "searching":
      return { ...state, status: "searching", problem: null, question: action.question };
    case "found": {
      const { answer, question } = action;
      const base = action.base ?? { claims: answer.claims, notices: [] };
      const same = state.asked?.text === question.text && state.asked.collection === question.collection;
      return {
        ...state,
        ...known(question.text, base),
        claims: answer.claims,
        readingNotices: [],
        answer,
        asked: question,
        status: "done",
        problem: null,
        filters: same ? stillThere(state.filters, answer) : NO_FILTERS,
        ...met(state.awaited, same ? renewed(state.compared, answer) : [], answer.hits, state.comparing),
      };
    }
    case "extending":
      return { ...state, status: "extending", problem: null };
    case "extended": {
      if (state.answer === null || state.asked !== action.question) return state;
      const seen = new Set(state.answer.hits.map((hit) => hit.id));
      const hits = [...state.answer.hits, ...action.answer.hits.filter((hit) => !seen.has(hit.id))];
      return {
        ...state,
        status: "done",
        answer: { ...action.answer, hits, wider: state.answer.wider },
        ...met(state.awaited, state.compared, action.answer.hits, state.comparing),
      };
    }
    case "failed":
      return { ...state, status: "failed", problem: action.problem };
    case "cleared":
      return { ...state, answer: null, asked: null, status: "idle", problem: null, base: [], claims: [], compared: [] };
    case "viewed":
      return { ...state, view: action.view };
    case "filtered":
      return { ...state, filters: action.filters };
    case "picked": {
      const others = state.compared.filter((hit) => hit.id !== action.hit.id);
      if (others.length < state.compared.length) return { ...state, compared: others };
      return state.compared.length < MOST_COMPARED ? { ...state, compared: [...others, action.hit] } : state;
    }
    case "unpicked":
      return { ...state, compared: [], comparing: false };
    case "comparing":
      return { ...state, comparing: action.open };
    case "saving":
      return { ...state, saving: action.open };
    case "online":
      return { ...state, online: action.online };
    case "talking":
      return { ...state, talking: action.open, family: null };
    case "family":
      return { ...state, family: action.family, talking: false };
    case "chat": {
      const chat = reduceChat(state.chat, action.change);
      return { ...state, chat, ...(action.change.type === "answered" ? withoutKeyProblem(state) : {}) };
    }
  }
}

/** Collections are the first that a key opens. */
function withoutKeyProblem({ problem, status }: State): Partial<State> {
  return problem?.needsKey ? { problem: null, status: status === "failed" ? "idle" : status } : {};
}

function known(text: string, base: Reading): Pick<State, "base" | "baseText"> {
  return { base: base.claims, baseText: text };
}

function edited(reading: Reading): Pick<State, "claims" | "readingNotices"> {
  return { claims: reading.claims, readingNotices: reading.notices };
}

function stillThere(filters: Filters, answer: Answer): Filters {
  return { ...filters, met: filters.met.filter((id) => answer.claims.some((claim) => claim.id === id)) };
}

/** Verdicts are of a question: those of another are not compared with these. */
function renewed(compared: readonly Hit[], answer: Answer): Hit[] {
  return compared.flatMap((old) => answer.hits.find((hit) => hit.id === old.id) ?? []);
}

/** What a link compares is compared as soon as it is there. */
function met(
  awaited: readonly string[],
  compared: readonly Hit[],
  hits: readonly Hit[],
  comparing: boolean,
): Pick<State, "compared" | "awaited" | "comparing"> {
  const here = hits.filter((hit) => awaited.includes(hit.id) && !compared.some(({ id }) => id === hit.id));
  const all = [...compared, ...here].slice(0, MOST_COMPARED);
  return {
    compared: all,
    awaited: awaited.filter((id) => !here.some((hit) => hit.id === id)),
    comparing: all.length > 1 && (comparing || here.length > 0),
  };
}

/** The hits that are shown, with their place among all. */
export function shown(state: State): { hit: Hit; place: number }[] {
  const all = state.answer?.hits.map((hit, k) => ({ hit, place: k + 1 })) ?? [];
  const { areas, met } = state.filters;
  return all.filter(
    ({ hit }) =>
      (areas.length === 0 || areas.some((area) => hit.card?.lineage.includes(area))) &&
      met.every((id) => hit.verdicts.some((verdict) => verdict.id === id && verdict.verdict === "met")),
  );
}

export function collectionOf(state: State): Collection | undefined {
  const name = state.question.collection;
  return name ? state.collections?.find((one) => one.name === name) : state.collections?.[0];
}
