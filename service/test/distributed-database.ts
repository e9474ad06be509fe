import { randomBytes } from "node:crypto";
import type pg from "pg";
import { distribute } from "../src/db/citus/distribute.ts";
import { withClient } from "../src/db/client.ts";
import { migrate } from "../src/db/migrate.ts";
import { tables } from "../src/tables.ts";

/** The coordinator of a Citus cluster that trusts local superusers; undefined without CITUS_DATABASE_URL. */
export const citusUrl = process.env["CITUS_DATABASE_URL"];

interface UrlTarget {
  readonly url: string;
}

/** Few, because each table has as many. */
const shardCount = 8;

/** Two databases of one cluster with the same schema: one plain, one distributed. */
export interface DatabasePair {
  readonly plain: UrlTarget;
  readonly distributed: UrlTarget;
  [Symbol.asyncDispose](): Promise<void>;
}

/** `fill` gets both before the tables are distributed. */
export async function openDatabasePair(
  coordinator: string,
  fill: (target: UrlTarget) => Promise<void>,
): Promise<DatabasePair> {
  const name = `probe_${randomBytes(6).toString("hex")}`;
  const nodes = await readNodes(coordinator);
  const all = [coordinator, ...nodes.map(({ url }) => url)];
  const plain = { url: inDatabase(coordinator, `${name}_plain`) };
  const distributed = { url: inDatabase(coordinator, name) };
  await run(coordinator, `CREATE DATABASE ${name}_plain`);
  for (const url of all) {
    await run(url, "SET citus.enable_create_database_propagation = off", `CREATE DATABASE ${name}`);
    await run(inDatabase(url, name), "CREATE EXTENSION citus");
  }
  for (const target of [plain, distributed]) {
    await migrate({ tables, target });
    await fill(target);
  }
  await withClient(distributed, "florin test", (client) => distributeOver(client, coordinator, nodes));
  return {
    plain,
    distributed,
    [Symbol.asyncDispose]: async () => {
      await run(coordinator, `DROP DATABASE ${name}_plain WITH (FORCE)`);
      for (const url of all) await run(url, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

interface Node {
  readonly host: string;
  readonly port: number;
  readonly url: string;
}

function readNodes(coordinator: string): Promise<readonly Node[]> {
  return withClient({ url: coordinator }, "florin test", async (client) => {
    const { rows } = await client.query<{ readonly host: string; readonly port: number }>(
      "SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0 ORDER BY nodeid",
    );
    return rows.map(({ host, port }) => {
      const url = new URL(coordinator);
      url.hostname = host;
      url.port = String(port);
      return { host, port, url: url.href };
    });
  });
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function run(url: string, ...texts: readonly string[]): Promise<void> {
  await withClient({ url }, "florin test", async (client) => {
    for (const text of texts) await client.query(text);
  });
}

async function distributeOver(client: pg.Client, coordinator: string, nodes: readonly Node[]): Promise<void> {
  const { hostname, port } = new URL(coordinator);
  await client.query("SELECT citus_set_coordinator_host($1, $2)", [hostname, Number(port)]);
  for (const node of nodes) await client.query("SELECT citus_add_node($1, $2)", [node.host, node.port]);
  await distribute(client, tables, { shardCount });
}
