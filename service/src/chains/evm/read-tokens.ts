import type { Hex } from "viem";
import { getAddress, hexToBigInt } from "viem/utils";
import { ChainUnavailableError, type FinalSupply } from "../chain.ts";
import type { NodePool, NodeQuestion } from "../node-pool.ts";
import { ask, resultOf } from "./ask-nodes.ts";
import { type HeadTerms, headQuestions, readHead } from "./chain-head.ts";
import { quantity, readBlock, readHex } from "./node-responses.ts";
import { encodeCall } from "./static-encoding.ts";

export async function readSupply(nodes: NodePool, contract: string): Promise<bigint> {
  const [result] = await nodes.callMany([call(contract, encodeCall("totalSupply"))]);
  return readUnits(result);
}

/** EIP-1898: the call names the block by its hash, so no other block of that height can be read. */
export async function readFinalSupply(
  nodes: NodePool,
  terms: HeadTerms,
  contract: string,
): Promise<FinalSupply> {
  const { finalHeight } = readHead(await nodes.callMany(headQuestions(terms)), terms);
  const { height, hash } = readBlock(
    await ask(nodes, "eth_getBlockByNumber", [quantity(finalHeight), false]),
  );
  const [result] = await nodes.callMany([
    call(contract, encodeCall("totalSupply"), { blockHash: hash, requireCanonical: true }),
  ]);
  return { units: readUnits(result), block: { height, hash } };
}

export async function readBalances(
  nodes: NodePool,
  contract: string,
  holders: readonly string[],
): Promise<readonly bigint[]> {
  const questions = holders.map((holder) => call(contract, encodeCall("balanceOf", [getAddress(holder)])));
  return (await nodes.callMany(questions)).map(readUnits);
}

function call(to: string, data: Hex, block: unknown = "latest"): NodeQuestion {
  return { method: "eth_call", params: [{ to, data }, block] };
}

function readUnits(result: unknown): bigint {
  const data = readHex(resultOf(result));
  // An address without a contract returns no data, which is not zero.
  if (data === "0x") throw new ChainUnavailableError("no token contract at this address");
  return hexToBigInt(data);
}
