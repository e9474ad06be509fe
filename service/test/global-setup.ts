import { rmSync } from "node:fs";
import { access, chmod, constants, mkdtemp, readdir, realpath, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { withClient } from "../src/db/client.ts";
import { clusterPlace } from "../src/db/embedded/cluster.ts";
import { openEmbeddedServer, type SocketTarget } from "../src/db/embedded/index.ts";
import { findPostmaster } from "../src/db/embedded/postmaster.ts";
import { isAlive } from "../src/db/embedded/process-state.ts";
import { migrate } from "../src/db/migrate.ts";
import { tables } from "../src/tables.ts";
import { type CitusServer, dropCitusDatabase, prepareCitus } from "./citus.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly testServer: TestServer;
  }
}

/** Access to the run's server, as plain data because it crosses processes. */
export interface TestServer {
  readonly adminTarget: SocketTarget;
  /** A migrated database of the service's role, without connections. */
  readonly template: SocketTarget;
  /** Undefined without CITUS_DATABASE_URL. */
  readonly citus: CitusServer | undefined;
}

// Durability does not matter here, so nothing waits for the disk.
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum: "off",
  max_connections: "300",
  deadlock_timeout: "100ms",
};

/** One server for the whole run, in memory where that is possible, removed when the run is over. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Every project inherits this setup, and what the root project provides.
  if (!project.isRootProject()) return () => Promise.resolve();
  await clearKilledRuns();
  const folder = await mkdtemp(join(await parentFolder(), `${folderPrefix}${process.pid}-`));
  // As root, the server runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  const server = await openEmbeddedServer({ dataFolder: folder, instanceName: "florin tests", settings });
  const postmaster = await findPostmaster(await realpath(clusterPlace(folder)));
  // Ctrl-C ends the run without teardown and leaves no time to wait.
  const dropAtOnce = (): void => {
    if (postmaster !== undefined) process.kill(postmaster.pid, "SIGQUIT");
    for (const path of [folder, server.target.socketFolder]) rmSync(path, removal);
  };
  process.once("exit", dropAtOnce);
  let citus: CitusServer | undefined;
  const tearDown = async (): Promise<void> => {
    process.off("exit", dropAtOnce);
    if (citus !== undefined) await dropCitusDatabase(citus, citus.template);
    await server.stop();
    await rm(folder, removal);
  };
  try {
    const url = process.env["CITUS_DATABASE_URL"];
    if (url !== undefined) citus = await prepareCitus(url, `florin_template_${process.pid}`);
    const template = await prepareTemplate(server.adminTarget, server.target);
    project.provide("testServer", { adminTarget: server.adminTarget, template, citus });
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

const folderPrefix = "florin-test-";
const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 20 } as const;

const memoryFolder = "/dev/shm";
/** In a container it often is too small. */
const minMemoryBytes = 2 * 1024 ** 3;

/** Each test database is a copy of hundreds of files, which takes a tenth of the time in memory. */
async function parentFolder(): Promise<string> {
  return (await hasMemoryFolder()) ? memoryFolder : tmpdir();
}

async function hasMemoryFolder(): Promise<boolean> {
  try {
    await access(memoryFolder, constants.W_OK);
    const { bavail, bsize } = await statfs(memoryFolder);
    return bavail * bsize >= minMemoryBytes;
  } catch {
    return false;
  }
}

/** A killed run leaves its server running; a server whose folder is gone exits within a minute. */
async function clearKilledRuns(): Promise<void> {
  for (const parent of new Set([tmpdir(), await parentFolder()])) {
    for (const name of await readdir(parent)) {
      const pid = name.startsWith(folderPrefix)
        ? Number.parseInt(name.slice(folderPrefix.length), 10)
        : Number.NaN;
      if (Number.isInteger(pid) && !isAlive(pid))
        await rm(join(parent, name), removal).catch(() => undefined);
    }
  }
}

async function prepareTemplate(adminTarget: SocketTarget, target: SocketTarget): Promise<SocketTarget> {
  const template = { ...target, database: "florin_template" };
  await withClient(adminTarget, "florin tests", async (client) => {
    await client.query(`CREATE DATABASE ${template.database} OWNER ${template.user}`);
  });
  await migrate({ tables, target: template });
  return template;
}
