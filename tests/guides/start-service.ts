import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { calmSettings } from "../../service/test/calm-limits.ts";
import { fewChains } from "../../service/test/chains-off.ts";
import { makeDataFolder } from "../../service/test/data-folder.ts";
import { createTestDatabase, urlOf } from "../../service/test/database.ts";
import { eventually } from "../../service/test/eventually.ts";
import { freePort } from "../../service/test/free-port.ts";

/** The service in a folder and on a port of its own. */
export interface RunningService {
  readonly baseUrl: string;
  readonly dataFolder: string;
  stop(): Promise<void>;
}

const checkout = join(import.meta.dirname, "../..");

/** As `npm start` starts it, with its embedded database. */
export function startEmbedded(): Promise<RunningService> {
  return start({}, async () => {});
}

/** With a migrated database of the server of all tests: it starts sooner than with a new server. */
export async function startService(settings: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const { target, drop } = await createTestDatabase({ isPlain: true });
  return start({ DATABASE_URL: urlOf(target), ...settings }, drop);
}

async function start(
  settings: Readonly<Record<string, string>>,
  dropDatabase: () => Promise<void>,
): Promise<RunningService> {
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
      ...fewChains,
      ...settings,
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
    await dropDatabase();
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
