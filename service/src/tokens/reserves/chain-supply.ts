import { type Chain, ChainDisagreementError, ChainUnavailableError } from "../../chains/chain.ts";
import type { ChainKey, ChainName } from "../../chains/chain-name.ts";
import type { Network } from "../../kernel/id.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";

/** Supply of a token as reported by the chain, with its time. */
export type ChainSupply =
  | { readonly ok: true; readonly units: bigint; readonly asOf: Instant }
  | {
      readonly ok: false;
      readonly reason: "unavailable" | "timeout" | "disagreement";
      readonly asOf: Instant;
    };

/** The part of the chain registry that is needed here. */
export interface SupplyChains {
  get(network: Network, chain: ChainName): Pick<Chain, "supply">;
}

/** Queries chains with a timeout and a cache. */
export type ReadChainSupply = (key: ChainKey, contract: string) => Promise<ChainSupply>;

export interface ChainSupplyOptions {
  readonly chains: SupplyChains;
  readonly clock: Clock;
  readonly timeoutMs?: number;
  /** Maximum age of a cached result: any client can read reserves, and nodes must be protected from that. */
  readonly maxAgeMs?: number;
}

const defaultTimeoutMs = 5_000;
const defaultMaxAgeMs = 2_000;
const maxRemembered = 1_000;

export function createChainSupplyReader(options: ChainSupplyOptions): ReadChainSupply {
  const { clock, maxAgeMs = defaultMaxAgeMs } = options;
  const remembered = new Map<
    string,
    { readonly requestedAt: Instant; readonly response: Promise<ChainSupply> }
  >();
  return (key, contract) => {
    const name = `${key.network}/${key.chain}/${contract}`;
    const known = remembered.get(name);
    const requestedAt = clock.now();
    if (known !== undefined && requestedAt - known.requestedAt < maxAgeMs) return known.response;
    const response = query(options, key, contract);
    remembered.delete(name);
    remembered.set(name, { requestedAt, response });
    const [oldest] = remembered.keys();
    if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
    // All waiters get this error; the next caller queries again.
    response.catch(() => remembered.delete(name));
    return response;
  };
}

async function query(
  { chains, clock, timeoutMs = defaultTimeoutMs }: ChainSupplyOptions,
  { network, chain }: ChainKey,
  contract: string,
): Promise<ChainSupply> {
  try {
    const units = await within(timeoutMs, chains.get(network, chain).supply(contract));
    return { ok: true, units, asOf: clock.now() };
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    return { ok: false, reason, asOf: clock.now() };
  }
}

function reasonOf(error: unknown): "unavailable" | "timeout" | "disagreement" | undefined {
  if (error instanceof TooSlowError) return "timeout";
  if (error instanceof ChainDisagreementError) return "disagreement";
  return error instanceof ChainUnavailableError ? "unavailable" : undefined;
}

class TooSlowError extends Error {
  override readonly name = "TooSlowError";
}

/** Stops waiting, but the query continues: it cannot be canceled. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooSlowError(`no response within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, tooSlow]);
  } finally {
    clearTimeout(timer);
  }
}
