import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type ChainKey,
  type Clock,
  createNodePool,
  familyOf,
  isAlive,
  isChainName,
  type LocalChains,
  type LocalChainsOptions,
  localBlockTimeMs,
  localChainId,
  localConfirmations,
  localPassphrases,
} from "@florin/service/sandbox-ports";
import { startEvmNode } from "./evm-node.ts";
import { fundSenderQueues } from "./fund-sender-queues.ts";
import { type NodeAddresses, readNodeAddresses, writeNodeAddresses } from "./node-addresses.ts";
import { startSolanaNode } from "./solana-node.ts";
import { startStellarDouble } from "./stellar-simulator.ts";

interface Running {
  readonly url: string;
  readonly horizonUrl?: string;
  close(): Promise<void>;
}

const probeTimeoutMs = 1_000;

/**
 * Starts the chains, or uses those that another process of this data folder has started. Each listens on the port that
 * it had before if that is still free, else on any free port; the folder records which.
 */
export async function startLocalChains(options: LocalChainsOptions): Promise<LocalChains> {
  const { folder, requested } = options;
  if (folder !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
  const earlier = folder === undefined ? undefined : await readNodeAddresses(folder);
  const running = await findRunning(earlier, options.clock);
  if (running !== undefined) return running;
  const started = new Map<string, Running>();
  const listeners: ((key: ChainKey) => void)[] = [];
  const onBlock = (key: ChainKey): void => {
    for (const listener of listeners) listener(key);
  };
  const closeAll = async (): Promise<void> => {
    await Promise.all([...started.values()].map((node) => node.close()));
  };
  const outcomes = await Promise.allSettled(
    requested.map(async (key) => {
      const port = Number(new URL(earlier?.urls[nameOf(key)] ?? "http://127.0.0.1:0").port);
      started.set(nameOf(key), await startOnSomePort({ ...options, onBlock }, key, port));
    }),
  );
  for (const outcome of outcomes) {
    if (outcome.status === "fulfilled") continue;
    await closeAll();
    throw outcome.reason;
  }
  const urls = Object.fromEntries([...started].map(([name, { url }]) => [name, url]));
  const horizonUrls = Object.fromEntries(
    [...started].flatMap(([name, { horizonUrl }]) => (horizonUrl === undefined ? [] : [[name, horizonUrl]])),
  );
  if (folder !== undefined) await writeNodeAddresses(folder, { pid: process.pid, urls, horizonUrls });
  return {
    ...lookUp({ urls, horizonUrls }),
    onBlock: (listener) => void listeners.push(listener),
    close: closeAll,
  };
}

function nameOf({ network, chain }: ChainKey): string {
  return `${network}/${chain}`;
}

interface StartOptions extends LocalChainsOptions {
  readonly onBlock: (key: ChainKey) => void;
}

async function startOnSomePort(options: StartOptions, key: ChainKey, port: number): Promise<Running> {
  try {
    return await start(options, key, port);
  } catch (error) {
    if (port !== 0 && error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      return start(options, key, 0);
    }
    throw error;
  }
}

function start(
  { folder, clock, onBlock, onError, blockTimeMs = localBlockTimeMs }: StartOptions,
  key: ChainKey,
  port: number,
): Promise<Running> {
  const { network, chain } = key;
  const shared = {
    ...(folder === undefined ? {} : { journalPath: join(folder, `${network}-${chain}.journal`) }),
    onBlock: () => onBlock(key),
  };
  switch (familyOf(chain)) {
    case "evm":
      return startEvmNode({
        chainId: localChainId(key),
        blockTimeMs,
        trailingBlocks: localConfirmations + 1,
        port,
        clock,
        onError,
        ...shared,
      });
    case "solana":
      return startSolanaNode({
        genesis: `florin-local-${network}`,
        slotTimeMs: blockTimeMs,
        trailingSlots: 2,
        finalitySlots: localConfirmations,
        port,
        now: () => clock.now(),
        ...shared,
      });
    case "stellar":
      return startStellarDouble({
        passphrase: localPassphrases[network],
        ledgerTimeMs: blockTimeMs,
        trailingLedgers: 2,
        port,
        clock,
        onError,
        ...shared,
      });
  }
}

/** Two processes on one journal would diverge, so the second one uses the chains of the first. */
async function findRunning(
  addresses: NodeAddresses | undefined,
  clock: Clock,
): Promise<LocalChains | undefined> {
  const [name, url] = Object.entries(addresses?.urls ?? {})[0] ?? [];
  if (addresses === undefined || name === undefined || url === undefined) return undefined;
  // If its process is gone, chains of another data folder may listen on the port now.
  if (addresses.pid === undefined || addresses.pid === process.pid || !isAlive(addresses.pid))
    return undefined;
  const pool = createNodePool({ urls: [url], timeoutMs: probeTimeoutMs, now: () => clock.now() });
  const chain = name.split("/")[1] ?? "";
  const method = isChainName(chain) && familyOf(chain) === "evm" ? "eth_chainId" : "getHealth";
  try {
    await pool.call(method, []);
  } catch {
    return undefined;
  }
  return { ...lookUp(addresses), onBlock: () => undefined, close: () => Promise.resolve() };
}

function lookUp({
  urls,
  horizonUrls,
}: NodeAddresses): Pick<LocalChains, "url" | "horizonUrl" | "fundSenderQueues"> {
  return {
    url: (key) => urls[nameOf(key)],
    horizonUrl: (network) => horizonUrls[nameOf({ network, chain: "stellar" })],
    fundSenderQueues,
  };
}
