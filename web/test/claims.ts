import type { Claim } from "../src/types";

export function claim(id: string, words: string, part: Partial<Claim> = {}): Claim {
  return {
    id,
    claim: words,
    claim_type: "features",
    level: "apartment",
    facet: null,
    strength: "preferred",
    weight: 0.75,
    negated: false,
    amounts: [],
    group: null,
    concept: null,
    where: null,
    doubt: 0,
    through: null,
    or_group: null,
    quote: words,
    start: 0,
    end: 0,
    ...part,
  };
}
