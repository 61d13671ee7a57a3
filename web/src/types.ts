/** What the API answers and takes. Made from `src/claimtree/json_types` and `src/claimtree/api/requests.py` by
 * `tools/typescript.py`: change it there. */

export type StrengthName = "required" | "preferred";

export type VerdictName = "met" | "refuted" | "unknown";

export type ThumbName = "up" | "down";

export type MoveName = "new" | "modify" | "drop" | "more" | "sort" | "detail" | "ask" | "compare" | "criteria" | "reset" | "undo" | "opening" | "clarify" | "greeting" | "thanks" | "goodbye" | "okay" | "help" | "out-of-scope";

export type FitName = "full" | "maybe" | "close";

/** A range; an open end is null, and units are canonical (m2, m, USD, IDR…). A time of which every day is meant ("from 1900 to 1910") has the unit `period`. */
export interface Amount {
  kind: string;
  noun: string;
  low: number | null;
  high: number | null;
  low_open: boolean;
  high_open: boolean;
  op: string;
  unit: string;
}

/** A place wish as read from the sentence, before places are looked up. */
export interface Where {
  relation: string;
  names: string[];
  kind: string;
  low_m: number | null;
  high_m: number | null;
  well_rated: boolean;
  beside: boolean;
}

/** One wish of a sentence, as far as it can be asked of any entity. */
export interface Wish {
  /** For `edits`: c1, c2… */
  id: string;
  claim: string;
  /** What it is said of: the hit's own level, a part's or that of what it lies in. */
  level: string;
  facet: string | null;
  /** A refuted required claim drops a hit; a preferred one only costs it rank. */
  strength: StrengthName;
  weight: number;
  negated: boolean;
  /** Claims with the same number are alternatives and count once. */
  or_group: number | null;
  claim_type: string;
  amounts: Amount[];
  /** The words of the sentence that it came from. */
  quote: string;
  /** Of the quote, in characters (code points) of the sentence. */
  start: number;
  end: number;
  /** Claims with the same number are about one entity of the same facet. */
  group: number | null;
  concept: string | null;
  where: Where | null;
  /** How likely the words were taken for what they are not; 0 where the reader is sure. */
  doubt: number;
  /** How it was read; only where that was asked for. */
  why?: string;
}

/** What a wish asks of related entities. */
export interface Through {
  /** The kind, as the pack declares it. */
  relation: string;
  /** "in" where the others stand in the relation to the hit ("cited by"), "out" where it stands in it to them. */
  direction: "out" | "in";
  /** What one related entity has to meet; empty where any will do. */
  claims: Wish[];
}

/** One wish of a sentence. */
export interface Claim {
  /** For `edits`: c1, c2… */
  id: string;
  claim: string;
  /** What it is said of: the hit's own level, a part's or that of what it lies in. */
  level: string;
  facet: string | null;
  /** A refuted required claim drops a hit; a preferred one only costs it rank. */
  strength: StrengthName;
  weight: number;
  negated: boolean;
  /** Claims with the same number are alternatives and count once. */
  or_group: number | null;
  claim_type: string;
  amounts: Amount[];
  /** The words of the sentence that it came from. */
  quote: string;
  /** Of the quote, in characters (code points) of the sentence. */
  start: number;
  end: number;
  /** Claims with the same number are about one entity of the same facet. */
  group: number | null;
  concept: string | null;
  where: Where | null;
  /** How likely the words were taken for what they are not; 0 where the reader is sure. */
  doubt: number;
  /** How it was read; only where that was asked for. */
  why?: string;
  /** Where it asks of related entities: through which relation, and what. */
  through: Through | null;
}

/** What is wanted in a sentence. */
export interface Reading {
  claims: Claim[];
  notices: string[];
}

/** The hits that are near to one place, by id. */
export interface Group {
  place: string;
  hits: string[];
}

/** How many of the wishes are met; alternatives count as one. */
export interface Coverage {
  met: number;
  of: number;
  weight?: number;
}

/** A place that decided a verdict, and its distance. */
export interface Sight {
  id: string;
  name: string;
  lat: number;
  lon: number;
  metres: number;
}

/** A relation to another entity, with the words that say so. */
export interface Relation {
  kind: string;
  /** Is "in" where the other entity stands in the relation to this one. */
  direction: "out" | "in";
  /** The id of the other entity. */
  to: string;
  title: string;
  quote: string;
  level: string;
  /** The id of the entity whose source says so. */
  stated_by: string;
  source: string;
}

/** The words, or the measured distance, behind a verdict. */
export interface Evidence {
  /** Id of what it is said of: the hit itself, a part of it, or what it lies in. */
  entity: string;
  quote: string;
  /** What says so: the name of the source. */
  source: string;
  /** Where its source says both: the words that say otherwise; empty anywhere else. */
  against: string;
  for: boolean;
  by: string;
  doubtful: boolean;
  /** Its source says otherwise too, in the words of `against`. */
  disputed: boolean;
  place: Sight | null;
  /** What links the hit to the related entity that the words are about; null for words about the hit itself. */
  link: Relation | null;
}

/** The verdict on one claim. */
export interface Verdict {
  claim: string;
  /** met, refuted, or unknown: nothing is said about it, which is not a denial. */
  verdict: VerdictName;
  /** That the claim is met; null where nothing is known. */
  probability: number | null;
  id: string;
  evidence: Evidence[];
}

/** What a card shows beside the verdicts. */
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

/** One answer. */
export interface Hit {
  id: string;
  level: string;
  title: string;
  score: number;
  coverage: Coverage;
  /** In the order of the claims. */
  verdicts: Verdict[];
  fields: Record<string, string | number | boolean | string[] | null>;
  /** Only where cards were asked for. */
  card?: Card;
}

/** How many more would meet all other claims without this one. */
export interface Relaxation {
  claim: string;
  more: number;
  id: string;
}

/** How many entities meet how many wishes; exact. */
export interface Ladder {
  total: number;
  met: Record<string, number>;
  without: Relaxation[];
}

/** A place that searches know. */
export interface Place {
  id: string;
  name: string;
  kind: string;
  lat: number;
  lon: number;
  radius_m: number | null;
  outline: boolean;
  aliases: string[];
  parent: string | null;
  source: string;
  rank: number | null;
  rating: number | null;
  partial: boolean;
}

/** The places that a place wish refers to. */
export interface AskedPlace {
  id: string;
  claim: string;
  unknown: boolean;
  radius_m: number | null;
  places: Place[];
}

/** How many more there would be with a place wish widened. */
export interface Wider {
  text: string;
  more: number;
  id: string;
}

/** Hits, best first, with a verdict for every claim, and the ladder over all of them. */
export interface Answer {
  /** Only where hits were to be grouped by place. */
  groups?: Group[];
  claims: Claim[];
  hits: Hit[];
  ladder: Ladder;
  offset: number;
  next: number | null;
  cursor: string;
  places: AskedPlace[];
  wider: Wider[];
  notices: string[];
  took_ms: number;
}

/** What counts as one, a wish or its alternatives together, and what it adds to the score. */
export interface Unit {
  ids: string[];
  verdict: VerdictName;
  points: number;
}

/** Why an entity has its rank, or why it is missing. */
export interface Explanation {
  id: string;
  title: string;
  /** 1 for the first hit; null for an entity that is no hit. */
  place: number | null;
  total: number;
  score: number;
  coverage: Coverage;
  reasons: string[];
  claims: Claim[];
  verdicts: Verdict[];
  units: Unit[];
  took_ms: number;
}

/** How a level is shown to people. */
export interface LevelLabel {
  /** What one of them is called, by language. */
  one: Record<string, string>;
  /** What several of them are called, by language. */
  many: Record<string, string>;
  /** The drawing of the page; empty for the neutral one. */
  icon: string;
}

/** A store that can be searched, and what is in it. */
export interface Collection {
  name: string;
  title: string;
  languages: string[];
  /** From the widest to the narrowest. */
  levels: string[];
  /** The level that hits are of. */
  answers: string;
  /** Sentences to try. */
  queries: string[];
  pack: string;
  /** Of the levels that have a label. */
  level_labels: Record<string, LevelLabel>;
  entities: Record<string, number>;
  claims: number;
  phrases: number;
  places: number;
  /** Family trees that were imported into it. */
  trees: number;
}

/** A geometry of GeoJSON (RFC 7946). */
export interface Geometry {
  type: string;
  coordinates: unknown;
}

/** What a region is called. */
export interface RegionProperties {
  what: string;
  id: string;
  name: string;
  kind: string;
}

/** The outline of a region as a feature of GeoJSON. */
export interface Region {
  type: "Feature";
  id: string;
  geometry: Geometry;
  properties: RegionProperties;
}

/** The outlines of regions as GeoJSON. */
export interface Regions {
  type: "FeatureCollection";
  features: Region[];
}

/** Where news are posted, without what is secret. */
export interface Hook {
  host: string;
  allow_private: boolean;
  enabled: boolean;
  said: string;
}

/** A search that is kept under a name. */
export interface Saved {
  question: string;
  edits: string[];
  strict: boolean;
  weights: Record<string, number>;
  id: string;
  name: string;
  collection: string;
  limit: number;
  every_minutes: number | null;
  due: string | null;
  webhook: Hook | null;
  created: string;
  runs: number;
  last_run: string | null;
  failure: string;
}

/** How many are new, gone, cheaper, dearer or changed otherwise. */
export interface Counts {
  new: number;
  gone: number;
  cheaper: number;
  dearer: number;
  changed: number;
}

/** How many of the wishes a hit met in a run. */
export interface Standing {
  met: number;
  required_met: number;
  of: number;
}

/** A claim as it was judged in a run. */
export interface RunVerdict {
  id: string;
  claim: string;
  verdict: VerdictName;
  quote: string;
  required: boolean;
  measured: boolean;
}

/** A number of an entity that is followed. */
export interface Figure {
  name: string;
  kind: string;
  value: number;
  text: string;
}

/** A hit that is new, and why. */
export interface Arrival {
  id: string;
  title: string;
  place: number;
  coverage: Standing;
  score: number;
  verdicts: RunVerdict[];
  fields: Figure[];
  reason: string;
  why: string;
}

/** A claim of which the verdict has changed. */
export interface VerdictChange {
  id: string;
  claim: string;
  verdict: VerdictName;
  quote: string;
  required: boolean;
  measured: boolean;
  before: VerdictName | null;
}

/** A hit of a run. */
export interface RunHit {
  id: string;
  title: string;
  place: number;
  coverage: Standing;
  score: number;
  verdicts: RunVerdict[];
  fields: Figure[];
}

/** A former hit that is gone, and why. */
export interface Departure {
  reason: string;
  why: string;
  claims: VerdictChange[];
  now_at: number | null;
  was: RunHit;
  id: string;
  title: string;
}

/** A number that has changed. */
export interface FigureChange {
  name: string;
  before: Figure | null;
  after: Figure | null;
}

/** A hit of which something has changed. */
export interface Change {
  id: string;
  title: string;
  place: number;
  coverage: Standing;
  score: number;
  verdicts: RunVerdict[];
  fields: Figure[];
  title_before: string | null;
  price: "dropped" | "rose" | null;
  changed_fields: FigureChange[];
  changed_claims: VerdictChange[];
}

/** How many of them are not listed. */
export interface More {
  new: number;
  gone: number;
  changed: number;
}

/** What is new, what is gone, what has changed since the run before, and why. */
export interface Run {
  id: string;
  search: string;
  name: string;
  collection: string;
  question: string;
  run: number;
  at: string;
  baseline: boolean;
  summary: string;
  counts: Counts;
  hits: number;
  total: number;
  new: Arrival[];
  gone: Departure[];
  changed: Change[];
  more: More;
  notices: string[];
  /** Of the texts: that of the question. */
  language: string;
}

/** A claim as it was judged when the hit was shown. */
export interface Shown {
  id: string;
  claim: string;
  verdict: VerdictName;
  grade: number;
}

/** What a person said of a hit, or of one claim of it. */
export interface Opinion {
  id: number;
  collection: string;
  question: string;
  edits: string[];
  entity: string;
  place: number | null;
  thumb: ThumbName | null;
  claim: string | null;
  verdict: VerdictName | null;
  agrees: boolean | null;
  note: string;
  said_at: string;
  shown: Shown[];
}

/** A wish that the conversation keeps; several claims are alternatives. */
export interface Criterion {
  /** In a few words: "≤ Rp1,5 miliar". */
  label: string;
  claims: Claim[];
}

/** A tool that was called for a reply. */
export interface ToolCall {
  tool: string;
  arguments: Record<string, string | number | boolean | string[]>;
}

/** How far a hit is from a place that was asked for. */
export interface ChatDistance {
  place: string;
  metres: number;
  /** Of the place, or of the middle of a region. */
  lat: number;
  lon: number;
}

/** What a hit says to one criterion. */
export interface ChatVerdict {
  criterion: string;
  verdict: VerdictName;
  /** The words or the distance that decide; empty if nothing is said. */
  quote: string;
}

/** A hit as a reply shows it. */
export interface ChatHit {
  /** By which a message may refer to it. */
  number: number;
  id: string;
  title: string;
  /** Whether it is known to meet all criteria, may meet them, or misses some. */
  fit: FitName;
  /** As it is stated; empty if it is not. */
  price: string;
  facts: string[];
  address: string;
  link: string;
  lat: number | null;
  lon: number | null;
  distances: ChatDistance[];
  /** What it says itself of a nearness that was asked for and not measured. */
  words: string[];
  /** Criteria of which nothing is known. */
  unstated: string[];
  /** Criteria that it misses. */
  missed: string[];
  /** The place that it is grouped under; empty for none. */
  place: string;
  verdicts: ChatVerdict[];
}

/** Hits near one place. */
export interface ChatGroup {
  place: string;
  numbers: number[];
}

/** What leaving out a criterion would bring. */
export interface Relaxed {
  criterion: string;
  more: number;
}

/** What one hit says to a question about it. */
export interface ChatAnswer {
  number: number;
  id: string;
  asked: string;
  /** Null where a value was asked for. */
  verdict: VerdictName | null;
  quotes: string[];
}

/** What a language model did for a reply; what it did passed our checks. */
export interface ChatAssistant {
  /** By what the tools were chosen. */
  tools: "rules" | "model";
  /** By what the text was worded. */
  text: "template" | "model";
  /** Why the model's tools or text were not used, in the language of the reply. */
  notices: string[];
}

/** The reply to one message of a conversation. */
export interface ChatReply {
  session: string;
  language: string;
  /** What the message did. */
  move: MoveName;
  /** The reply as a person reads it, in lines. */
  text: string;
  /** The criteria on one line. */
  label: string;
  criteria: Criterion[];
  calls: ToolCall[];
  hits: ChatHit[];
  groups: ChatGroup[];
  /** How many hits fit all criteria. */
  total: number;
  /** How many of them were not shown yet. */
  left: number;
  /** If none fits: what leaving out each criterion would bring. */
  without: Relaxed[];
  answers: ChatAnswer[];
  /** Words of the message that were not used. */
  unused: string[];
  /** What a language model did for it; null where none is configured. */
  assistant: ChatAssistant | null;
}

/** What a message is understood as, told before the search ends. */
export interface ChatUnderstood {
  language: string;
  move: MoveName;
  /** The criteria on one line. */
  label: string;
  criteria: Criterion[];
}

/** The tools that are called so far. */
export interface ChatCalled {
  calls: ToolCall[];
}

/** The hits that the reply will tell. */
export interface ChatFound {
  hits: ChatHit[];
  groups: ChatGroup[];
  total: number;
  left: number;
}

/** A tree that was imported. */
export interface Tree {
  name: string;
  file: string;
  sha256: string;
  imported: string;
  charset: string;
  version: string;
  program: string;
  people: number;
  living: number;
  families: number;
  /** The id of the person whose tree it is; empty if it was not said. */
  root: string;
}

/** The trees of a collection. */
export interface Trees {
  trees: Tree[];
}

/** A person in a list. */
export interface PersonRow {
  /** The tree and the GEDCOM id: "royal92:I1". */
  id: string;
  /** "Living person" for one who is masked. */
  name: string;
  sex: string;
  /** The year, if it is known, however roughly. */
  born: number | null;
  died: number | null;
  /** As they are told, no more exact than the file: "1875 – after 1917"; empty where none is known. */
  years: string;
  /** True if the person may be living. */
  living: boolean;
}

/** A part of a list of people. */
export interface People {
  people: PersonRow[];
  /** Where the next part begins; null at the end. */
  next: number | null;
}

/** A name of a person. */
export interface Name {
  name: string;
  kind: string;
  quote: string;
}

/** A source that a fact cites. */
export interface SourceUse {
  title: string;
  page: string;
  text: string;
  quality: string;
  quote: string;
}

/** Something that happened to a person, or was true of one. */
export interface Fact {
  kind: string;
  value: string;
  /** As written: "ABT 1878". */
  date: string;
  /** The date in words; null if it cannot be read. */
  means: string | null;
  place: string;
  place_parts: string[];
  /** The lines of the file, each with its GEDCOM id and number. */
  quotes: string[];
  sources: SourceUse[];
}

/** A close relative, with the lines that link the two. */
export interface Kin {
  /** The tree and the GEDCOM id: "royal92:I1". */
  id: string;
  /** "Living person" for one who is masked. */
  name: string;
  sex: string;
  /** The year, if it is known, however roughly. */
  born: number | null;
  died: number | null;
  /** As they are told, no more exact than the file: "1875 – after 1917"; empty where none is known. */
  years: string;
  /** True if the person may be living. */
  living: boolean;
  /** What makes somebody a parent or a child ("birth", "adopted", "step", "foster"), or "married", "divorced", "partner", "sibling". */
  relation: string;
  quotes: string[];
}

/** A note on a person. */
export interface Note {
  text: string;
  quote: string;
}

/** Everything that a tree says of a person. */
export interface Person {
  /** The tree and the GEDCOM id: "royal92:I1". */
  id: string;
  /** "Living person" for one who is masked. */
  name: string;
  sex: string;
  /** The year, if it is known, however roughly. */
  born: number | null;
  died: number | null;
  /** As they are told, no more exact than the file: "1875 – after 1917"; empty where none is known. */
  years: string;
  /** True if the person may be living. */
  living: boolean;
  tree: string;
  /** True if the person may be living and is not shown. */
  masked: boolean;
  line: number;
  names: Name[];
  facts: Fact[];
  parents: Kin[];
  partners: Kin[];
  children: Kin[];
  siblings: Kin[];
  notes: Note[];
  sources: SourceUse[];
}

/** A person in a line. */
export interface LineagePerson {
  id: string;
  name: string;
  sex: string;
  /** The year, if it is known, however roughly. */
  born: number | null;
  died: number | null;
  /** As they are told, no more exact than the source: "1875 – after 1917"; empty where none is known. */
  years: string;
  /** 0 for the person who is asked about, 1 for parents or children, and so on; the nearest, if there are several. */
  generation: number;
  /** True for a partner of somebody in the line of descent who is not in it. */
  partner: boolean;
  /** How many parents, or children, of this person are not told. */
  further: number;
}

/** A line of a file that states a link. */
export interface Citation {
  file: string;
  /** The GEDCOM id of the record. */
  record: string;
  line: number;
  /** The line as written. */
  quote: string;
}

/** A link between a parent and a child. */
export interface LineageLink {
  child: string;
  parent: string;
  /** birth, unknown (treated as birth), adopted, foster or step. */
  kind: string;
  citations: Citation[];
}

/** Two partners. */
export interface LineageUnion {
  one: string;
  other: string;
  /** married, partner, divorced, or co_parent for two people who only have a child together. */
  kind: string;
  /** Of the marriage. */
  year: number | null;
  citations: Citation[];
}

/** The ancestors or the descendants of a person. Each person is told once, also where two lines meet. */
export interface Lineage {
  id: string;
  /** ancestors or descendants. */
  direction: string;
  /** As many as were asked for. */
  generations: number;
  /** The nearest generation first. */
  people: LineagePerson[];
  links: LineageLink[];
  unions: LineageUnion[];
  /** True if there are more people than are told. */
  cut: boolean;
}

/** A person on a path. */
export interface KinPerson {
  id: string;
  name: string;
  sex: string;
  /** The year, if it is known, however roughly. */
  born: number | null;
  died: number | null;
  /** As they are told, no more exact than the source: "1875 – after 1917"; empty where none is known. */
  years: string;
}

/** One link of a path; `from` and `to` are ids. */
export interface KinStep {
  from: string;
  to: string;
  /** What `to` is to `from`: "mother", "adopted son", "ex-wife". */
  link: string;
  /** birth, unknown (treated as birth), adopted, foster or step; for partners married, partner, divorced, or co_parent for two people who only have a child together. */
  kind: string;
  /** The link as a sentence. */
  text: string;
  /** The lines that state it, as text. */
  citation: string;
  citations: Citation[];
}

/** One way in which two people are related. */
export interface KinWay {
  label: string;
  /** blood, adoption (also foster and step links of the source) or marriage. */
  basis: string;
  /** True if no other way is shorter. */
  closest: boolean;
  /** The number of links, of which a marriage counts as two. */
  length: number;
  common_ancestors: KinPerson[];
  /** Several where they differ only in which of a couple they pass. */
  paths: KinStep[][];
}

/** What `to` is to `from`. */
export interface Relationship {
  from: KinPerson;
  to: KinPerson;
  related: boolean;
  /** "second cousin once removed"; "not related in this tree". */
  label: string;
  /** Other words that hold as well. */
  also: string[];
  /** The relationship in a sentence. */
  text: string;
  /** Common ancestors, other relationships and doubts, in sentences. */
  remarks: string[];
  /** The path of the first way; empty if they are not related. */
  path: KinStep[];
  /** Everybody on any of the paths. */
  people: KinPerson[];
  ways: KinWay[];
  /** True if there are more equally close paths than are told. */
  more: boolean;
}

/** Years from the first to the last; null for an end that is open. */
export interface YearRange {
  first: number | null;
  last: number | null;
  /** In words: "about 1900". */
  text: string;
}

/** One thing that a message says of somebody it looks for. */
export interface Clue {
  /** event, relative, sex or value. */
  kind: string;
  /** birth, death, marriage; empty for being somewhere at a time. */
  event: string;
  years: YearRange | null;
  place: string;
  /** What the relative is to the one who is looked for. */
  relation: string;
  /** Of a relative. */
  name: string;
  value: string;
  quote: string;
}

/** A person whom a message asks about. */
export interface Sought {
  name: string;
  birth: YearRange | null;
  death: YearRange | null;
  marriage: YearRange | null;
  clues: Clue[];
}

/** What a message speaks of. */
export interface Entities {
  people: Sought[];
  places: string[];
  dates: YearRange[];
  relationships: string[];
}

/** What the tree says to one clue. */
export interface ClueVerdict {
  clue: Clue;
  /** met, refuted or unknown. */
  verdict: string;
  fit: number;
  because: string;
}

/** A short fact that an answer rests on, with its lines; file, record, line and quote are of the first one. */
export interface AnswerEvidence {
  file: string;
  /** The GEDCOM id of the record. */
  record: string;
  line: number;
  /** The line as written. */
  quote: string;
  /** GEDCOM, API_SEARCH, CONVERSATION_LOG or USER_NOTE. */
  source_type: string;
  /** As hits have it: "hollow-creek:I49". */
  source_id: string;
  summary: string;
  /** 0 to 100: how far the source is to be trusted in this. */
  confidence: number;
  citations: Citation[];
}

/** Somebody who may be meant. */
export interface Candidate {
  id: string;
  name: string;
  /** "1819–1901"; empty where nothing is known, or to be shown. */
  years: string;
  /** The name as the message has it. */
  person: string;
  /** 0 to 100: of so many of 100 such candidates it is the one who is meant. */
  confidence: number;
  score: number;
  why: string[];
  verdicts: ClueVerdict[];
  evidence: AnswerEvidence[];
  source_type: string;
  source_id: string;
}

export interface Choice {
  text: string;
  people: string[];
}

/** A question to the asker, with the answers that tell candidates apart. */
export interface QuestionBack {
  text: string;
  /** birth, birth_place, death, partner, parent, sex, time; empty for one in general. */
  about: string;
  /** Bits that the answer is expected to tell. */
  gain: number;
  choices: Choice[];
}

/** Somebody whom a fact is about. */
export interface PersonRef {
  /** As hits have it: "hollow-creek:I49"; empty for somebody whom the tree does not have. */
  id: string;
  name: string;
  years: string;
  sex: string;
}

/** A fact that a message states of somebody in a tree. */
export interface SuggestedFact {
  person: PersonRef;
  /** Those who may be meant, if it is not certain who is. */
  candidates: PersonRef[];
  /** birth, marriage, occupation and the like; relation, name, sex. */
  kind: string;
  /** As GEDCOM writes it: "ABT 1878". */
  date: string;
  place: string;
  value: string;
  /** What the relative is to the person: "mother". */
  relation: string;
  relative: PersonRef | null;
  /** True for what is said not to be so. */
  denied: boolean;
  /** True if the writer is not sure. */
  hedged: boolean;
  /** The words of the message. */
  quote: string;
  /** 0 to 100. */
  confidence: number;
  /** The fact in a sentence. */
  text: string;
  remarks: string[];
}

/** A line of the tree. */
export interface TreeQuote {
  record: string;
  line: number;
  quote: string;
}

/** Where a suggested fact and the tree disagree, with the words of both. */
export interface DataConflict {
  /** date, place, relative, relation, name, sex, value, denied or impossible. */
  kind: string;
  text: string;
  message_quote: string;
  tree_quotes: TreeQuote[];
}

/** The message or note that something was read from. */
export interface Origin {
  /** CONVERSATION_LOG or USER_NOTE. */
  source_type: string;
  source_id: string;
  author: string;
  sent_at: string;
  excerpt: string;
}

/** Something that was done with an item. */
export interface Audit {
  at: string;
  by: string;
  /** added, approved, rejected, deferred, assigned or exported. */
  action: string;
  note: string;
}

/** Something that waits for a person, or that a person decided. */
export interface ReviewItem {
  id: number;
  /** suggestion, conflict or draft. */
  kind: string;
  /** waiting, approved, rejected or deferred. */
  state: string;
  tree: string;
  fact: SuggestedFact | null;
  conflicts: DataConflict[];
  draft: string;
  origin: Origin;
  audit: Audit[];
}

/** What a draft rests on. */
export interface DraftEvidence {
  /** GEDCOM, API_SEARCH, CONVERSATION_LOG or USER_NOTE. */
  source_type: string;
  source_id: string;
  summary: string;
  confidence: number;
  quote: string;
}

/** A reply that a person reads, changes and sends, or not: it is never sent from here. */
export interface Draft {
  tree: string;
  intent: string;
  /** The letter, with its sources under it. */
  text: string;
  /** The same, line by line. */
  lines: string[];
  /** The text in sentences of ours; the same as `text` unless a language model worded it. */
  template: string;
  /** The lines of the file that it rests on. */
  sources: string[];
  evidence: DraftEvidence[];
  /** To the asker, at most three. */
  questions: string[];
  confidence: number;
  worded_by_model: boolean;
  /** For whoever reads the draft: what was left out, why a model's wording was not used, and the like. */
  notices: string[];
}

/** A person whom an answer names. */
export interface AnswerPerson {
  id: string;
  name: string;
  /** "1819–1901"; empty where nothing is known, or to be shown. */
  years: string;
}

/** A number that is known exactly, or between two bounds. */
export interface NumberRange {
  low: number | null;
  /** None: without a bound. */
  high: number | null;
}

/** An event that an answer tells. */
export interface AnswerFact {
  person: string;
  kind: string;
  /** As it is written in the file. */
  date: string;
  place: string;
  value: string;
}

/** A question that tells the candidates apart. */
export interface Split {
  about: string;
  question: string;
  /** Bits that the answer is expected to tell. */
  gain: number;
}

/** What a message is answered with, and the lines of the file that it rests on. */
export interface FamilyAnswer {
  /** PERSON_LOOKUP, RELATIONSHIP_EXPLANATION, RECORD_SUGGESTION, GENERAL_GENEALOGY_QA or CLARIFICATION_NEEDED. */
  intent: string;
  entities: Entities;
  /** Of each person whom the message asks about, the likeliest first. */
  candidates: Candidate[];
  /** How two people are related, link by link. */
  path: Relationship | null;
  /** An answer that says no more than its evidence, or the question to ask back; the same as `text`. */
  answer_draft: string;
  /** False where it only asks back. */
  answered: boolean;
  confidence: number;
  missing_information: string[];
  questions_back: QuestionBack[];
  /** What the message states and the tree does not have, or denies; nothing of it is written. */
  suggested_facts: ReviewItem[];
  /** A reply to the one who wrote, if one was asked for. It is never sent. */
  draft?: Draft;
  /** The conversation that goes on with the next message; empty if none was begun. */
  session: string;
  /** Of a general question: people, count, facts, span, truth, relation or profile; of others people or relation; question: asked back. */
  kind: string;
  text: string;
  /** Those who are meant for certain; of a question back, those who may be. */
  people: AnswerPerson[];
  /** Those of whom what is on record leaves it open. */
  maybe: AnswerPerson[];
  number: NumberRange | null;
  facts: AnswerFact[];
  /** yes, no, unknown, or none: nothing of the kind is on record. */
  truth: string | null;
  /** What somebody is to somebody, the closest first. */
  words: string[];
  questions: string[];
  splits: Split[];
  evidence: AnswerEvidence[];
}

/** A part of the queue. */
export interface ReviewList {
  items: ReviewItem[];
  /** How many items there are in each state. */
  counts: Record<string, number>;
  /** Where the next part begins. */
  next: number | null;
}

/** A fact that the tree states as well. */
export interface KnownFact {
  fact: SuggestedFact;
  tree_quotes: TreeQuote[];
}

/** What has the form of a fact and cannot be one. */
export interface Refused {
  quote: string;
  why: string;
}

/** What a message gives. */
export interface Proposals {
  items: ReviewItem[];
  known: KnownFact[];
  refused: Refused[];
  /** The questions that the message asks. */
  questions: string[];
  /** True if the message was longer than what is read. */
  cut: boolean;
}

/** Something to look for. */
export interface ResearchTask {
  /** conflict, birth, death, obituary, marriage, census, burial, source. */
  kind: string;
  what: string;
  why: string;
  /** The first and the last year to look in. */
  years: number[] | null;
  place: string;
  /** The lines of the file from which it follows. */
  evidence: Citation[];
}

/** What to look for about a person, the most useful first. */
export interface ResearchTasks {
  person: AnswerPerson;
  tasks: ResearchTask[];
}

/** What is known of a DNA match, as evidence. */
export interface MatchContext {
  evidence: DraftEvidence[];
}

/** The same, and where. */
export interface LocatedSentence {
  /** The sentence. */
  text?: string;
  /** Changes to single claims of the sentence, by the ids of an earlier result for the same text: drop:c3, must:c1, nice:c5, weight:c2:0.9, negate:c4, or:c1,c4, alone:c1, words:c3:facing west. */
  edits?: readonly string[];
  /** True: leave out whatever says nothing about something required. False: it stays, lower down. */
  strict?: boolean;
  /** How much each level counts. */
  weights?: Record<string, number>;
  /** Which store; GET /api/v1/collections lists them. Empty: the first. */
  collection?: string;
  /** Near a place, by name or as LAT,LON. */
  near?: string;
  /** How near: 500m, 2km, 1mi. */
  within?: string;
}

export interface NewSavedRequest {
  /** The sentence. */
  text?: string;
  /** Changes to single claims of the sentence, by the ids of an earlier result for the same text: drop:c3, must:c1, nice:c5, weight:c2:0.9, negate:c4, or:c1,c4, alone:c1, words:c3:facing west. */
  edits?: readonly string[];
  /** True: leave out whatever says nothing about something required. False: it stays, lower down. */
  strict?: boolean;
  /** How much each level counts. */
  weights?: Record<string, number>;
  /** Which store; GET /api/v1/collections lists them. Empty: the first. */
  collection?: string;
  name: string;
  /** How many of the best are watched. */
  limit?: number;
  every_minutes?: number | null;
}

/** A thumb on the hit, or a claim with your own verdict on it. */
export interface FeedbackRequest {
  /** The sentence. */
  text?: string;
  /** Changes to single claims of the sentence, by the ids of an earlier result for the same text: drop:c3, must:c1, nice:c5, weight:c2:0.9, negate:c4, or:c1,c4, alone:c1, words:c3:facing west. */
  edits?: readonly string[];
  /** True: leave out whatever says nothing about something required. False: it stays, lower down. */
  strict?: boolean;
  /** How much each level counts. */
  weights?: Record<string, number>;
  /** Which store; GET /api/v1/collections lists them. Empty: the first. */
  collection?: string;
  /** The hit. */
  id: string;
  thumb?: ThumbName | null;
  claim?: string | null;
  verdict?: VerdictName | null;
  note?: string;
}

/** One message of a conversation. */
export interface ChatRequest {
  message: string;
  /** Which conversation to go on with; empty begins a new one. */
  session?: string;
  /** How many hits the reply shows. */
  limit?: number;
  /** Which store; GET /api/v1/collections lists them. Empty: the first. */
  collection?: string;
}

/** A message about a family tree. */
export interface AskRequest {
  /** A question or a message in plain English. */
  question: string;
  /** One of several trees. */
  tree?: string;
  /** The conversation that it goes on with. */
  session?: string;
  /** Who “we” begin at. [the root person of the tree] */
  root?: string;
  /** Who writes, if the tree has them. */
  match?: string;
  /** Candidates for each person. [3] */
  most?: number | null;
  /** Write a reply to whoever sent the message, too; it is never sent. */
  draft?: boolean;
  /** Who wrote the message, for a draft. */
  author?: string;
  /** Which store; GET /api/v1/collections lists them. Empty: the first. */
  collection?: string;
}

/** What a person decides about something that waits. */
export interface DecisionRequest {
  /** `waiting` takes a decision back. */
  state: "approved" | "rejected" | "deferred" | "waiting";
  /** Why; kept with the item. */
  note?: string;
  /** Which store; GET /api/v1/collections lists them. Empty: the first. */
  collection?: string;
}

/** A message or a note that may state facts of people in a tree. */
export interface MessageRequest {
  /** As it was written, in plain English. */
  text: string;
  /** Who wrote it. */
  author?: string;
  /** When it was sent. */
  sent_at?: string;
  /** The id of whom it is about: who "she" is. */
  about?: string;
  /** The id of who wrote it, from whom "my" counts. */
  writer?: string;
  /** True for a note of one's own. */
  note?: boolean;
  /** Put the draft of a reply into the queue, too; it is never sent. */
  draft?: boolean;
  /** One of several trees. */
  tree?: string;
  /** Which store; GET /api/v1/collections lists them. Empty: the first. */
  collection?: string;
}

/** What is known of a DNA match. */
export interface MatchRequest {
  /** Who the match is. */
  name?: string;
  /** Centimorgans that are shared. */
  shared_cm?: number | null;
  /** How many segments. */
  segments?: number | null;
  /** The longest of them. */
  longest_cm?: number | null;
  /** Family names of the match. */
  surnames?: readonly string[];
  /** Where the family was. */
  places?: readonly string[];
  /** Your own, about the match. */
  notes?: readonly string[];
  /** One of several trees. */
  tree?: string;
  /** Which store; GET /api/v1/collections lists them. Empty: the first. */
  collection?: string;
}
