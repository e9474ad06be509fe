import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { makeDataFolder } from "../../../test/data-folder.ts";
import { type ChainName, chainNames } from "../../chains/chain-name.ts";
import { systemClock } from "../../kernel/instant.ts";
import { startLocalChains } from "./local-chains.ts";

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
    expect(await countOpenFiles()).toBeLessThan(before + tries);
  },
);

async function startAndClose(folder: string, chain: ChainName, takenPort: number): Promise<void> {
  const key = { network: "testnet", chain } as const;
  const chains = await startLocalChains({
    folder,
    requested: [key],
    firstPort: takenPort - chainNames.indexOf(chain),
    clock: systemClock,
    onError: () => undefined,
  });
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
