import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  localChainIds,
  localConfirmations,
  localPassphrases,
} from "../../service/src/chains/local-chains.ts";
import { createNodePool } from "../../service/src/chains/node-pool.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import type { NodeUrls } from "./node-process.ts";
import type { BenchChain } from "./options.ts";

export interface BenchNode {
  /** Settings that point the service to this node. */
  readonly environment: Readonly<Record<string, string>>;
  /** CPU time of its process so far. */
  cpuMs(): Promise<number>;
  close(): Promise<void>;
}

export async function startNode(chain: BenchChain, blockTimeMs: number): Promise<BenchNode> {
  const folder = await mkdtemp(join(tmpdir(), "florin-bench-chain-"));
  const script = fileURLToPath(new URL("./node-process.ts", import.meta.url));
  const child = fork(script, [JSON.stringify({ chain, blockTimeMs, folder })], {
    execArgv: ["--import", "tsx"],
  });
  const ended = once(child, "exit");
  const close = async (): Promise<void> => {
    if (child.connected) child.disconnect();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const nextMessage = async (): Promise<unknown> => {
    const [message] = await Promise.race([once(child, "message"), ended.then(() => [])]);
    return message;
  };
  const urls = (await nextMessage()) as NodeUrls | undefined;
  const cpuMs = async (): Promise<number> => {
    child.send("cpu");
    const used = (await nextMessage()) as NodeJS.CpuUsage | undefined;
    if (used === undefined) throw new Error(`the node of ${chain} exited unexpectedly`);
    return (used.user + used.system) / 1000;
  };
  if (urls !== undefined) return { environment: await environmentOf(chain, urls), cpuMs, close };
  await close();
  throw new Error(`the node of ${chain} exited before it listened`);
}

async function environmentOf(
  chain: BenchChain,
  { url, horizonUrl }: NodeUrls,
): Promise<Readonly<Record<string, string>>> {
  switch (chain) {
    case "base":
      return {
        CHAIN_TESTNET_BASE_RPC_URLS: url,
        CHAIN_TESTNET_BASE_CHAIN_ID: `${localChainIds.testnet.base}`,
        CHAIN_TESTNET_BASE_CONFIRMATIONS: `${localConfirmations}`,
      };
    case "solana":
      return {
        CHAIN_TESTNET_SOLANA_RPC_URLS: url,
        CHAIN_TESTNET_SOLANA_GENESIS_HASH: await genesisHashOf(url),
      };
    case "stellar":
      return {
        CHAIN_TESTNET_STELLAR_RPC_URLS: url,
        CHAIN_TESTNET_STELLAR_HORIZON_URL: horizonUrl ?? "",
        CHAIN_TESTNET_STELLAR_PASSPHRASE: localPassphrases.testnet,
      };
  }
}

async function genesisHashOf(url: string): Promise<string> {
  const nodes = createNodePool({ urls: [url], timeoutMs: 10_000, now: () => systemClock.now() });
  return String(await nodes.call("getGenesisHash", []));
}
