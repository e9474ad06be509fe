import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { openTwoRoles } from "../../test/database.ts";
import { tables } from "../tables.ts";
import { withClient } from "./client.ts";
import type { SocketTarget } from "./embedded/index.ts";
import { migrate } from "./migrate.ts";
import { schemaFolder } from "./migration-files.ts";

/** With a column to change. */
const appendOnly = {
  audit_log: "tenant_id",
  audit_seals: "tenant_id",
  ledger_journal: "tenant_id",
  ledger_entries: "tenant_id",
  events: "tenant_id",
  reserve_reports: "document",
};

test("the service's role writes to append-only tables, and cannot change them or give itself the privilege", async () => {
  await using roles = await openTwoRoles();
  await migrate({ tables, target: roles.owner, serviceRole: roles.role });
  for (const [table, column] of Object.entries(appendOnly)) {
    expect(await roles.asService(`SELECT count(*) FROM ${table}`)).toHaveLength(1);
    for (const sql of [
      `UPDATE ${table} SET ${column} = ''`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
      `DROP TABLE ${table}`,
      `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
    ]) {
      await expect(roles.asService(sql), sql).rejects.toMatchObject({ code: "42501" });
    }
    await roles.asService(`GRANT DELETE ON ${table} TO CURRENT_USER`).catch(() => {});
    await expect(roles.asService(`DELETE FROM ${table}`)).rejects.toMatchObject({ code: "42501" });
  }
  await roles.asService(
    `INSERT INTO audit_log (tenant_id, at, id, actor_type, actor_id, action, subject_type, subject_id)
     VALUES ('platform', now(), 'x', 'system', 'test', 'note.create', 'note', 'n')`,
  );
});

test("the service's role adds a reserve report, and cannot alter, replace or remove it", async () => {
  await using roles = await openTwoRoles();
  await migrate({ tables, target: roles.owner, serviceRole: roles.role });
  await roles.asService(
    `INSERT INTO tokens (network, id, value_type, name, kind, currency, is_public, authority, issuer_key_index, status,
                         created_at, updated_at)
     VALUES ('mainnet', 'T', 'FUSD', 'F', 'fiat_backed', 'USD', true, 'platform', 0, 'active', now(), now())`,
  );
  const insert = `INSERT INTO reserve_reports VALUES ('mainnet', 'T', '2026-10', 1, now(), 'signed', sha256('signed'), now())`;
  await roles.asService(insert);
  for (const sql of [
    "UPDATE reserve_reports SET document = 'forged', digest = sha256('forged')",
    `${insert} ON CONFLICT (network, token_id, month) DO UPDATE SET document = 'forged'`,
    "DELETE FROM reserve_reports WHERE month = '2026-10'",
  ]) {
    await expect(roles.asService(sql), sql).rejects.toMatchObject({ code: "42501" });
  }
  await expect(roles.asService(insert)).rejects.toMatchObject({ code: "23505" });
  expect(await roles.asService("SELECT document FROM reserve_reports")).toEqual([{ document: "signed" }]);
});

test("the service's role has nothing beyond the needed privileges, and owns nothing", async () => {
  await using roles = await openTwoRoles();
  await migrate({ tables, target: roles.owner, serviceRole: roles.role });
  const rows = await roles.asOwner(`
    SELECT DISTINCT privilege_type AS privilege FROM information_schema.role_table_grants
     WHERE grantee = '${roles.role}' ORDER BY 1`);
  const privileges = rows.map(({ privilege }) => privilege);
  expect(privileges.filter((privilege) => privilege !== "MAINTAIN")).toEqual([
    "DELETE",
    "INSERT",
    "SELECT",
    "UPDATE",
  ]);
  for (const sql of [
    "CREATE TABLE mine (id int)",
    "INSERT INTO schema_migrations (version, name, checksum) VALUES (9999, 'x', 'x')",
    "INSERT INTO audit_prunings VALUES ('platform', 1, decode(repeat('00', 32), 'hex'), now())",
    "UPDATE wallet_seeds SET fingerprint = fingerprint",
  ]) {
    await expect(roles.asService(sql), sql).rejects.toMatchObject({ code: "42501" });
  }
  // Rewrapping a seed under a new master key.
  await roles.asService("UPDATE wallet_seeds SET sealed = sealed");
  expect(await roles.asOwner(`SELECT 1 FROM pg_class WHERE relowner = '${roles.role}'::regrole`)).toEqual([]);
});

test("a later migration grants automatically, and takes away what it makes append-only", async () => {
  await using roles = await openTwoRoles();
  const folder = await mkdtemp(join(tmpdir(), "florin-migrations-"));
  try {
    for (const name of ["migrations", "functions"])
      await cp(join(schemaFolder, name), join(folder, name), { recursive: true });
    await migrate({ tables, target: roles.owner, folder, serviceRole: roles.role });
    await roles.asService("DELETE FROM deployment_facts");
    await writeFile(
      join(folder, "migrations/9000-later.sql"),
      `CREATE TABLE later (id int); CREATE TABLE log (id int);
       REVOKE UPDATE, DELETE, TRUNCATE ON log, deployment_facts FROM CURRENT_USER;`,
    );
    await migrate({ tables, target: roles.owner, folder, serviceRole: roles.role });
    await roles.asService("INSERT INTO later VALUES (1); UPDATE later SET id = 2; DELETE FROM later");
    await roles.asService("INSERT INTO log VALUES (1)");
    for (const table of ["log", "deployment_facts"]) {
      await expect(roles.asService(`DELETE FROM ${table}`)).rejects.toMatchObject({ code: "42501" });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a role that may act as the owner is refused", async () => {
  await using roles = await openTwoRoles();
  const { adminTarget } = inject("testServer");
  await withClient(adminTarget, "florin test", (client) =>
    client.query(`GRANT ${roles.owner.user} TO ${roles.role}`),
  );
  await expect(migrate({ tables, target: roles.owner, serviceRole: roles.role })).rejects.toThrow(
    "needs a role of its own",
  );
  await expect(migrate({ tables, target: roles.owner, serviceRole: roles.owner.user })).rejects.toThrow(
    "needs a role of its own",
  );
});

const scripts = new URL("../../../docs/operations/sql/", import.meta.url);

/** Runs a documented script as psql would, with other names. */
async function runScript(
  name: string,
  target: SocketTarget,
  names: Readonly<Record<string, string>>,
): Promise<void> {
  let sql = (await readFile(new URL(name, scripts), "utf8")).replaceAll(/^--.*$/gm, "");
  for (const [from, to] of Object.entries(names)) sql = sql.replaceAll(from, to);
  const [before = "", after = ""] = sql.split(/^\\connect .*$/m);
  const parts = [
    { text: before, at: target },
    { text: after, at: { ...target, database: names["DATABASE florin"]?.split(" ")[1] ?? target.database } },
  ];
  for (const { text, at } of parts) {
    await withClient(at, "florin test", async (client) => {
      for (const each of text.split(";")) if (each.trim() !== "") await client.query(each);
    });
  }
}

test("the documented scripts create a database with two roles, and split the role of an existing one", async () => {
  const { adminTarget } = inject("testServer");
  const id = randomBytes(6).toString("hex");
  const [owner, service, later, database] = [`owner_${id}`, `service_${id}`, `later_${id}`, `db_${id}`];
  const passwords = { ":'owner_password'": "'o'", ":'service_password'": "'s'" };
  const names = { florin_owner: owner, florin_service: service, "DATABASE florin": `DATABASE ${database}` };
  const as = (user: string): SocketTarget => ({ ...adminTarget, user, database });
  try {
    await runScript("roles.sql", adminTarget, { ...passwords, ...names });
    await migrate({ tables, target: as(owner), serviceRole: service });
    const read = (user: string) =>
      withClient(as(user), "florin test", (client) => client.query("SELECT 1 FROM audit_log"));
    await read(service);
    await runScript("split-roles.sql", as(adminTarget.user), {
      ...passwords,
      florin_service: later,
      ':"DBNAME"': database,
    });
    await expect(read(later)).rejects.toThrow("does not exist");
    await migrate({ tables, target: as(owner), serviceRole: later });
    await read(later);
  } finally {
    await withClient(adminTarget, "florin test", async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      for (const role of [later, service, owner]) await client.query(`DROP ROLE IF EXISTS ${role}`);
    });
  }
});
