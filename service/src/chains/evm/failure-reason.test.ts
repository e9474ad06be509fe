import { encodeErrorResult, parseAbi } from "viem/utils";
import { expect, test } from "vitest";
import { NodeError } from "../node-pool.ts";
import { explainRevert, isRevert } from "./failure-reason.ts";
import { stablecoinAbi } from "./stablecoin-abi.ts";

const holder = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const word = `0x${"01".repeat(32)}` as const;

const sentences = parseAbi(["error Error(string words)", "error Surprise(uint256 size)"]);

test.each([
  ["frozen", encodeErrorResult({ abi: stablecoinAbi, errorName: "Frozen", args: [holder] })],
  ["paused", encodeErrorResult({ abi: stablecoinAbi, errorName: "EnforcedPause" })],
  ["reference_used", encodeErrorResult({ abi: stablecoinAbi, errorName: "ReferenceUsed", args: [word] })],
  [
    "reference_used",
    encodeErrorResult({ abi: stablecoinAbi, errorName: "ERC3009UsedAuthorization", args: [holder, word] }),
  ],
  [
    "insufficient_tokens",
    encodeErrorResult({ abi: stablecoinAbi, errorName: "ERC20InsufficientBalance", args: [holder, 1n, 2n] }),
  ],
  ["rejected", encodeErrorResult({ abi: stablecoinAbi, errorName: "NotMinter", args: [holder] })],
  ["rejected", encodeErrorResult({ abi: sentences, errorName: "Surprise", args: [1n] })],
  ["rejected", "0x"],
] as const)("a contract error is mapped to %s", (reason, data) => {
  expect(explainRevert(new NodeError(3, "execution reverted", data))).toMatchObject({
    reason,
    isAuthorizationOver: false,
  });
  expect(explainRevert(new NodeError(-32_000, "reverted", { data }))).toMatchObject({ reason });
});

test.each([
  ["frozen", "Blacklistable: account is blacklisted"],
  ["paused", "Pausable: paused"],
  ["insufficient_tokens", "ERC20: transfer amount exceeds balance"],
  ["reference_used", "FiatTokenV2: authorization is used or canceled"],
  ["rejected", "FiatTokenV2: invalid signature"],
] as const)('%s is the reason for the third-party token error "%s"', (reason, words) => {
  const data = encodeErrorResult({ abi: sentences, errorName: "Error", args: [words] });
  expect(explainRevert(new NodeError(3, "execution reverted", data))).toMatchObject({
    reason,
    detail: words,
  });
});

test("an expired authorization is distinguished, since a new one could succeed", () => {
  const args = [0n, 1n] as const;
  const ownError = encodeErrorResult({
    abi: stablecoinAbi,
    errorName: "ERC3009InvalidAuthorizationTime",
    args,
  });
  const words = ["FiatTokenV2: authorization is expired"] as const;
  const fiatTokenError = encodeErrorResult({ abi: sentences, errorName: "Error", args: words });
  for (const data of [ownError, fiatTokenError]) {
    expect(explainRevert(new NodeError(3, "execution reverted", data))).toMatchObject({
      isAuthorizationOver: true,
    });
  }
});

test("a node error is not a revert", () => {
  expect(isRevert(new NodeError(3, "execution reverted", undefined))).toBe(true);
  expect(isRevert(new NodeError(-32_000, "VM Exception: revert", undefined))).toBe(true);
  expect(isRevert(new NodeError(-32_005, "too many requests", undefined))).toBe(false);
  expect(isRevert(new NodeError(-32_000, "missing trie node", undefined))).toBe(false);
});
