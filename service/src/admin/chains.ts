import type { ChainName } from "../chains/chain-name.ts";
import {
  countAllOpenWork,
  countAwaitingQuorum,
  countOpenWork,
  type HeldLease,
  type NodeDisagreement,
  type ScannedTo,
  type StuckWork,
  selectDisagreements,
  selectHeldLeases,
  selectScanned,
  selectStuckWork,
  type WorkStatus,
} from "../chains/status-store.ts";
import { type Network, networks } from "../kernel/id.ts";
import type { AdminContext } from "./open-admin.ts";

/** Chain operations in progress. */
export interface OpenWorkView {
  readonly network: Network;
  readonly chain: ChainName;
  readonly state: string;
  readonly count: number;
  readonly oldestSeconds: number;
}

/** Pending chain operations, counted by chain and state. */
export async function listOpenWork({ database, config }: AdminContext): Promise<readonly OpenWorkView[]> {
  const views: OpenWorkView[] = [];
  for (const network of networks) {
    for (const chain of config.chains.names) {
      const counts = await countOpenWork(database, { network, chain });
      views.push(...counts.map((count) => ({ network, chain, ...count })));
    }
  }
  return views;
}

/** The service's state of a chain, without querying a node. */
export interface ChainView {
  readonly network: Network;
  readonly chain: ChainName;
  /** Undefined until the first scan. */
  readonly scanned: ScannedTo | undefined;
  readonly work: readonly WorkStatus[];
  /** The oldest stuck operation. */
  readonly stuck: readonly StuckWork[];
  /** The node that holds each worker lease. */
  readonly leases: readonly HeldLease[];
  /** Deposits that await a quorum of RPC nodes. */
  readonly depositsAwaitingQuorum: number;
  /** RPC nodes that contradicted the others. */
  readonly disagreements: readonly NodeDisagreement[];
}

const maxStuck = 100;

/** Every chain with its scan position, pending and stuck operations, and workers. */
export async function showChains({ database, config }: AdminContext): Promise<readonly ChainView[]> {
  const [scanned, work, stuck, leases, awaiting, disagreements] = await Promise.all([
    selectScanned(database),
    countAllOpenWork(database),
    selectStuckWork(database, maxStuck),
    selectHeldLeases(database),
    countAwaitingQuorum(database),
    selectDisagreements(database),
  ]);
  return networks.flatMap((network) =>
    config.chains.names.map((chain) => {
      const isHere = (place: { readonly network: Network; readonly chain: ChainName }): boolean =>
        place.network === network && place.chain === chain;
      return {
        network,
        chain,
        scanned: scanned.find(isHere),
        work: work.filter(isHere),
        stuck: stuck.filter(isHere),
        leases: leases.filter(isHere),
        depositsAwaitingQuorum: awaiting.find(isHere)?.count ?? 0,
        disagreements: disagreements.filter(isHere),
      };
    }),
  );
}
