/** Facts come as words, in the order of the pack; a price among them is what people look for first. */

const MONEY = /\p{Sc}|\bRp\b/u;

export function isPrice(fact: string): boolean {
  return MONEY.test(fact);
}
