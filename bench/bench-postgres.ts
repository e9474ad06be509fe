import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withClient } from "../service/src/db/client.ts";
import {
  type EmbeddedServer,
  openEmbeddedServer,
  type SocketTarget,
} from "../service/src/db/embedded/index.ts";

/** What the server itself says about how it runs. */
export interface PostgresFacts {
  readonly version: string;
  readonly sharedBuffers: string;
}

export interface BenchPostgres {
  readonly server: EmbeddedServer;
  readonly facts: PostgresFacts;
}

/**
 * A PostgreSQL of its own with the service's default settings. What was opened is handed to the closers at once, so that
 * nothing is left behind when a later step fails.
 */
export async function openPostgres(closers: (() => Promise<void>)[]): Promise<BenchPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "florin-bench-"));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  // As root the server runs as somebody else, who must be able to pass through.
  await chmod(folder, 0o711);
  const server = await openEmbeddedServer({ dataFolder: folder, instanceName: "florin bench" });
  closers.push(() => server.stop());
  return { server, facts: await readFacts(server.adminTarget) };
}

/** A figure from a server that may forget what it acknowledged says nothing, so there is none. */
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
