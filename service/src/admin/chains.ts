import { type ChainName, chainNames } from "../chains/chain-name.ts";
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
