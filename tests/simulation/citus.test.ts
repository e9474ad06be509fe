import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { rebalance } from "../../service/src/db/citus/move-shards.ts";
import { withClient } from "../../service/src/db/client.ts";
import type { ConnectionTarget } from "../../service/src/db/pool.ts";
import { type CitusServer, createRole, isWithoutCitus, onNode, urlAs } from "../../service/test/citus.ts";
import { expectNothingLost } from "../../service/test/cluster/expect-nothing-lost.ts";
import { openCluster } from "../../service/test/cluster/open-cluster.ts";
import { runBusiness } from "../../service/test/cluster/run-business.ts";
import { seedOf, sizeOf } from "../../service/test/scale.ts";

const seed = seedOf("CITUS_SEED");
const orders = sizeOf("CITUS_ORDERS", { usual: 40, long: 300 });
const script = join(import.meta.dirname, "../citus/cluster");

/** Runs `tests/citus/cluster`, which also started the cluster in CITUS_DATABASE_URL. */
async function control(...argv: readonly string[]): Promise<string> {
  return (await promisify(execFile)(script, argv)).stdout.trim();
}

test.skipIf(isWithoutCitus)(
  `nothing is lost or doubled while workers are killed and added, and a shard moves (CITUS_SEED=${seed})`,
  async () => {
    const { citus } = inject("testServer");
    if (citus === undefined) throw new Error("CITUS_DATABASE_URL is not set");
    let added = "";
    {
      await using cluster = await openCluster();
      await Promise.all([cluster.start(), cluster.start()]);
      const { target } = cluster.api.testDatabase;
      const firstWorker = new URL(citus.nodes[1] ?? "").port;
      const steps: readonly (() => Promise<unknown>)[] = [
        () => control("kill", firstWorker),
        () => control("revive", firstWorker),
        () => moveShard(target),
        async () => {
          added = await addWorker(citus, target);
        },
      ];
      let done = 0;
      let running: Promise<unknown> = Promise.resolve();
      const report = await runBusiness(cluster, {
        seed,
        orders,
        between: async (place) => {
          const step = steps[done];
          if (step === undefined || place < ((done + 1) * orders) / (steps.length + 1)) return;
          done += 1;
          // One after the other; requests go on meanwhile.
          running = running.then(step);
        },
      });
      await running;
      expect(done).toBe(steps.length);
      expect(report.accepted.size).toBeGreaterThan(orders / 2);
      expect(cluster.retries()).toBeGreaterThan(0);
      await expectNothingLost(cluster, report);
      expect(await shardsAt(target, added)).toBeGreaterThan(0);
    }
    await control("drop", added);
  },
);

async function moveShard(target: ConnectionTarget): Promise<void> {
  await withClient(target, "florin test", (client) => client.query(moveOne));
}

const moveOne = `
  SELECT citus_move_shard_placement(shardid, from_host, from_port, to_host, to_port)
    FROM (SELECT shardid, held.nodename AS from_host, held.nodeport AS from_port, other.nodename AS to_host,
                 other.nodeport AS to_port
            FROM citus_shards AS held, pg_dist_node AS other
           WHERE table_name = 'transfers'::regclass AND other.groupid > 0 AND other.nodeport <> held.nodeport
           ORDER BY shardid, to_port LIMIT 1) AS move`;

/** Starts a worker, which joins the cluster and takes its share of the shards; returns its port. */
async function addWorker(citus: CitusServer, target: ConnectionTarget): Promise<string> {
  if (!("url" in target)) throw new Error("a database on Citus has a URL");
  const name = new URL(target.url).pathname.slice(1);
  const [coordinator = ""] = citus.nodes;
  const added = new URL(coordinator);
  added.port = await control("add");
  await onNode(added.href, createRole(citus.user));
  await onNode(added.href, `CREATE DATABASE ${name} OWNER ${citus.user}`);
  await onNode(added.href, "CREATE EXTENSION citus", name);
  await onNode(coordinator, `SELECT citus_add_node('${added.hostname}', ${added.port})`, name);
  const owner = { url: urlAs(coordinator, citus.user, name) };
  await withClient(owner, "florin test", (client) => rebalance(client, () => {}));
  return added.port;
}

async function shardsAt(target: ConnectionTarget, port: string): Promise<number> {
  return withClient(target, "florin test", async (client) => {
    const { rows } = await client.query("SELECT 1 FROM citus_shards WHERE nodeport = $1", [port]);
    return rows.length;
  });
}
