import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import type { ChainKey, ChainName } from "../../../service/src/chains/chain-name.ts";
import type { LocalChains } from "../../../service/src/chains/local-chains.ts";
import { createNodePool } from "../../../service/src/chains/node-pool.ts";
import { systemClock } from "../../../service/src/kernel/instant.ts";
import { makeDataFolder } from "../../../service/test/data-folder.ts";
import { eventually } from "../../../service/test/eventually.ts";
import { startLocalChains } from "./local-chains.ts";
import { writeNodeAddresses } from "./node-addresses.ts";

const tries = 4;

test.each(["ethereum", "solana", "stellar"] as const)(
  "a port in use is skipped, and the failed start of %s leaves nothing open",
  async (chain) => {
    await using folder = await makeDataFolder();
    await using taken = await takePort();
    await startAndClose(folder.path, chain, taken.port);
    const before = await countOpenFiles();
    for (let count = 0; count < tries; count += 1) await startAndClose(folder.path, chain, taken.port);
    // Other code in this process may open one or two meanwhile; a leak opens one per attempt.
    await eventually(async () => expect(await countOpenFiles()).toBeLessThan(before + tries));
  },
);

test("a chain keeps its port across restarts, and chains of two data folders run side by side", async () => {
  await using first = await makeDataFolder();
  await using second = await makeDataFolder();
  const key = { network: "testnet", chain: "stellar" } as const;
  const one = await start(first.path, key);
  const other = await start(second.path, key);
  const url = one.url(key);
  expect(other.url(key)).not.toBe(url);
  await one.close();
  const again = await start(first.path, key);
  expect(again.url(key)).toBe(url);
  await again.close();
  await other.close();
});

test("chains of another data folder on a recorded port are not used", async () => {
  await using first = await makeDataFolder();
  await using second = await makeDataFolder();
  const key = { network: "testnet", chain: "stellar" } as const;
  const other = await start(second.path, key);
  const urls = { "testnet/stellar": other.url(key) ?? "" };
  await writeNodeAddresses(first.path, { pid: await endedProcess(), urls, horizonUrls: {} });
  const one = await start(first.path, key);
  expect(one.url(key)).not.toBe(other.url(key));
  await one.close();
  await other.close();
});

test.each([
  { chain: "ethereum", method: "evm_mine", params: [] },
  { chain: "solana", method: "requestAirdrop", params: ["11111111111111111111111111111112", 1_000_000_000] },
] as const)("$chain reports a new block, which wakes its workers", async ({ chain, method, params }) => {
  await using folder = await makeDataFolder();
  const key = { network: "testnet", chain } as const;
  const chains = await start(folder.path, key);
  const reported: ChainKey[] = [];
  chains.onBlock((each) => reported.push(each));
  const urls = [chains.url(key) ?? ""];
  const pool = createNodePool({ urls, timeoutMs: 60_000, now: () => systemClock.now() });
  await pool.call(method, params);
  await eventually(() => expect(reported).toContainEqual(key));
  await chains.close();
});

async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(child, "exit");
  return child.pid ?? 0;
}

function start(folder: string, key: ChainKey): Promise<LocalChains> {
  return startLocalChains({ folder, requested: [key], clock: systemClock, onError: () => undefined });
}

async function startAndClose(folder: string, chain: ChainName, takenPort: number): Promise<void> {
  const key = { network: "testnet", chain } as const;
  const urls = { [`testnet/${chain}`]: `http://127.0.0.1:${takenPort}` };
  await writeNodeAddresses(folder, { urls, horizonUrls: {} });
  const chains = await start(folder, key);
  expect(chains.url(key)).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(chains.url(key)).not.toBe(`http://127.0.0.1:${takenPort}`);
  await chains.close();
}

async function takePort(): Promise<{ readonly port: number; [Symbol.asyncDispose](): Promise<void> }> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, "close");
    },
  };
}

/** Each process sees its own descriptors there, on Linux and macOS. */
async function countOpenFiles(): Promise<number> {
  return (await readdir("/dev/fd")).length;
}
