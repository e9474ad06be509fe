import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withClient } from "../service/src/db/client.ts";
import {
  type EmbeddedServer,
  openEmbeddedServer,
  type SocketTarget,
} from "../service/src/db/embedded/index.ts";

/** Settings as the server reports them. */
export interface PostgresFacts {
  readonly version: string;
  readonly sharedBuffers: string;
}

export interface BenchPostgres {
  readonly server: EmbeddedServer;
  readonly facts: PostgresFacts;
}

/**
 * A separate PostgreSQL with the service's default settings, except those given. Each resource is passed to the closers as soon as it is
 * open, so that nothing leaks when a later step fails.
 */
export async function openPostgres(
  closers: (() => Promise<void>)[],
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "florin-bench-"));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  // As root, the server runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  const server = await openEmbeddedServer({ dataFolder: folder, instanceName: "florin bench", settings });
  closers.push(() => server.stop());
  return { server, facts: await readFacts(server.adminTarget) };
}

/** Figures from a server that may lose acknowledged data are meaningless, so the benchmark refuses to run. */
async function readFacts(adminTarget: SocketTarget): Promise<PostgresFacts> {
  const settings = await readSettings(adminTarget);
  for (const name of ["fsync", "synchronous_commit"]) {
    if (settings.get(name) !== "on") throw new Error(`the server runs with ${name} ${settings.get(name)}`);
  }
  return {
    version: settings.get("server_version") ?? "unknown",
    sharedBuffers: settings.get("shared_buffers") ?? "unknown",
  };
}

function readSettings(adminTarget: SocketTarget): Promise<ReadonlyMap<string, string>> {
  return withClient(adminTarget, "florin bench", async (client) => {
    const { rows } = await client.query<{ name: string; value: string }>(
      "SELECT name, current_setting(name) AS value FROM pg_settings WHERE name = ANY ($1)",
      [["fsync", "synchronous_commit", "server_version", "shared_buffers"]],
    );
    return new Map(rows.map(({ name, value }) => [name, value]));
  });
}
