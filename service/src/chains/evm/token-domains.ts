import type { Hex, TypedDataDomain } from "viem";
import { decodeFunctionResult, encodeFunctionData, getAddress } from "viem/utils";
import { ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool, type NodeQuestion } from "../node-pool.ts";
import { isContractFault } from "./contract-fault.ts";
import { readHex } from "./node-answers.ts";
import { stablecoinAbi } from "./stablecoin-abi.ts";

/** How tokens call themselves when somebody signs for them (EIP-712); asked once for each token. */
export interface TokenDomains {
  of(contract: string): Promise<TypedDataDomain>;
}

/** What is wrong is the token, and not the node: nobody can sign for it, and nobody else's work waits for it. */
export class NamelessTokenError extends Error {
  override readonly name = "NamelessTokenError";
}

const maxKnown = 10_000;

export function createTokenDomains(nodes: NodePool, chainId: number): TokenDomains {
  const known = new Map<string, TypedDataDomain>();
  return {
    of: async (contract) => {
      const found = known.get(contract);
      if (found !== undefined) return found;
      // Chain and contract are ours to say: a node that lies can make a signature worthless, never one for another token.
      const domain = {
        ...(await askNames(nodes, contract)),
        chainId,
        verifyingContract: getAddress(contract),
      };
      if (known.size >= maxKnown) known.clear();
      known.set(contract, domain);
      return domain;
    },
  };
}

interface Names {
  readonly name: string;
  readonly version: string;
}

/** Tokens older than EIP-5267 have no `eip712Domain`, but a name and a version. */
async function askNames(nodes: NodePool, contract: string): Promise<Names> {
  const [domain, name, version] = await nodes.callMany(
    (["eip712Domain", "name", "version"] as const).map((functionName) =>
      question(contract, encodeFunctionData({ abi: stablecoinAbi, functionName })),
    ),
  );
  if (isOffered(domain)) {
    const data = readHex(domain);
    const [, domainName, domainVersion] = decode(() =>
      decodeFunctionResult({ abi: stablecoinAbi, functionName: "eip712Domain", data }),
    );
    return { name: domainName, version: domainVersion };
  }
  if (!isOffered(name)) throw new NamelessTokenError("a token does not say what it is called");
  return {
    name: decodeText("name", readHex(name)),
    version: isOffered(version) ? decodeText("version", readHex(version)) : "1",
  };
}

function question(to: string, data: Hex): NodeQuestion {
  return { method: "eth_call", params: [{ to, data }, "latest"] };
}

function isOffered(answer: unknown): boolean {
  if (!(answer instanceof NodeError)) return answer !== "0x";
  if (isContractFault(answer)) return false;
  throw new ChainUnavailableError("a node would not answer", { cause: answer });
}

function decodeText(functionName: "name" | "version", data: Hex): string {
  return decode(() => decodeFunctionResult({ abi: stablecoinAbi, functionName, data }));
}

function decode<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new NamelessTokenError("a token does not say in the usual way what it is called", { cause });
  }
}
