import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { attachToRunningServer, type SocketTarget } from "../../service/src/db/embedded/index.ts";
import { startFlags } from "../start-flags.ts";

/** A service in the local profile with all local chains, as `npm start` runs it. */
export interface RunningService {
  readonly pid: number;
  readonly database: SocketTarget;
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

/** The script `start` of package.json, without npm. */
const startCommand = [process.execPath, ...startFlags, "service/start.mjs"] as const;
const repository = fileURLToPath(new URL("../..", import.meta.url));
const maxStartMs = 300_000;
const pollMs = 250;

export async function startService(): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), "florin-idle-"));
  // As root, the database runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const [command, ...args] = startCommand;
  const dataFolder = join(folder, "data");
  const child = spawn(command, args, {
    cwd: repository,
    env: { ...process.env, DATA_DIR: dataFolder, HOST: "127.0.0.1", PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(url, () => child.exitCode !== null);
    const database = await attachToRunningServer(dataFolder);
    if (database === undefined) throw new Error("the database of the service does not run");
    const { pid } = child;
    if (pid === undefined) throw new Error("the service did not start");
    return { pid, database, stop, metrics: async () => (await fetch(`${url}/metrics`)).text() };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function waitUntilReady(url: string, hasExited: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + maxStartMs;
  while (performance.now() < deadlineMs) {
    if (hasExited()) throw new Error("the service exited unexpectedly");
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok === true) return;
    await sleep(pollMs);
  }
  throw new Error(`the service was not ready within ${maxStartMs / 1_000} seconds`);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}
