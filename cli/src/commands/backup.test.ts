import { readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readAudit } from "../../../service/src/audit/index.ts";
import { withClient } from "../../../service/src/db/client.ts";
import { type DataFolder, makeDataFolder } from "../../../service/test/data-folder.ts";
import { openTwoRoles, urlOf } from "../../../service/test/database.ts";
import { startBucket } from "../../../service/test/s3.ts";
import { dumpTables } from "../../../service/test/table-dump.ts";
import { type Operator, openOperator } from "../../test/operator.ts";

interface Created {
  readonly id: string;
  readonly rows: number;
  readonly tables: number;
}

let folder: DataFolder;
let operator: Operator;
let target: Operator;
let place: string;

beforeEach(async () => {
  folder = await makeDataFolder();
  // A backup of a distributed database is refused.
  operator = await openOperator({ isPlain: true });
  target = await openOperator({ empty: true });
  place = join(folder.path, "backups");
  await operator.responseOf(["accounts", "create", "--name", "Müller \\ Söhne \\n GmbH"]);
});

afterEach(async () => {
  await operator[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const create = () => operator.responseOf<Created>(["backup", "create", "--place", place]);
const restore = (id: string, environment: Readonly<Record<string, string>> = {}) =>
  target.florin(["backup", "restore", id, "--place", place], {
    environment: { MASTER_KEY: operator.environment.MASTER_KEY, ...environment },
  });
const fileOf = (id: string): string => join(place, "backups", id);

test("a restored database has every row of the backup, and the service does not start on it", async () => {
  const before = await dumpTables(operator.database);
  const { id, tables, rows } = await create();
  expect(await operator.responseOf(["backup", "list", "--place", place])).toMatchObject([{ id }]);
  const verified = await operator.florin(["backup", "verify", id, "--place", place, "--json"]);
  expect(JSON.parse(verified.stdout)).toMatchObject({ id, tables, rows });
  const restored = await restore(id);
  expect(restored, restored.stderr).toMatchObject({ exitCode: 0 });
  expect(restored.stderr).toContain("The service does not start on this database");
  const pending = await target.florin(["migrate", "--dry-run"]);
  expect(pending, pending.stderr).toMatchObject({ exitCode: 0, stdout: "" });
  const after = await dumpTables(target.database);
  expect(after["database_restores"]).toContain("restored");
  const changed = ["database_restores", "audit_log", "audit_unsealed"];
  for (const [table, content] of Object.entries(before))
    if (!changed.includes(table)) expect(after[table], table).toEqual(content);
});

test("a backup is restored into an empty database only", async () => {
  const { id } = await create();
  expect(await restore(id)).toMatchObject({ exitCode: 0 });
  expect(await restore(id)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("the database is not empty"),
  });
});

test("a backup that was changed or cut anywhere is refused, and the database stays empty", async () => {
  const { id } = await create();
  const whole = await readFile(fileOf(id));
  for (const at of [20, 200, Math.floor(whole.length / 2), whole.length - 1]) {
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await writeFile(fileOf(id), changed);
    expect(await restore(id), `changed at ${at}`).toMatchObject({ exitCode: 1 });
    await writeFile(fileOf(id), whole);
    await truncate(fileOf(id), at);
    expect(await restore(id), `cut at ${at}`).toMatchObject({ exitCode: 1 });
    await writeFile(fileOf(id), whole);
  }
  // Nothing was left: the whole file is restored now.
  expect(await restore(id)).toMatchObject({ exitCode: 0 });
});

test("another master key opens nothing, and names the key that is missing", async () => {
  const { id } = await create();
  const environment = { MASTER_KEY: Buffer.alloc(32, 9).toString("base64") };
  expect(await restore(id, environment)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/sealed with master key [0-9a-f]{16}, which is not configured/),
  });
});

test("a backup in a bucket is verified with its chains, and old ones are pruned", async () => {
  await using bucket = await startBucket();
  const { endpoint = "", bucket: name, region, accessKeyId, secretAccessKey } = bucket.settings;
  const environment = {
    DOCUMENT_STORAGE: "s3",
    DOCUMENT_S3_ENDPOINT: endpoint,
    DOCUMENT_S3_BUCKET: name,
    DOCUMENT_S3_REGION: region,
    DOCUMENT_S3_ACCESS_KEY_ID: accessKeyId,
    DOCUMENT_S3_SECRET_ACCESS_KEY: secretAccessKey,
    DOCUMENT_S3_FORCE_PATH_STYLE: "on",
  };
  const run = async (...argv: readonly string[]) => {
    const result = await operator.florin(["backup", ...argv, "--place", `s3://${name}`, "--json"], {
      environment,
    });
    expect(result, result.stderr).toMatchObject({ exitCode: 0 });
    return JSON.parse(result.stdout);
  };
  const [first, second] = [await run("create"), await run("create")];
  expect(await run("verify", first.id, "--chains")).toMatchObject({
    id: first.id,
    chains: { findings: [], audit_chains: expect.any(Number) },
  });
  expect(await run("prune", "--keep", "1", "--yes")).toMatchObject([{ id: first.id }]);
  expect(await run("list")).toMatchObject([{ id: second.id }]);
});

test("a file that is damaged or of another origin displaces no backup, and is reported", async () => {
  const { id } = await create();
  const whole = await readFile(fileOf(id));
  const idInHeader = Buffer.from(`"id":"${id}"`);
  const planted = { copied: "7ZZZZZZZZZZZZZZZZZZZZZZZZA", renamed: "7ZZZZZZZZZZZZZZZZZZZZZZZZB" };
  await writeFile(fileOf(planted.copied), whole);
  const renamed = Buffer.from(whole);
  renamed.write(planted.renamed, whole.indexOf(idInHeader) + `"id":"`.length);
  await writeFile(fileOf(planted.renamed), renamed);
  await writeFile(fileOf("7ZZZZZZZZZZZZZZZZZZZZZZZZC"), "no backup");
  const pruned = await operator.florin(["backup", "prune", "--keep", "1", "--yes", "--place", place]);
  expect(pruned).toMatchObject({ exitCode: 0 });
  for (const name of [planted.copied, planted.renamed, "7ZZZZZZZZZZZZZZZZZZZZZZZZC"]) {
    expect(pruned.stderr).toContain(`skipped backups/${name}`);
  }
  expect(await readFile(fileOf(id))).toEqual(whole);
  const newer = await create();
  expect(
    await operator.responseOf(["backup", "prune", "--keep", "1", "--yes", "--place", place]),
  ).toMatchObject([{ id }]);
  const shown = await operator.florin(["backup", "list", "--place", place]);
  expect(shown).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(newer.id) });
  const entries = await readAudit(operator.database, { limit: 20 });
  expect(entries).toContainEqual(
    expect.objectContaining({ action: "backup.prune", subject: { type: "backup", id } }),
  );
});

test("the restored tables belong to the owner, and the service's role has its privileges and no others", async () => {
  await using roles = await openTwoRoles();
  const { id } = await create();
  const environment = {
    DATABASE_URL: urlOf(roles.service),
    DATABASE_OWNER_URL: urlOf(roles.owner),
  };
  expect(await restore(id, environment)).toMatchObject({ exitCode: 0 });
  expect(await roles.asService("SELECT name FROM accounts")).toHaveLength(1);
  await expect(roles.asService("DELETE FROM audit_log")).rejects.toMatchObject({ code: "42501" });
  await expect(roles.asOwner("TRUNCATE audit_log")).rejects.toMatchObject({ code: "42501" });
});

test("a failed backup leaves no file", async () => {
  const elsewhere = {
    MASTER_KEY: operator.environment.MASTER_KEY,
    DATABASE_URL: urlOf(target.testDatabase.target),
  };
  const result = await operator.florin(["backup", "create", "--place", place], { environment: elsewhere });
  expect(result).toMatchObject({ exitCode: 1, stdout: "" });
  expect(await readdir(folder.path)).toEqual([]);
});

test("sequences continue after their last value", async () => {
  const sql = "SELECT nextval('virtual_account_numbers')::int AS number";
  const next = (from: Operator) =>
    withClient(
      from.testDatabase.target,
      "florin test",
      async (client) => (await client.query(sql)).rows[0].number,
    );
  const last = await next(operator);
  const { id } = await create();
  expect(await restore(id)).toMatchObject({ exitCode: 0 });
  expect(await next(target)).toBe(last + 1);
});
