import type { FeeOffer } from "../chain.ts";

const minimum = 100n;
/** stellar-core lets a transaction take the place of another of the same sequence for ten times its fee. */
const replacementFactor = 10n;

/** What to offer for each operation: what most paid lately, or enough to take the place of what was offered before. */
export function chooseBaseFee(usual: bigint, replaces: FeeOffer | undefined, maximum: bigint): bigint {
  const former = replaces?.["baseFee"];
  const needed = former === undefined ? usual : BigInt(former) * replacementFactor;
  const wanted = needed > usual ? needed : usual;
  const bounded = wanted > maximum ? maximum : wanted;
  return bounded < minimum ? minimum : bounded;
}
