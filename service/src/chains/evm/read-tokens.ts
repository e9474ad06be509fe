import type { Hex } from "viem";
import { getAddress, hexToBigInt } from "viem/utils";
import { ChainUnavailableError } from "../chain.ts";
import type { NodePool, NodeQuestion } from "../node-pool.ts";
import { resultOf } from "./ask-nodes.ts";
import { readHex } from "./node-responses.ts";
import { encodeCall } from "./static-encoding.ts";

export async function readSupply(nodes: NodePool, contract: string): Promise<bigint> {
  const [result] = await nodes.callMany([call(contract, encodeCall("totalSupply"))]);
  return readUnits(result);
}

export async function readBalances(
  nodes: NodePool,
  contract: string,
  holders: readonly string[],
): Promise<readonly bigint[]> {
  const questions = holders.map((holder) => call(contract, encodeCall("balanceOf", [getAddress(holder)])));
  return (await nodes.callMany(questions)).map(readUnits);
}

function call(to: string, data: Hex): NodeQuestion {
  return { method: "eth_call", params: [{ to, data }, "latest"] };
}

function readUnits(result: unknown): bigint {
  const data = readHex(resultOf(result));
  // An address without a contract returns no data, which is not zero.
  if (data === "0x") throw new ChainUnavailableError("no token contract at this address");
  return hexToBigInt(data);
}
