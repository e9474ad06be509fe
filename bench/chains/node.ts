import { fork } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { localChainId, localConfirmations, localPassphrases } from "../../service/src/chains/local-chains.ts";
import { createNodePool } from "../../service/src/chains/node-pool.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import type { NodeCpu, NodeMessage, NodeUrls } from "./node-process.ts";
import type { BenchChain } from "./options.ts";

export interface BenchNode {
  /** Settings that point the service to this node. */
  readonly environment: Readonly<Record<string, string>>;
  /** CPU time of its process so far. */
  cpuMs(): Promise<number>;
  /** Calls the listener after each block, as the local chains of `npm start` do. */
  onBlock(listener: () => void): void;
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
  const messages = new EventEmitter();
  child.on("message", (message: NodeMessage) => messages.emit(message.type, message));
  const next = async (type: NodeMessage["type"]): Promise<unknown> => {
    const [message] = await Promise.race([once(messages, type), ended.then(() => [])]);
    return message;
  };
  const urls = (await next("urls")) as NodeUrls | undefined;
  const cpuMs = async (): Promise<number> => {
    const reported = next("cpu");
    child.send("cpu");
    const message = (await reported) as NodeCpu | undefined;
    if (message === undefined) throw new Error(`the node of ${chain} exited unexpectedly`);
    return (message.used.user + message.used.system) / 1000;
  };
  const onBlock = (listener: () => void): void => void messages.on("block", listener);
  if (urls !== undefined) return { environment: await environmentOf(chain, urls), cpuMs, onBlock, close };
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
        CHAIN_TESTNET_BASE_CHAIN_ID: `${localChainId({ network: "testnet", chain: "base" })}`,
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
