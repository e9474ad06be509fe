import type { Chain, ChainHead } from "../chains/chain.ts";
import { type ChainKey, coinDecimalsOf } from "../chains/chain-name.ts";
import { type GasReading, gasFloorsOf, readGas } from "../chains/custody/gas-watch.ts";
import type { ChainsSettings } from "../config/chains.ts";
import type { SeenChain } from "../console-api/index.ts";
import { networks } from "../kernel/id.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import type { Chains } from "./chains.ts";

/** A user waits for the page: it is better to show that a chain does not respond than to hang. */
const timeoutMs = 2_000;
/** However many users view the page, a chain is queried no more often than this. */
const cachedMs = 4_000;

/** Reads the head and the gas balances of every chain. */
export function createLookAtChains(
  chains: Pick<Chains, "all" | "signerOf">,
  settings: ChainsSettings,
  clock: Clock,
): () => Promise<readonly SeenChain[]> {
  const readers = new Map(
    chains.all().map((chain) => [nameOf(chain.key), cacheResponse(clock, () => readChain(chains, chain))]),
  );
  return () =>
    Promise.all(
      networks.flatMap((network) =>
        settings.names.map(async (chain): Promise<SeenChain> => {
          const { nodes, coin } = settings.of({ network, chain });
          const read = readers.get(nameOf({ network, chain }));
          const seen = read === undefined ? undefined : await within(read(), timeoutMs);
          return {
            network,
            chain,
            mode: nodes === "off" || nodes === "local" ? nodes : "remote",
            hosts: Array.isArray(nodes) ? nodes.map(hostOf) : [],
            isReachable: seen !== undefined,
            coin,
            coinDecimals: coinDecimalsOf(chain),
            head: seen?.head,
            gas: seen?.gas ?? [],
          };
        }),
      ),
    );
}

function nameOf({ network, chain }: ChainKey): string {
  return `${network}/${chain}`;
}

interface Seen {
  readonly head: ChainHead;
  readonly gas: readonly GasReading[];
}

/** Undefined when no RPC node responds; the chain workers report why. */
async function readChain(chains: Pick<Chains, "signerOf">, chain: Chain): Promise<Seen | undefined> {
  const signer = chains.signerOf({ network: chain.key.network, family: chain.family });
  try {
    const [head, gas] = await Promise.all([
      chain.head(),
      readGas({ chain, signer }, gasFloorsOf(chain.key.chain)),
    ]);
    return { head, gas };
  } catch {
    return undefined;
  }
}

/** Concurrent callers share one request, and later callers get its response until it expires. */
function cacheResponse<T>(clock: Clock, request: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  let respondedAt: Instant | undefined;
  return () => {
    const isExpired = respondedAt !== undefined && clock.now() - respondedAt >= cachedMs;
    if (pending !== undefined && !isExpired) return pending;
    respondedAt = undefined;
    pending = request().finally(() => {
      respondedAt = clock.now();
    });
    return pending;
  };
}

/** Undefined on a timeout; the request continues, and its response is cached for the next caller. */
async function within<T>(response: Promise<T>, waitMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs);
  });
  return Promise.race([response, late]).finally(() => clearTimeout(timer));
}

/** Without the path and the credentials, where providers put API keys. */
function hostOf(url: string): string {
  return new URL(url).host;
}
