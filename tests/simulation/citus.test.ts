import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { moveShard, rebalance } from "../../service/src/db/citus/move-shards.ts";
import { withClient } from "../../service/src/db/client.ts";
import type { ConnectionTarget } from "../../service/src/db/pool.ts";
import { type CitusServer, createRole, isWithoutCitus, onNode } from "../../service/test/citus.ts";
import { expectNothingLost } from "../../service/test/cluster/expect-nothing-lost.ts";
import { type Cluster, openCluster } from "../../service/test/cluster/open-cluster.ts";
import { runBusiness } from "../../service/test/cluster/run-business.ts";
import { eventually } from "../../service/test/eventually.ts";
import { seedOf, sizeOf } from "../../service/test/scale.ts";

const seed = seedOf("CITUS_SEED");
const orders = sizeOf("CITUS_ORDERS", { usual: 40, long: 300 });
const patienceMs = 600_000;
const script = join(import.meta.dirname, "../citus/cluster");

/** Runs `tests/citus/cluster`, which also started the cluster in CITUS_DATABASE_URL. */
async function control(...argv: readonly string[]): Promise<string> {
  return (await promisify(execFile)(script, argv)).stdout.trim();
}

test.skipIf(isWithoutCitus)(
  `nothing is lost or doubled while workers are killed and added, and a shard moves (CITUS_SEED=${seed})`,
  { timeout: patienceMs },
  async () => {
    const { citus } = inject("testServer");
    if (citus === undefined) throw new Error("CITUS_DATABASE_URL is not set");
    await using extra = await startExtraNode(citus);
    await using cluster = await openCluster();
    await Promise.all([cluster.start(), cluster.start()]);
    await using outages = createOutages(cluster);
    const { target } = cluster.api.testDatabase;
    const steps: readonly (() => Promise<void>)[] = [
      () => outages.killAndRevive(),
      () => moveTenant(target),
      () => addWorker(citus, target, extra),
    ];
    let isOver = false;
    let running: Promise<void> | undefined;
    const report = await runBusiness(cluster, {
      seed,
      orders,
      between: async (place) => {
        if (place < orders / 4 || running !== undefined) return;
        running = inTurn(steps).finally(() => {
          isOver = true;
        });
        // It is awaited when all orders are placed.
        running.catch(() => undefined);
      },
      continues: () => !isOver,
    });
    await running;
    expect(report.accepted.size).toBeGreaterThan(orders / 2);
    await expectNothingLost(cluster, report);
  },
);

async function inTurn(steps: readonly (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step();
}

/** Kills the worker that has the rows of a transfer, and starts it again once requests fail. */
function createOutages(cluster: Cluster) {
  let down = "";
  let killed: Promise<unknown> | undefined;
  const revive = async (): Promise<void> => {
    await killed;
    if (down !== "") await control("revive", down);
    down = "";
  };
  return {
    killAndRevive: async () => {
      const { port } = await findTenant(cluster.api.testDatabase.target);
      const before = cluster.retries();
      down = port;
      killed = control("kill", port);
      await killed;
      await eventually(() => expect(cluster.retries()).toBeGreaterThan(before));
      await revive();
    },
    [Symbol.asyncDispose]: revive,
  };
}

async function moveTenant(target: ConnectionTarget): Promise<void> {
  const { shard, port } = await findTenant(target);
  const [other] = await query(target, otherNode, [port]);
  const to = String(other?.["node"]);
  await withClient(target, "florin test", (client) => moveShard(client, { shard, to }));
  expect((await findTenant(target)).port).not.toBe(port);
}

const otherNode = `
  SELECT nodename || ':' || nodeport AS node FROM pg_dist_node
   WHERE groupid > 0 AND nodeport <> $1::integer ORDER BY nodeport LIMIT 1`;

/** Where the rows of the tenant of the first transfer are. */
async function findTenant(
  target: ConnectionTarget,
): Promise<{ readonly shard: string; readonly port: string }> {
  const [first] = await query(target, "SELECT tenant_id AS tenant FROM transfers ORDER BY id LIMIT 1", []);
  const [found] = await query(target, shardOfTenant, [first?.["tenant"]]);
  return { shard: String(found?.["shard"]), port: String(found?.["port"]) };
}

const shardOfTenant = `
  SELECT shardid AS shard, nodeport AS port FROM citus_shards
   WHERE shardid = get_shard_id_for_distribution_column('transfers', $1::text)`;

/** A node that is not part of the cluster yet. */
async function startExtraNode({ nodes: [coordinator = ""] }: CitusServer) {
  const url = new URL(coordinator);
  url.port = await control("add");
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      await control("drop", url.port);
    },
  };
}

/** The node joins the cluster and takes its share of the shards. */
async function addWorker(
  { nodes: [coordinator = ""], user }: CitusServer,
  target: ConnectionTarget,
  { url }: { readonly url: URL },
): Promise<void> {
  if (!("url" in target)) throw new Error("a database on Citus has a URL");
  const name = new URL(target.url).pathname.slice(1);
  await onNode(url.href, createRole(user));
  await onNode(url.href, `CREATE DATABASE ${name} OWNER ${user}`);
  await onNode(url.href, "CREATE EXTENSION citus", name);
  await onNode(coordinator, `SELECT citus_add_node('${url.hostname}', ${url.port})`, name);
  await withClient(target, "florin test", (client) => rebalance(client, () => {}));
  expect(await query(target, "SELECT 1 FROM citus_shards WHERE nodeport = $1", [url.port])).not.toEqual([]);
}

async function query(
  target: ConnectionTarget,
  text: string,
  values: readonly unknown[],
): Promise<readonly Record<string, unknown>[]> {
  return withClient(target, "florin test", async (client) => (await client.query(text, [...values])).rows);
}
