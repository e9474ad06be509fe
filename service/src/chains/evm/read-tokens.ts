import type { Hex } from "viem";
import { encodeFunctionData, getAddress, hexToBigInt } from "viem/utils";
import { ChainUnavailableError } from "../chain.ts";
import type { NodePool, NodeQuestion } from "../node-pool.ts";
import { answered } from "./ask-nodes.ts";
import { readHex } from "./node-answers.ts";
import { stablecoinAbi } from "./stablecoin-abi.ts";

export async function readSupply(nodes: NodePool, contract: string): Promise<bigint> {
  const data = encodeFunctionData({ abi: stablecoinAbi, functionName: "totalSupply" });
  const [answer] = await nodes.callMany([call(contract, data)]);
  return readUnits(answer);
}

export async function readBalances(
  nodes: NodePool,
  contract: string,
  holders: readonly string[],
): Promise<readonly bigint[]> {
  const questions = holders.map((holder) => {
    const args = [getAddress(holder)] as const;
    return call(contract, encodeFunctionData({ abi: stablecoinAbi, functionName: "balanceOf", args }));
  });
  return (await nodes.callMany(questions)).map(readUnits);
}

function call(to: string, data: Hex): NodeQuestion {
  return { method: "eth_call", params: [{ to, data }, "latest"] };
}

function readUnits(answer: unknown): bigint {
  const data = readHex(answered(answer));
  // An address without a contract answers nothing at all, which is not zero.
  if (data === "0x") throw new ChainUnavailableError("there is no token at this address");
  return hexToBigInt(data);
}
