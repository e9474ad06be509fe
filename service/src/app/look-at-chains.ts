import type { Chain, ChainHead } from "../chains/chain.ts";
import { type ChainKey, chainNames } from "../chains/chain-name.ts";
import { defaultGasFloors, type GasReading, readGas } from "../chains/custody/gas-watch.ts";
import type { ChainsSettings } from "../config/chains.ts";
import type { SeenChain } from "../console-api/index.ts";
import { networks } from "../kernel/id.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import type { Chains } from "./chains.ts";

/** A person waits for the answer, and sees rather that a chain is silent than a page that does not come. */
const patienceMs = 2_000;
/** However many people look, a chain is asked no more often than this. */
const keptMs = 4_000;

/** Asks every chain where it stands and who pays for its fees. */
export function createLookAtChains(
  chains: Pick<Chains, "all" | "signerOf">,
  settings: ChainsSettings,
  clock: Clock,
): () => Promise<readonly SeenChain[]> {
  const asking = new Map(
    chains.all().map((chain) => [nameOf(chain.key), keepAnswer(clock, () => ask(chains, chain))]),
  );
  return () =>
    Promise.all(
      networks.flatMap((network) =>
        chainNames.map(async (chain): Promise<SeenChain> => {
          const { nodes } = settings[network][chain];
          const look = asking.get(nameOf({ network, chain }));
          const seen = look === undefined ? undefined : await within(look(), patienceMs);
          return {
            network,
            chain,
            mode: nodes === "off" || nodes === "local" ? nodes : "remote",
            hosts: Array.isArray(nodes) ? nodes.map(hostOf) : [],
            isReachable: seen !== undefined,
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

/** Undefined when no node answers; those who work on the chain report why. */
async function ask(chains: Pick<Chains, "signerOf">, chain: Chain): Promise<Seen | undefined> {
  const signer = chains.signerOf({ network: chain.key.network, family: chain.family });
  try {
    const [head, gas] = await Promise.all([
      chain.head(),
      readGas({ chain, signer }, defaultGasFloors[chain.family]),
    ]);
    return { head, gas };
  } catch {
    return undefined;
  }
}

/** Who asks while somebody is asking waits for the same answer, and who asks soon after gets it again. */
function keepAnswer<T>(clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | undefined;
  let answeredAt: Instant | undefined;
  return () => {
    const isOld = answeredAt !== undefined && clock.now() - answeredAt >= keptMs;
    if (asking !== undefined && !isOld) return asking;
    answeredAt = undefined;
    asking = ask().finally(() => {
      answeredAt = clock.now();
    });
    return asking;
  };
}

/** Undefined when it takes longer; what was asked goes on, and is the answer to whoever asks next. */
async function within<T>(answer: Promise<T>, waitMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Without the path and the credentials, where providers put their keys. */
function hostOf(url: string): string {
  return new URL(url).host;
}
