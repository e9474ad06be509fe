import { type ChainName, chainNames } from "../chains/chain-name.ts";
import {
  countAllOpenWork,
  type HeldLease,
  type ScannedTo,
  type StuckWork,
  selectHeldLeases,
  selectScanned,
  selectStuckWork,
  type WorkStanding,
} from "../chains/standing-store.ts";
import { countOpenWork } from "../chains/work/count-store.ts";
import { type Network, networks } from "../kernel/id.ts";
import type { AdminContext } from "./open-admin.ts";

/** What is under way on a chain. */
export interface OpenWorkView {
  readonly network: Network;
  readonly chain: ChainName;
  readonly state: string;
  readonly count: number;
  readonly oldestSeconds: number;
}

/** The work that is not at its end, by chain and by how far it is. */
export async function listOpenWork({ database }: AdminContext): Promise<readonly OpenWorkView[]> {
  const views: OpenWorkView[] = [];
  for (const network of networks) {
    for (const chain of chainNames) {
      const counts = await countOpenWork(database, { network, chain });
      views.push(...counts.map((count) => ({ network, chain, ...count })));
    }
  }
  return views;
}

/** What the service knows of a chain without asking it. */
export interface ChainView {
  readonly network: Network;
  readonly chain: ChainName;
  /** Undefined until it is scanned for the first time. */
  readonly scanned: ScannedTo | undefined;
  readonly work: readonly WorkStanding[];
  /** The oldest work that does not get on. */
  readonly stuck: readonly StuckWork[];
  /** Which node does what there now. */
  readonly leases: readonly HeldLease[];
}

const maxStuck = 100;

/** Every chain: how far it was scanned, what is under way, what does not get on, and who works on it. */
export async function showChains({ database }: AdminContext): Promise<readonly ChainView[]> {
  const [scanned, work, stuck, leases] = await Promise.all([
    selectScanned(database),
    countAllOpenWork(database),
    selectStuckWork(database, maxStuck),
    selectHeldLeases(database),
  ]);
  return networks.flatMap((network) =>
    chainNames.map((chain) => {
      const isHere = (place: { readonly network: Network; readonly chain: ChainName }): boolean =>
        place.network === network && place.chain === chain;
      return {
        network,
        chain,
        scanned: scanned.find(isHere),
        work: work.filter(isHere),
        stuck: stuck.filter(isHere),
        leases: leases.filter(isHere),
      };
    }),
  );
}
