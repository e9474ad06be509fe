import { type Chain, ChainDisagreementError, ChainUnavailableError } from "../../chains/chain.ts";
import type { ChainKey, ChainName } from "../../chains/chain-name.ts";
import type { Network } from "../../kernel/id.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";

/** What a chain says of the supply of a token, and when it said so. */
export type ChainSupply =
  | { readonly ok: true; readonly units: bigint; readonly asOf: Instant }
  | {
      readonly ok: false;
      readonly reason: "unavailable" | "timeout" | "disagreement";
      readonly asOf: Instant;
    };

/** The part of the registry of chains that is needed here. */
export interface SupplyChains {
  get(network: Network, chain: ChainName): Pick<Chain, "supply">;
}

/** Asks chains, within a bounded time, and not more often than anybody needs. */
export type ReadChainSupply = (key: ChainKey, contract: string) => Promise<ChainSupply>;

export interface ChainSupplyOptions {
  readonly chains: SupplyChains;
  readonly clock: Clock;
  readonly timeoutMs?: number;
  /** How old an answer may be: everybody may ask for reserves, and the nodes must not suffer for it. */
  readonly maxAgeMs?: number;
}

const defaultTimeoutMs = 5_000;
const defaultMaxAgeMs = 2_000;
const maxRemembered = 1_000;

export function createChainSupplyReader(options: ChainSupplyOptions): ReadChainSupply {
  const { clock, maxAgeMs = defaultMaxAgeMs } = options;
  const remembered = new Map<string, { readonly askedAt: Instant; readonly answer: Promise<ChainSupply> }>();
  return (key, contract) => {
    const name = `${key.network}/${key.chain}/${contract}`;
    const known = remembered.get(name);
    const askedAt = clock.now();
    if (known !== undefined && askedAt - known.askedAt < maxAgeMs) return known.answer;
    const answer = ask(options, key, contract);
    remembered.delete(name);
    remembered.set(name, { askedAt, answer });
    const [oldest] = remembered.keys();
    if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
    // Whoever waits for it sees the failure; the next one asks again.
    answer.catch(() => remembered.delete(name));
    return answer;
  };
}

async function ask(
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

/** Gives up waiting, not the work: a question to a node cannot be taken back. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooSlowError(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, tooSlow]);
  } finally {
    clearTimeout(timer);
  }
}
