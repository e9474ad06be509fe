import { join } from "node:path";
import type { ChainKey } from "../chains/chain-name.ts";
import type { LocalChains } from "../chains/local-chains.ts";
import type { Config } from "../config.ts";
import { networks } from "../kernel/id.ts";
import type { AppParts } from "./app-parts.ts";
import { loadSandbox } from "./load-sandbox.ts";

/** The engines are loaded only when needed. */
const loadEngines = async () => (await loadSandbox()).loadLocalChains();

/** Loads the engines while other steps of the start wait. */
export function preloadLocalChains(config: Config): void {
  // A failure is reported when they are started.
  if (requestedBy(config).length > 0) loadEngines().catch(() => undefined);
}

/** Starts the chains that have no RPC URLs in the configuration; undefined if there are none. */
export async function openLocalChains({
  config,
  clock,
  logger,
  onProgress,
}: Pick<AppParts, "config" | "clock" | "logger" | "onProgress">): Promise<LocalChains | undefined> {
  const requested = requestedBy(config);
  if (requested.length === 0) return undefined;
  onProgress?.("starting the local chains");
  const startLocalChains = await loadEngines();
  return startLocalChains({
    folder: join(config.dataFolder, "chains"),
    requested,
    clock,
    onError: (error) => logger.error({ err: error }, "local chain could not produce a block"),
  });
}

function requestedBy({ chains }: Config): readonly ChainKey[] {
  return networks.flatMap((network) =>
    chains.names
      .filter((chain) => chains.of({ network, chain }).nodes === "local")
      .map((chain): ChainKey => ({ network, chain })),
  );
}
