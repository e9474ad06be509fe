import type { FeeOffer } from "../chain.ts";

const minimum = 100n;
/** stellar-core replaces a pending transaction with the same sequence number only for ten times its fee. */
const replacementFactor = 10n;

/** Fee to offer per operation: the recent usual fee, or enough to replace the previous offer. */
export function chooseBaseFee(usual: bigint, replaces: FeeOffer | undefined, maximum: bigint): bigint {
  const former = replaces?.["baseFee"];
  const needed = former === undefined ? usual : BigInt(former) * replacementFactor;
  const uncapped = needed > usual ? needed : usual;
  const bounded = uncapped > maximum ? maximum : uncapped;
  return bounded < minimum ? minimum : bounded;
}
