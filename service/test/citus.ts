import { randomBytes } from "node:crypto";
import type pg from "pg";
import { distribute } from "../src/db/citus/distribute.ts";
import { withClient } from "../src/db/client.ts";
import { migrate } from "../src/db/migrate.ts";
import { tables } from "../src/tables.ts";

/** Tests on Citus run only where a cluster is given; `tests/citus/cluster` starts one. */
export const isWithoutCitus = process.env["CITUS_DATABASE_URL"] === undefined;

/** A Citus cluster that the tests may use, as plain data because it crosses processes. */
export interface CitusServer {
  /** `postgres://superuser@host:port/`, the coordinator first, without a database. */
  readonly nodes: readonly string[];
  /** Owns the test databases, and is not a superuser. */
  readonly user: string;
  /** A distributed database without connections, on every node. */
  readonly template: string;
}

// Few, because each test database has all of them.
const shardCount = 4;

/** Creates the template on the cluster in CITUS_DATABASE_URL. */
export async function prepareCitus(url: string, template: string): Promise<CitusServer> {
  const user = "florin_test";
  const nodes = await nodesAt(url, user);
  const [coordinator = "", ...workers] = nodes;
  await createEmptyCitusDatabase({ nodes, user }, template);
  const target = { url: urlAs(coordinator, user, template) };
  await migrate({ tables, target });
  await withClient(target, "florin tests", (client) => distribute(client, tables, { shardCount }));
  // A copy would require of a new worker that it has the template, too.
  await onNode(coordinator, "DELETE FROM pg_dist_object WHERE classid = 'pg_database'::regclass", template);
  for (const node of [coordinator, ...workers]) {
    await onNode(node, `ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
    await onNode(
      node,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${template}'`,
    );
  }
  return { nodes, user, template };
}

async function nodesAt(url: string, user: string): Promise<readonly string[]> {
  return withClient({ url }, "florin tests", async (client) => {
    // Citus creates the role on the workers, too.
    await client.query(createRole(user));
    const { rows } = await client.query<{ host: string; port: number }>(
      "SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE noderole = 'primary' ORDER BY groupid",
    );
    return rows.map(({ host, port }) => {
      const node = new URL(url);
      node.host = `${host}:${port}`;
      node.pathname = "/";
      return node.href;
    });
  });
}

export function createRole(name: string): string {
  return `DO $$ BEGIN CREATE ROLE ${name} LOGIN; EXCEPTION WHEN duplicate_object THEN END $$`;
}

/** A database with the extension on all nodes, which know each other. */
async function createEmptyCitusDatabase(
  { nodes, user }: Pick<CitusServer, "nodes" | "user">,
  name: string,
): Promise<void> {
  const [coordinator = "", ...workers] = nodes;
  for (const node of nodes) {
    await onNode(node, `CREATE DATABASE ${name} OWNER ${user}`);
    await onNode(node, "CREATE EXTENSION citus", name);
  }
  const [host, port] = placeOf(coordinator);
  await onNode(coordinator, `SELECT citus_set_coordinator_host('${host}', ${port})`, name);
  for (const [workerHost, workerPort] of workers.map(placeOf))
    await onNode(coordinator, `SELECT citus_add_node('${workerHost}', ${workerPort})`, name);
}

/** A copy of the template on all nodes. */
export async function copyCitusTemplate({ nodes, user, template }: CitusServer, name: string): Promise<void> {
  await onAll(nodes, `CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${user} STRATEGY FILE_COPY`);
}

export async function dropCitusDatabase({ nodes }: Pick<CitusServer, "nodes">, name: string): Promise<void> {
  // Citus would connect to it again and again from the other nodes, to look for deadlocks.
  await onAll(nodes, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  // One after the other: two nodes that drop it at once may wait for each other's connections.
  for (const node of nodes) await dropOnNode(node, name);
}

const mostDrops = 5;
const objectInUse = "55006";

/** Tries again if a connection was established meanwhile; the server waits for its end for some seconds. */
async function dropOnNode(node: string, name: string, tries = 1): Promise<void> {
  try {
    await onNode(node, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  } catch (error) {
    if ((error as pg.DatabaseError).code !== objectInUse || tries === mostDrops) throw error;
    await dropOnNode(node, name, tries + 1);
  }
}

export function urlAs(node: string, user: string, database: string): string {
  const url = new URL(node);
  url.username = user;
  url.pathname = `/${database}`;
  return url.href;
}

function placeOf(node: string): readonly [host: string, port: string] {
  const { hostname, port } = new URL(node);
  return [hostname, port];
}

async function onAll(nodes: readonly string[], sql: string): Promise<void> {
  await Promise.all(nodes.map((node) => onNode(node, sql)));
}

/** Runs a command as the superuser of a node. */
export async function onNode(node: string, sql: string, database = "postgres"): Promise<void> {
  const url = new URL(node);
  url.pathname = `/${database}`;
  await withClient({ url: url.href }, "florin tests", (client) => client.query(sql));
}

/** A database on all nodes, migrated with a folder's files, distributed or not yet, with an owner and a service role. */
export async function openCitusRoles(
  citus: CitusServer,
  { isDistributed, folder }: { readonly isDistributed: boolean; readonly folder?: string },
) {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const [coordinator = ""] = citus.nodes;
  const role = "florin_test_service";
  await onNode(coordinator, createRole(role));
  await (isDistributed ? copyCitusTemplate(citus, name) : createEmptyCitusDatabase(citus, name));
  const owner = { url: urlAs(coordinator, citus.user, name) };
  const service = { url: urlAs(coordinator, role, name) };
  await migrate({ tables, target: owner, serviceRole: role, ...(folder === undefined ? {} : { folder }) });
  const run = (url: string, sql: string): Promise<readonly Record<string, unknown>[]> =>
    withClient({ url }, "florin test", async (client) => (await client.query(sql)).rows);
  return {
    owner,
    service,
    role,
    asOwner: (sql: string) => run(owner.url, sql),
    asService: (sql: string) => run(service.url, sql),
    /** On a worker itself, past the coordinator. */
    onWorker: (port: number, user: string, sql: string) => {
      const url = new URL(urlAs(coordinator, user, name));
      url.port = String(port);
      return run(url.href, sql);
    },
    [Symbol.asyncDispose]: () => dropCitusDatabase(citus, name),
  };
}
