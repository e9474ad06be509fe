import { startLocalChains } from "../../sandbox/src/local-chains/local-chains.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import type { BenchChain } from "./options.ts";

export interface NodeSettings {
  readonly chain: BenchChain;
  readonly blockTimeMs: number;
  /** Folder of its journal. */
  readonly folder: string;
}

export interface NodeUrls {
  readonly url: string;
  /** Of the Stellar simulator. */
  readonly horizonUrl: string | undefined;
}

/** CPU time of the process so far. */
export interface NodeCpu {
  readonly used: NodeJS.CpuUsage;
}

export type NodeMessage =
  | ({ readonly type: "urls" } & NodeUrls)
  | ({ readonly type: "cpu" } & NodeCpu)
  | { readonly type: "block" };

/**
 * A local RPC node in a separate process. Reports its addresses, each block, and its CPU time on request; ends with its
 * parent.
 */
async function main({ chain, blockTimeMs, folder }: NodeSettings): Promise<void> {
  const key = { network: "testnet", chain } as const;
  const chains = await startLocalChains({
    folder,
    requested: [key],
    blockTimeMs,
    clock: systemClock,
    onError: (error) => {
      throw error;
    },
  });
  const report = (message: NodeMessage): void => void process.send?.(message);
  process.once("disconnect", () => void chains.close());
  process.on("message", () => report({ type: "cpu", used: process.cpuUsage() }));
  report({ type: "urls", url: chains.url(key) ?? "", horizonUrl: chains.horizonUrl(key.network) });
  chains.onBlock(() => report({ type: "block" }));
}

await main(JSON.parse(process.argv[2] ?? "") as NodeSettings);
