import type { Hex } from "viem";
import { decodeFunctionResult, getAddress } from "viem/utils";
import { ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool, type NodeQuestion } from "../node-pool.ts";
import { isContractFault } from "./failure-reason.ts";
import { readHex } from "./node-responses.ts";
import { stablecoinAbi } from "./stablecoin-abi.ts";
import { encodeCall, type TokenDomain } from "./static-encoding.ts";

/** EIP-712 domains of tokens; read once for each token. */
export interface TokenDomains {
  of(contract: string): Promise<TokenDomain>;
}

/** The token is at fault, not the node: it cannot be signed for, and other operations continue. */
export class NamelessTokenError extends Error {
  override readonly name = "NamelessTokenError";
}

const maxKnown = 10_000;

export function createTokenDomains(nodes: NodePool, chainId: number): TokenDomains {
  const known = new Map<string, TokenDomain>();
  return {
    of: async (contract) => {
      const found = known.get(contract);
      if (found !== undefined) return found;
      // Florin sets chain and contract: a lying node can make a signature useless, but never valid for another token.
      const domain = {
        ...(await fetchNames(nodes, contract)),
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

/** Tokens without EIP-5267 have no `eip712Domain`, but a name and a version. */
async function fetchNames(nodes: NodePool, contract: string): Promise<Names> {
  const [domain, name, version] = await nodes.callMany(
    (["eip712Domain", "name", "version"] as const).map((functionName) =>
      question(contract, encodeCall(functionName)),
    ),
  );
  if (isOffered(domain)) {
    const data = readHex(domain);
    const [, domainName, domainVersion] = decode(() =>
      decodeFunctionResult({ abi: stablecoinAbi, functionName: "eip712Domain", data }),
    );
    return { name: domainName, version: domainVersion };
  }
  if (!isOffered(name)) throw new NamelessTokenError("the token has no name function");
  return {
    name: decodeText("name", readHex(name)),
    version: isOffered(version) ? decodeText("version", readHex(version)) : "1",
  };
}

function question(to: string, data: Hex): NodeQuestion {
  return { method: "eth_call", params: [{ to, data }, "latest"] };
}

function isOffered(result: unknown): boolean {
  if (!(result instanceof NodeError)) return result !== "0x";
  if (isContractFault(result)) return false;
  throw new ChainUnavailableError("RPC node rejected the request", { cause: result });
}

function decodeText(functionName: "name" | "version", data: Hex): string {
  return decode(() => decodeFunctionResult({ abi: stablecoinAbi, functionName, data }));
}

function decode<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new NamelessTokenError("the token returns a malformed name or domain", { cause });
  }
}
