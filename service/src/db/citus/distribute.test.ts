import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { isWithoutCitus, openCitusRoles } from "../../../test/citus.ts";
import { type DataFolder, makeDataFolder } from "../../../test/data-folder.ts";
import { refuseLooseShards } from "../../startup/refuse-loose-shards.ts";
import { tables } from "../../tables.ts";
import { withClient } from "../client.ts";
import { grantToService } from "../grants.ts";
import { migrate } from "../migrate.ts";
import { schemaFolder } from "../migration-files.ts";
import { changeNothing } from "../two-phases.ts";
import { readDatabaseStatus } from "./cluster-status.ts";
import { distribute, type PendingTable, planDistribution, referencedFirst } from "./distribute.ts";
import { isolateTenant, rebalance } from "./move-shards.ts";
import { findShardRights } from "./shard-rights.ts";

test("a table comes after those that it refers to, and the first distributed table before all others", () => {
  const pending = ["children", "self", "parents", "accounts"].map(
    (table): PendingTable => ({ table, placement: "distributed", isUnplaced: true, hasRows: false }),
  );
  const keys = [
    { from: "children", to: "parents" },
    { from: "self", to: "self" },
    { from: "parents", to: "elsewhere" },
  ];
  expect(referencedFirst(pending, keys).map(({ table }) => table)).toEqual([
    "accounts",
    "parents",
    "children",
    "self",
  ]);
});

const shardCount = 4;

type Roles = Awaited<ReturnType<typeof openCitusRoles>>;

function openRoles(options: Parameters<typeof openCitusRoles>[1]): Promise<Roles> {
  const { citus } = inject("testServer");
  if (citus === undefined) throw new Error("CITUS_DATABASE_URL is not set");
  return openCitusRoles(citus, options);
}

const lastOfBaseline = "0022-console-api-and-alerts.sql";

async function copySchema(isCopied: (file: string) => boolean = () => true): Promise<DataFolder> {
  const folder = await makeDataFolder();
  const filter = (path: string): boolean => !path.endsWith(".sql") || isCopied(basename(path));
  await cp(join(schemaFolder, "migrations"), join(folder.path, "migrations"), { recursive: true, filter });
  await cp(join(schemaFolder, "functions"), join(folder.path, "functions"), { recursive: true });
  return folder;
}

const audited = (tenantId: string) => `
  INSERT INTO audit_log (tenant_id, at, id, actor_type, actor_id, action, subject_type, subject_id)
  VALUES ('${tenantId}', now(), 'x', 'system', 'test', 'note.create', 'note', 'n')`;
const privileges = `
  SELECT table_name, column_name, privilege_type FROM information_schema.column_privileges
   WHERE grantee = 'florin_test_service' AND table_schema = 'public' ORDER BY 1, 2, 3`;
const comments = `
  SELECT relname, obj_description(oid, 'pg_class') FROM pg_class
   WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`;

describe.skipIf(isWithoutCitus)("on Citus (skipped without CITUS_DATABASE_URL)", () => {
  test("an interrupted distribution is continued, and keeps all rows, privileges and comments", async () => {
    await using roles = await openRoles({ isDistributed: false });
    for (const tenantId of ["T1", "T2", "T3"]) await roles.asService(audited(tenantId));
    const before = { privileges: await roles.asOwner(privileges), comments: await roles.asOwner(comments) };
    await withClient(roles.owner, "florin test", async (client) => {
      const total = (await planDistribution(client, tables)).length;
      let count = 0;
      const interrupted = distribute(client, tables, {
        shardCount,
        report: () => {
          count += 1;
          if (count > total / 2) throw new Error("interrupted");
        },
      });
      await expect(interrupted).rejects.toThrow("interrupted");
      const rest = await planDistribution(client, tables);
      expect(rest.length).toBeLessThan(total);
      expect(await distribute(client, tables, { shardCount })).toEqual(rest);
      expect(await distribute(client, tables, { shardCount })).toEqual([]);
      await grantToService(client, roles.role);
    });
    expect(await roles.asService("SELECT tenant_id FROM audit_log ORDER BY tenant_id")).toEqual([
      { tenant_id: "T1" },
      { tenant_id: "T2" },
      { tenant_id: "T3" },
    ]);
    expect(await roles.asOwner(privileges)).toEqual(before.privileges);
    expect(await roles.asOwner(comments)).toEqual(before.comments);
  });

  test("append-only tables are protected on the shards, also after a shard moves or a tenant gets its own", async () => {
    await using roles = await openRoles({ isDistributed: true });
    await roles.asService(audited("T1"));
    const protectedNow = async (): Promise<void> => {
      const shards = await roles.asOwner(
        "SELECT shardid, nodeport FROM citus_shards WHERE table_name = 'audit_log'::regclass",
      );
      expect(shards.length).toBeGreaterThan(0);
      for (const { shardid, nodeport } of shards) {
        const deletion = roles.onWorker(
          Number(nodeport),
          roles.role,
          `DELETE FROM audit_log_${String(shardid)}`,
        );
        await expect(deletion).rejects.toMatchObject({ code: "42501" });
      }
      await withClient(roles.owner, "florin test", async (client) => {
        expect(await findShardRights(client, roles.role)).toEqual({ differing: [], unread: [] });
        await refuseLooseShards(client, roles.role);
      });
    };
    await protectedNow();
    await withClient(roles.owner, "florin test", async (client) => {
      const [target] = await roles.asOwner(`
        SELECT nodename || ':' || nodeport AS node FROM pg_dist_node
         WHERE groupid > 0 AND nodeport NOT IN (
           SELECT nodeport FROM citus_shards
            WHERE shardid = get_shard_id_for_distribution_column('accounts', 'T1')) LIMIT 1`);
      const to = String(target?.["node"]);
      expect(await isolateTenant(client, { tenantId: "T1", to })).toMatchObject({ node: to });
      expect(await isolateTenant(client, { tenantId: "T1", to })).toMatchObject({ node: to });
    });
    await protectedNow();
    expect(await roles.asService("SELECT tenant_id FROM audit_log")).toEqual([{ tenant_id: "T1" }]);
    await withClient(roles.owner, "florin test", (client) => rebalance(client, () => {}));
    await protectedNow();
  });

  test("a privilege on a shard alone is found, keeps the service from starting, and is repaired by migrating", async () => {
    await using roles = await openRoles({ isDistributed: true });
    const [shard] = await roles.asOwner(
      "SELECT shardid, nodeport FROM citus_shards WHERE table_name = 'events'::regclass LIMIT 1",
    );
    const name = `events_${String(shard?.["shardid"])}`;
    await roles.onWorker(
      Number(shard?.["nodeport"]),
      "florin_test",
      `GRANT DELETE ON ${name} TO ${roles.role}`,
    );
    await withClient(roles.owner, "florin test", async (client) => {
      const { differing } = await findShardRights(client, roles.role);
      expect(differing).toEqual([
        { node: expect.any(String), shard: name, privilege: "DELETE", isExcess: true },
      ]);
      await expect(refuseLooseShards(client, roles.role)).rejects.toThrow(`DELETE on the shard ${name}`);
      const { cluster } = await readDatabaseStatus(client, tables, roles.role);
      expect(cluster?.rights.differing).toHaveLength(1);
      await migrate({ tables, target: roles.owner, serviceRole: roles.role });
      expect(await findShardRights(client, roles.role)).toEqual({ differing: [], unread: [] });
      // The owner revoked these from itself, and Citus does not: why the service needs a role of its own.
      expect((await findShardRights(client, "florin_test")).differing).toContainEqual(
        expect.objectContaining({ shard: name, privilege: "DELETE", isExcess: true }),
      );
    });
  });

  test("a transaction on the coordinator and one worker commits in two phases", async () => {
    await using roles = await openRoles({ isDistributed: true });
    await withClient(roles.owner, "florin test", async (client) => {
      const commands: string[] = [];
      client.on("notice", ({ message = "" }) => commands.push(message));
      await client.query("SET citus.log_remote_commands = on; SET client_min_messages = notice");
      const isPrepared = async (text: string, tenantId: string): Promise<boolean> => {
        commands.length = 0;
        await client.query("BEGIN");
        await client.query(text);
        await client.query(
          "INSERT INTO tenant_feed_numbers (tenant_id, network, last_number) VALUES ($1, 'testnet', 1)",
          [tenantId],
        );
        await client.query("COMMIT");
        return commands.some((command) => command.includes("PREPARE TRANSACTION"));
      };
      expect(await isPrepared("INSERT INTO deployment_facts VALUES ('x', now())", "T1")).toBe(true);
      expect(await isPrepared(changeNothing.text, "T2")).toBe(true);
      expect(await isPrepared("UPDATE webhook_queue SET id = id", "T3")).toBe(false);
    });
  });

  test("all migrations since the baseline, and changed functions, are applied to a distributed database", async () => {
    await using folder = await copySchema((file) => file <= lastOfBaseline);
    const changed = join(folder.path, "functions/append-events.sql");
    await writeFile(changed, `-- As before.\n${await readFile(changed, "utf8")}`);
    await rm(join(folder.path, "functions/find-balances.sql"));
    await using roles = await openRoles({ isDistributed: false, folder: folder.path });
    await withClient(roles.owner, "florin test", (client) => distribute(client, tables, { shardCount }));
    const later = (await readdir(join(schemaFolder, "migrations"))).filter((file) => file > lastOfBaseline);
    const names = later.sort().map((file) => file.replace(".sql", ""));
    expect(await migrate({ tables, target: roles.owner, serviceRole: roles.role })).toEqual([
      ...names,
      "functions/append-events",
      "functions/find-balances",
    ]);
    expect(await migrate({ tables, target: roles.owner, serviceRole: roles.role })).toEqual([]);
    await withClient(roles.owner, "florin test", async (client) => {
      expect(await planDistribution(client, tables)).toEqual([]);
      expect(await findShardRights(client, roles.role)).toEqual({ differing: [], unread: [] });
    });
  });

  test("a migration places its new tables, in the same transaction", async () => {
    await using roles = await openRoles({ isDistributed: true });
    await using folder = await copySchema();
    await writeFile(
      join(folder.path, "migrations/9000-later.sql"),
      `ALTER TABLE transfers ADD COLUMN remark text; ALTER TABLE transfers ADD CHECK (remark <> '');
       ALTER TABLE nodes ADD COLUMN zone text NOT NULL DEFAULT 'a'; CREATE TABLE unknown (id int);`,
    );
    const migrating = migrate({ tables, target: roles.owner, folder: folder.path, serviceRole: roles.role });
    await expect(migrating).rejects.toThrow("does not know the table unknown");
    expect(await roles.asOwner("SELECT to_regclass('unknown') AS found")).toEqual([{ found: null }]);
  });
});
