import { expect, test } from "vitest";
import { evaluateRefusal } from "./broadcast-outcome.ts";

const hash = `0x${"ab".repeat(32)}`;

test.each([
  ["accepted", "geth", "already known"],
  ["accepted", "EDR", `Known transaction: ${hash}`],
  ["accepted", "anvil", `Tx: [${hash}] already Imported`],
  ["accepted", "reth", "already imported"],
  ["accepted", "erigon", "INTERNAL_ERROR: existing tx with same hash"],

  ["unknown", "geth", "nonce too low: next nonce 7, tx nonce 3"],
  ["unknown", "EDR", "Transaction nonce too low. Expected nonce to be at least 7 but got 3."],
  ["unknown", "nethermind", "OldNonce, Current nonce: 7, nonce of rejected tx: 3"],

  ["later", "geth", "replacement transaction underpriced"],
  ["later", "EDR", "Replacement transaction underpriced. A gasPrice/maxFeePerGas of at least 9 is necessary"],
  ["later", "reth", "insufficient gas price to replace existing transaction"],
  ["later", "geth", "transaction underpriced: tip needed 1000000, tip permitted 1"],
  ["later", "anvil", "max fee per gas less than block base fee"],
  ["later", "reth", "transaction feeCap 1 below chain minimum"],
  [
    "later",
    "EDR",
    "Transaction maxFeePerGas (1) is too low for the next block, which has a baseFeePerGas of 8",
  ],
  ["later", "geth", "insufficient funds for gas * price + value: balance 0, tx cost 1, overshot 1"],
  ["later", "EDR", "Sender doesn't have enough funds to send tx. The max upfront cost is: 9"],
  ["later", "geth", "nonce too high"],
  ["later", "nethermind", "NonceGap, Future nonce. Expected nonce: 3"],
  ["later", "geth", "txpool is full"],
  ["later", "geth", "account limit exceeded"],
  ["later", "a provider", "Your app has exceeded its compute units per second capacity (rate limit)"],
  ["later", "an unknown node", "flux capacitor misaligned"],

  ["rejected", "geth", "invalid sender"],
  ["rejected", "anvil", "invalid chain id for signer"],
  ["rejected", "EDR", "Trying to send a raw transaction with an invalid chainId. The expected chainId is 1"],
  ["rejected", "erigon", "only replay-protected (EIP-155) transactions allowed over RPC"],
  ["rejected", "geth", "intrinsic gas too low: gas 20999, minimum needed 21000"],
  ["rejected", "EDR", "Transaction requires at least 21000 gas but got 20999"],
  ["rejected", "geth", "exceeds block gas limit"],
  ["rejected", "reth", "transaction's gas limit 9 exceeds block's gas limit 8"],
  ["rejected", "geth", "oversized data"],
  ["rejected", "geth", "rlp: value size exceeds available input length"],
  ["rejected", "anvil", "Failed to decode signed transaction"],
  ["rejected", "geth", "transaction type not supported"],
  ["rejected", "geth", "max priority fee per gas higher than max fee per gas"],
] as const)('%s is the result for the %s error "%s"', (response, _, message) => {
  expect(evaluateRefusal(message).response).toBe(response);
});

test("the node's error message is kept, truncated", () => {
  expect(evaluateRefusal("intrinsic gas too low")).toEqual({
    response: "rejected",
    detail: "intrinsic gas too low",
  });
  expect(evaluateRefusal("nonce too high".padEnd(5_000, "!"))).toMatchObject({
    response: "later",
    detail: expect.stringMatching(/^.{300}$/),
  });
});
