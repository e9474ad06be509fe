import type { Chain, ChainOperation, CheckOutcome } from "./chain.ts";

/** 66.66 tokens. */
const magicUnits = 66_660_000n;
const magicName = /\bRejected\b/i;

/**
 * A local chain never fails, so on testnet it rejects what has a magic value: a token whose name has the word
 * `Rejected`, and any movement of 66.66 tokens.
 */
export function withSimulatedFailures(chain: Chain): Chain {
  return {
    ...chain,
    check: async (operations) =>
      (await chain.check(operations)).map((outcome, place) => {
        const operation = operations[place];
        return outcome.ok && operation !== undefined && isMagic(operation) ? rejected : outcome;
      }),
  };
}

const rejected: CheckOutcome = {
  ok: false,
  reason: "rejected",
  detail: "the local chain rejects this magic value",
};

function isMagic(operation: ChainOperation): boolean {
  switch (operation.kind) {
    case "deploy":
      return magicName.test(operation.name);
    case "mint":
    case "burn":
    case "transfer":
      return operation.units === magicUnits;
    case "freeze":
    case "unfreeze":
      return false;
  }
}
