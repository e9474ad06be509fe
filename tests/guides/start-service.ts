import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { calmSettings } from "../../service/test/calm-limits.ts";
import { makeDataFolder } from "../../service/test/data-folder.ts";
import { eventually } from "../../service/test/eventually.ts";
import { freePort } from "../../service/test/free-port.ts";

/** The service as `npm start` starts it, in a folder and on a port of its own. */
export interface RunningService {
  readonly baseUrl: string;
  readonly dataFolder: string;
  stop(): Promise<void>;
}

const checkout = join(import.meta.dirname, "../..");
/** Guides come to base and solana on testnet; without the other chains the start is shorter. */
const unused = [
  "TESTNET_ETHEREUM",
  "TESTNET_STELLAR",
  "MAINNET_ETHEREUM",
  "MAINNET_BASE",
  "MAINNET_SOLANA",
  "MAINNET_STELLAR",
];
export const withoutUnused = Object.fromEntries(unused.map((chain) => [`CHAIN_${chain}_RPC_URLS`, "off"]));

export async function startService(): Promise<RunningService> {
  const folder = await makeDataFolder();
  const port = String(await freePort());
  const child = spawn(process.execPath, ["service/start.mjs"], {
    cwd: checkout,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      DATA_DIR: folder.path,
      PORT: port,
      ...calmSettings,
      // The endpoint of a guide is on this machine and has no certificate.
      WEBHOOK_ALLOW_HTTP: "on",
      ...withoutUnused,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
    await folder[Symbol.asyncDispose]();
  };
  const isReady = (): void => {
    if (!output.includes("Florin is ready")) throw new Error(`the service is not ready yet:\n${output}`);
  };
  try {
    await eventually(isReady);
  } catch (error) {
    await stop();
    throw error;
  }
  return { baseUrl: `http://127.0.0.1:${port}`, dataFolder: folder.path, stop };
}
