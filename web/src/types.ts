/** What the API answers, as `src/claimtree/api/schemas.py` says it; only what the page reads. */

export interface Claim {
  id: string;
  claim: string;
  claim_type: string;
  level: string;
  facet: string | null;
  strength: "required" | "preferred";
  weight: number;
  negated: boolean;
  /** How likely the words were taken for what they are not; 0 where the reader is sure. */
  doubt: number;
  or_group: number | null;
  quote: string;
  /** In characters (code points) of the sentence, not in JavaScript's units. */
  start: number;
  end: number;
}

export interface Reading {
  claims: Claim[];
  notices: string[];
}

export interface Sight {
  id: string;
  name: string;
  lat: number;
  lon: number;
  metres: number;
}

export interface Evidence {
  entity: string;
  quote: string;
  source: string;
  for: boolean;
  by: string;
  doubtful: boolean;
  /** Its source says otherwise too, in the words of `against`. */
  disputed: boolean;
  against: string;
  place: Sight | null;
}

export type VerdictName = "met" | "refuted" | "unknown";

export interface Verdict {
  id: string;
  claim: string;
  verdict: VerdictName;
  probability: number | null;
  evidence: Evidence[];
}

export interface Card {
  facts: string[];
  /** What the hit lies in, nearest first. */
  lineage: string[];
  lat: number | null;
  lon: number | null;
  picture: string;
  url: string;
  entities: Record<string, string>;
}

export interface Hit {
  id: string;
  level: string;
  title: string;
  score: number;
  coverage: { met: number; of: number };
  verdicts: Verdict[];
  card: Card | null;
}

export interface Relaxation {
  id: string;
  claim: string;
  more: number;
}

export interface Wider {
  id: string;
  text: string;
  more: number;
}

export interface Ladder {
  total: number;
  met: Record<string, number>;
  without: Relaxation[];
}

export interface Place {
  id: string;
  name: string;
  kind: string;
  lat: number;
  lon: number;
  radius_m: number | null;
}

export interface AskedPlace {
  id: string;
  claim: string;
  unknown: boolean;
  radius_m: number | null;
  places: Place[];
}

export interface Answer {
  claims: Claim[];
  hits: Hit[];
  ladder: Ladder;
  next: number | null;
  cursor: string;
  places: AskedPlace[];
  wider: Wider[];
  notices: string[];
  took_ms: number;
}

export interface Explanation {
  id: string;
  title: string;
  place: number | null;
  total: number;
  score: number;
  coverage: { met: number; of: number };
  reasons: string[];
  claims: Claim[];
  verdicts: Verdict[];
  units: { ids: string[]; verdict: string; points: number }[];
}

export interface Collection {
  name: string;
  pack: string;
  title: string;
  languages: string[];
  /** From the widest to the narrowest. */
  levels: string[];
  /** The level that hits are of. */
  answers: string;
  queries: string[];
  entities: Record<string, number>;
  places: number;
}

/** GeoJSON, as far as the map needs it. */
export interface Regions {
  type: "FeatureCollection";
  features: {
    type: "Feature";
    geometry: { type: string; coordinates: unknown };
    properties: { id: string; name: string; kind: string };
  }[];
}

/** A search that is kept under a name. */
export interface Saved {
  id: string;
  name: string;
  collection: string;
  question: string;
  edits: string[];
  strict: boolean;
  weights: Record<string, number>;
  last_run: string | null;
}

/** What a saved search found since the time before. */
export interface Run {
  summary: string;
  baseline: boolean;
  new: { id: string; title?: string }[];
  gone: { id: string; title?: string }[];
}

/** What a person said of a hit, or of one claim of it. */
export interface Opinion {
  id: number;
  collection: string;
  question: string;
  edits: string[];
  entity: string;
  thumb: "up" | "down" | null;
  claim: string | null;
  verdict: VerdictName | null;
}
