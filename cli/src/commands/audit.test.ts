import { userInfo } from "node:os";
import { beforeAll, expect, test } from "vitest";
import { recordAudit } from "../../../service/src/audit/index.ts";
import { statement } from "../../../service/src/db/statement.ts";
import { systemCause } from "../../../service/src/kernel/cause.ts";
import { createIdFactory, type TenantId } from "../../../service/src/kernel/id.ts";
import { systemClock } from "../../../service/src/kernel/instant.ts";
import { createAccount, createApplication } from "../../test/applications.ts";
import { florin, type Operator, openOperator } from "../../test/operator.ts";

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly tenant_id: string | null;
  readonly actor_type: string;
  readonly actor: string;
  readonly action: string;
  readonly subject_id: string;
  readonly after: Readonly<Record<string, unknown>> | null;
}

test("every command that changes something is recorded in the audit log with the operator's name", async () => {
  await using operator = await openOperator();
  const { account_id: account, client_id: client } = await createApplication(operator);
  const as = ["--as", "Ada Lovelace"];
  for (const command of [
    ["applications", "rotate-secret", client],
    ["applications", "revoke", client, "--yes"],
    ["keys", "rotate-signing"],
  ]) {
    expect(await operator.florin([...command, ...as])).toMatchObject({ exitCode: 0 });
  }
  const byAda = await operator.responseOf<readonly Entry[]>(["audit", "list", "--actor", "Ada Lovelace"]);
  expect(byAda.map(({ action, actor_type }) => [action, actor_type])).toEqual([
    ["signing_key.rotate", "operator"],
    ["application.revoke", "operator"],
    ["application.rotate_secret", "operator"],
  ]);
  const ofTenant = await operator.responseOf<readonly Entry[]>(["audit", "list", "--tenant", account]);
  expect(ofTenant.map(({ action, actor, subject_id }) => [action, actor, subject_id])).toEqual([
    ["application.revoke", "Ada Lovelace", client],
    ["application.rotate_secret", "Ada Lovelace", client],
    ["application.create", userInfo().username, client],
    ["account.create", userInfo().username, account],
  ]);
  const ofPlatform = await operator.responseOf<readonly Entry[]>(["audit", "list", "--platform"]);
  expect(ofPlatform.map(({ action, tenant_id }) => [action, tenant_id])).toEqual([
    ["signing_key.rotate", null],
  ]);
});

test("the operator comes from --as, otherwise FLORIN_OPERATOR, and invalid names are rejected", async () => {
  await using operator = await openOperator();
  const environment = { FLORIN_OPERATOR: "Grace" };
  const create = ["accounts", "create", "--name", "Acme"];
  await operator.florin(["--as", "Ada", ...create], { environment });
  await operator.florin(create, { environment });
  const entries = await operator.responseOf<readonly Entry[]>([
    "audit",
    "list",
    "--action",
    "account.create",
  ]);
  expect(entries.map(({ actor }) => actor)).toEqual(["Grace", "Ada"]);
  for (const name of [" ", "a\nb", "x".repeat(101)]) {
    expect(await operator.florin([...create, "--as", name])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("operator must be 1 to 100 characters"),
    });
  }
  expect(await operator.responseOf(["accounts", "list"])).toHaveLength(2);
});

test("a decision on a dead job is recorded in the audit log of the job's tenant", async () => {
  await using operator = await openOperator();
  const tenant = await createAccount(operator);
  const [retried, discarded, platforms] = ["1", "2", "3"].map((digit) => `01J${digit.padStart(23, "0")}`);
  for (const [id, owner] of [
    [retried, tenant],
    [discarded, tenant],
    [platforms, "platform"],
  ]) {
    await operator.database.run(insertDead, [id ?? "", owner ?? ""]);
  }
  const discard = ["jobs", "discard", discarded ?? "", "--reason", "done by hand", "--yes"];
  expect(await operator.florin(["jobs", "retry", retried ?? ""])).toMatchObject({ exitCode: 0 });
  expect(await operator.florin(discard)).toMatchObject({ exitCode: 0 });
  expect(await operator.florin(["jobs", "retry", "--all", "--kind", "test.work"])).toMatchObject({
    stdout: "retried\t1\n",
  });
  const list = ["audit", "list", "--since", "2000-01-01T00:00:00Z"];
  expect(await operator.responseOf([...list, "--tenant", tenant])).toMatchObject([
    {
      action: "dead_job.discard",
      subject_id: discarded,
      after: { kind: "test.work", reason: "done by hand" },
    },
    { action: "dead_job.retry", subject_id: retried, after: { kind: "test.work" } },
    { action: "account.create" },
  ]);
  expect(await operator.responseOf([...list, "--platform"])).toMatchObject([
    { action: "dead_job.retry", subject_id: platforms },
  ]);
});

test("each applied migration is recorded in the audit log with its operator", async () => {
  await using operator = await openOperator({ empty: true });
  const { stdout } = await operator.florin(["--as", "Ada", "migrate"]);
  const applied = stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t")[0]);
  const entries = await operator.responseOf<readonly Entry[]>([
    "audit",
    "list",
    "--action",
    "schema.migrate",
  ]);
  expect(entries.map(({ subject_id }) => subject_id)).toEqual(applied.toReversed());
  expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(["Ada"]));
});

test("re-encryption is recorded in the audit log if anything was re-encrypted", async () => {
  await using operator = await openOperator();
  await createApplication(operator);
  expect(await operator.florin(["keys", "rewrap"])).toMatchObject({ exitCode: 0 });
  const list = ["audit", "list", "--action", "master_key.rewrap"];
  expect(await operator.responseOf(list)).toEqual([]);
  const next = {
    MASTER_KEY: Buffer.alloc(32, "a new key for the test").toString("base64"),
    MASTER_KEY_PREVIOUS: operator.masterKey.toString("base64"),
  };
  await operator.florin(["keys", "rewrap"], { environment: next });
  expect(await operator.responseOf(list)).toMatchObject([{ after: { service_keys: 1 } }]);
});

test("the audit log contains no shown secret", async () => {
  await using operator = await openOperator();
  const { client_id: client, client_secret: secret } = await createApplication(operator);
  const rotated = await operator.responseOf<{ client_secret: string }>([
    "applications",
    "rotate-secret",
    client,
  ]);
  const { stdout } = await operator.florin(["audit", "export", "--since", "2000-01-01T00:00:00Z"]);
  expect(stdout).toContain(client);
  for (const shown of [secret, rotated.client_secret]) expect(stdout).not.toContain(shown);
});

test("an export contains every entry of its range exactly once as JSON Lines, across pages", async () => {
  await using operator = await openOperator();
  const made = await fill(operator, 1_203);
  const { exitCode, stdout, stderr } = await operator.florin([
    "audit",
    "export",
    "--since",
    "2000-01-01T00:00:00Z",
  ]);
  const entries = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Entry);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(entries.map(({ subject_id }) => subject_id)).toEqual(made.toReversed());
  expect(new Set(entries.map(({ id }) => id)).size).toBe(made.length);
  expect(await operator.florin(["audit", "export", "--since", "2999-01-01T00:00:00Z"])).toEqual({
    exitCode: 0,
    stdout: "",
    stderr: "",
  });
});

test("in a pipe, an entry is a line with time, actor, action, target and new values", async () => {
  await using operator = await openOperator();
  const account = await createAccount(operator, "Acme");
  const { stdout } = await operator.florin(["audit", "list"]);
  const cells = stdout.trimEnd().split("\t");
  expect(cells.slice(1, 5)).toEqual(["operator", userInfo().username, "account.create", account]);
  expect(JSON.parse(cells[5] ?? "")).toMatchObject({ kind: "managing", status: "complete" });
});

let operatorForMisuse: Operator;
beforeAll(async () => {
  operatorForMisuse = await openOperator();
  return () => operatorForMisuse[Symbol.asyncDispose]();
});

test.each([
  [["list", "--since", "yesterday"], 1, "since must be a time such as 2026-11-15T12:00:00Z"],
  [["list", "--until", "2026-02-30T00:00:00Z"], 1, "until must be a time"],
  [["list", "--tenant", "acme"], 1, "tenant must be the id of a managing account, or platform"],
  [["list", "--account", "acme"], 1, "account must be the id of an account"],
  [
    ["list", "--platform", "--tenant", "01JZZZZZZZZZZZZZZZZZZZZZZZ"],
    2,
    "specify --tenant or --platform, not both",
  ],
  [["export"], 2, "required option '--since <time>' not specified"],
])("audit %j is rejected with a reason", async (flags, exitCode, validationIssue) => {
  expect(await operatorForMisuse.florin(["audit", ...flags])).toMatchObject({
    exitCode,
    stdout: "",
    stderr: expect.stringContaining(validationIssue),
  });
});

test("an empty result is reported on standard error", async () => {
  expect(await operatorForMisuse.florin(["audit", "list", "--action", "no.such"])).toEqual({
    exitCode: 0,
    stdout: "",
    stderr: "No audit log entries\n",
  });
  expect((await florin(["admin", "audit", "list", "--help"])).stdout).toContain("--since <time>");
});

async function fill({ database }: Operator, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, index) => `entry-${index}`);
  const deps = { clock: systemClock, newId: createIdFactory(systemClock) };
  const scope = { tenantId: deps.newId<"tenant">() as TenantId, network: undefined };
  const cause = systemCause("test.fill");
  await recordAudit(
    deps,
    database,
    scope,
    ids.map((id) => ({ cause, action: "note.create", subject: { type: "note", id } })),
  );
  return ids;
}

const insertDead = statement(`
  INSERT INTO dead_jobs (id, kind, tenant_id, payload, attempts, last_error, created_at, died_at)
  VALUES ($1, 'test.work', $2, '{}', 10, 'hung up', '2026-01-02T03:04:05Z', '2026-01-03T03:04:05Z')`);
