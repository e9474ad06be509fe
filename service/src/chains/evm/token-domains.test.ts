import { encodeFunctionResult } from "viem/utils";
import { expect, test } from "vitest";
import { ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { stablecoinAbi } from "./stablecoin-abi.ts";
import { createTokenDomains, NamelessTokenError } from "./token-domains.ts";

const contract = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const elsewhere = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
const reverted = new NodeError(3, "execution reverted", "0x");

const text = (functionName: "name" | "version", result: string) =>
  encodeFunctionResult({ abi: stablecoinAbi, functionName, result });

function domainOf(verifyingContract: typeof elsewhere): string {
  const word = `0x${"00".repeat(32)}` as const;
  return encodeFunctionResult({
    abi: stablecoinAbi,
    functionName: "eip712Domain",
    result: ["0x0f", "Florin Dollar", "1", 5n, verifyingContract, word, []],
  });
}

function nodeReturning(results: readonly unknown[]): NodePool & { readonly messages: number } {
  let messages = 0;
  return {
    get messages() {
      return messages;
    },
    call: () => Promise.reject(new Error("single calls are not used")),
    callMany: async () => {
      messages += 1;
      return results;
    },
    distrust: () => {},
  };
}

test("a token's name and version are read once", async () => {
  const node = nodeReturning([domainOf(elsewhere), text("name", "Another"), reverted]);
  const domains = createTokenDomains(node, 7);
  // Chain and contract are never taken from a node.
  const domain = { name: "Florin Dollar", version: "1", chainId: 7, verifyingContract: contract };
  expect(await domains.of(contract)).toEqual(domain);
  expect(await domains.of(contract)).toEqual(domain);
  expect(node.messages).toBe(1);
});

test("a token without EIP-5267 is read by name and version", async () => {
  const node = nodeReturning([reverted, text("name", "USD Coin"), text("version", "2")]);
  expect(await createTokenDomains(node, 7).of(contract)).toMatchObject({ name: "USD Coin", version: "2" });
});

test("a token without a version has version 1", async () => {
  const node = nodeReturning([reverted, text("name", "Old Coin"), reverted]);
  expect(await createTokenDomains(node, 7).of(contract)).toMatchObject({ name: "Old Coin", version: "1" });
});

test("a failed read is not cached", async () => {
  const busy = new NodeError(-32_005, "too many requests", undefined);
  const node = nodeReturning([busy, busy, busy]);
  const domains = createTokenDomains(node, 7);
  await expect(domains.of(contract)).rejects.toThrow(ChainUnavailableError);
  await expect(domains.of(contract)).rejects.toThrow(ChainUnavailableError);
  expect(node.messages).toBe(2);
});

test.each<readonly [string, readonly unknown[]]>([
  ["reverts every call", [reverted, reverted, reverted]],
  ["does not exist", ["0x", "0x", "0x"]],
  ["returns a malformed name", [reverted, `0x${"41".repeat(32)}`, reverted]],
  [
    "executes an invalid opcode",
    [reverted, new NodeError(-32_000, "invalid opcode: INVALID", undefined), reverted],
  ],
])("a token that %s is a token error, not a node error", async (_name, results) => {
  const lookup = createTokenDomains(nodeReturning(results), 7).of(contract);
  await expect(lookup).rejects.toThrow(NamelessTokenError);
});
