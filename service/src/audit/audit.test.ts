import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asOnCitus } from "../../test/as-on-citus.ts";
import { createManualClock } from "../../test/auth.ts";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import type { Session } from "../db/database.ts";
import { type SqlValue, statement } from "../db/statement.ts";
import { type Cause, systemCause } from "../kernel/cause.ts";
import { createIdFactory, type TenantId, type UserId } from "../kernel/id.ts";
import { addMs } from "../kernel/instant.ts";
import type { AuditEntry, RecordedEntry } from "./audit-entry.ts";
import { recordAudit } from "./record-audit.ts";
import { selectUnsealed } from "./seal-store.ts";
import { type AuditFilters, auditEntries, readAudit } from "./store.ts";

let testDatabase: TestDatabase;
const clock = createManualClock();
const newId = createIdFactory(clock);
const deps = { clock, newId };

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});

afterAll(() => testDatabase.drop());

const cause = systemCause("test.work");
const anId = newId<"audit-entry">();

function entryFor(id: string, more: Partial<AuditEntry> = {}): AuditEntry {
  return { cause, action: "note.create", subject: { type: "note", id }, ...more };
}

function record(tenantId: TenantId | undefined, entries: readonly AuditEntry[]): Promise<void> {
  return testDatabase.database.transaction((tx) =>
    recordAudit(deps, tx, { tenantId, network: "testnet" }, entries),
  );
}

function read(query: AuditFilters & { readonly limit?: number }): Promise<readonly RecordedEntry[]> {
  return readAudit(testDatabase.database, { limit: 100, ...query });
}

const subjects = (entries: readonly RecordedEntry[]) => entries.map(({ subject }) => subject.id);

describe("recording", () => {
  test("the function that Citus calls writes the same entries as the statement", async () => {
    const accountId = newId<"account">();
    const entries = [
      entryFor("one", { accountId, before: { name: 'a "b"', reason: null }, after: { name: "c" } }),
      entryFor("two", { network: "mainnet" }),
    ];
    const [first, second] = [newId<"tenant">(), newId<"tenant">()];
    await record(first, entries);
    await testDatabase.database.transaction((tx) =>
      recordAudit(deps, asOnCitus(tx), { tenantId: second, network: "testnet" }, entries),
    );
    const ownParts = { id: anId, tenantId: undefined };
    const [expected, written] = [await read({ tenantId: first }), await read({ tenantId: second })];
    expect(written.map((entry) => ({ ...entry, ...ownParts }))).toEqual(
      expected.map((entry) => ({ ...entry, ...ownParts })),
    );
    expect(expected).toHaveLength(entries.length);
    const after = { chain: second, id: "" };
    const [unsealed] = await selectUnsealed(testDatabase.database, { after, limit: 1 });
    expect(unsealed?.entryIds.toSorted()).toEqual(written.map(({ id }) => id).toSorted());
    expect(unsealed?.digests).toHaveLength(entries.length);
  });

  test("an entry is read back in full: actor, request, action, target, before and after", async () => {
    const tenantId = newId<"tenant">();
    const accountId = newId<"account">();
    const applicationId = newId<"application">();
    const requestCause: Cause = { actor: { type: "application", id: applicationId }, requestId: "request-1" };
    const before = { name: "Old", owners: 2, checked: false, reason: null };
    await record(tenantId, [
      entryFor("one", { cause: requestCause, accountId, before, after: { ...before, name: "New" } }),
    ]);
    expect(await read({ tenantId })).toEqual([
      {
        id: expect.stringMatching(/^[0-9A-Z]{26}$/),
        at: clock.now(),
        tenantId,
        network: "testnet",
        accountId,
        actor: requestCause.actor,
        requestId: "request-1",
        action: "note.create",
        subject: { type: "note", id: "one" },
        before,
        after: { ...before, name: "New" },
      },
    ]);
  });

  test.each([
    { type: "user", id: "01JD7Q2M8W3T5V6X9YZABCDEFG" as UserId },
    { type: "operator", name: "Ada Lovelace" },
    { type: "system", name: "auth.sweep" },
  ] as const)("an actor of type $type is read back unchanged", async (actor) => {
    const tenantId = newId<"tenant">();
    await record(tenantId, [entryFor("x", { cause: { actor, requestId: undefined } })]);
    expect(await read({ tenantId })).toMatchObject([{ actor, requestId: undefined, before: undefined }]);
  });

  test("an entry exists only if its change is committed", async () => {
    const tenantId = newId<"tenant">();
    const failing = testDatabase.database.transaction(async (tx) => {
      await recordAudit(deps, tx, { tenantId, network: "testnet" }, [entryFor("undone")]);
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await read({ tenantId })).toEqual([]);
  });

  test("a batch of thousands of entries keeps its order, and each entry may set its own network", async () => {
    const tenantId = newId<"tenant">();
    const ids = Array.from({ length: 2_500 }, (_, index) => `n${index}`);
    await record(
      tenantId,
      ids.map((id, index) => entryFor(id, index % 2 === 0 ? {} : { network: "mainnet" })),
    );
    const newest = await read({ tenantId, limit: 1_000 });
    expect(subjects(newest)).toEqual(ids.toReversed().slice(0, 1_000));
    expect(newest.slice(0, 2).map(({ network }) => network)).toEqual(["mainnet", "testnet"]);
  });

  test("platform changes are in the platform log and in no tenant's log", async () => {
    const tenantId = newId<"tenant">();
    await record(undefined, [entryFor("the platform's")]);
    await record(tenantId, [entryFor("the tenant's")]);
    const [platform] = await read({ tenantId: "platform" });
    expect(platform).toMatchObject({ tenantId: undefined, subject: { id: "the platform's" } });
    expect(subjects(await read({ tenantId }))).toEqual(["the tenant's"]);
  });

  test("long text or characters that PostgreSQL cannot store do not fail the change", async () => {
    const tenantId = newId<"tenant">();
    const after = { zero: "a\0b", half: "a\ud800b", long: "x".repeat(5_000) };
    await record(tenantId, [entryFor("odd", { after })]);
    const [kept] = await read({ tenantId });
    expect(kept?.after).toEqual({ zero: "a\uFFFDb", half: "a\uFFFDb", long: `${"x".repeat(999)}…` });
  });

  test("an action that is not <noun>.<verb> is rejected", async () => {
    for (const action of ["create", "Account.create", "account.create.now", "account.", "account create"]) {
      await expect(record(newId<"tenant">(), [entryFor("x", { action })]), action).rejects.toThrow();
    }
  });
});

describe("reading", () => {
  test("pages are newest first, without gaps or duplicates, even within one millisecond", async () => {
    const tenantId = newId<"tenant">();
    const ids = Array.from({ length: 25 }, (_, index) => `p${index}`);
    for (const [index, id] of ids.entries()) {
      if (index % 10 === 0) clock.advance(1);
      await record(tenantId, [entryFor(id)]);
    }
    const seen: RecordedEntry[] = [];
    let position: string | undefined;
    do {
      const found = await auditEntries.read(testDatabase.database, { tenantId }, { position, limit: 4 });
      seen.push(...found.items);
      position = found.positions.at(-1);
    } while (position !== undefined);
    expect(subjects(seen)).toEqual(ids.toReversed());
  });

  test("every filter narrows the result, alone and combined, across tenants too", async () => {
    const [tenantId, otherTenant] = [newId<"tenant">(), newId<"tenant">()];
    const accountId = newId<"account">();
    const operator: Cause = { actor: { type: "operator", name: `ada ${tenantId}` }, requestId: undefined };
    const requested: Cause = { ...cause, requestId: `request ${tenantId}` };
    const [one, two, three, four] = [1, 2, 3, 4].map((index) => `${index} of ${tenantId}`);
    await record(tenantId, [entryFor(one ?? "", { accountId })]);
    await record(tenantId, [entryFor(two ?? "", { accountId, cause: operator, action: "note.remove" })]);
    await record(tenantId, [entryFor(three ?? "", { cause: requested })]);
    await record(otherTenant, [entryFor(four ?? "", { cause: operator })]);
    const found = async (query: AuditFilters) => subjects(await read(query));
    expect(await found({ tenantId })).toEqual([three, two, one]);
    expect(await found({ accountId })).toEqual([two, one]);
    expect(await found({ accountId, tenantId: otherTenant })).toEqual([]);
    expect(await found({ tenantId, action: "note.remove" })).toEqual([two]);
    expect(await found({ actorId: `ada ${tenantId}` })).toEqual([four, two]);
    expect(await found({ actorId: `ada ${tenantId}`, tenantId })).toEqual([two]);
    expect(await found({ requestId: `request ${tenantId}` })).toEqual([three]);
    expect(await found({ subjectId: one ?? "" })).toEqual([one]);
    expect(await found({ subjectId: one ?? "", accountId, action: "note.remove" })).toEqual([]);
  });

  test("a time range includes its start and excludes its end", async () => {
    const tenantId = newId<"tenant">();
    const start = clock.now();
    for (const id of ["a", "b", "c"]) {
      await record(tenantId, [entryFor(id)]);
      clock.advance(1_000);
    }
    const [second, third] = [addMs(start, 1_000), addMs(start, 2_000)];
    expect(subjects(await read({ tenantId, since: second }))).toEqual(["c", "b"]);
    expect(subjects(await read({ tenantId, until: second }))).toEqual(["a"]);
    expect(subjects(await read({ tenantId, since: second, until: third }))).toEqual(["b"]);
  });

  test("a scan reads a bounded number of entries and continues where it stopped, in both directions", async () => {
    const tenantId = newId<"tenant">();
    const ids = Array.from({ length: 10 }, (_, index) => `w${index}`);
    for (const id of ids) {
      clock.advance(1);
      await record(tenantId, [entryFor(id, id === "w1" || id === "w9" ? { action: "note.remove" } : {})]);
    }
    const walk = (direction: "after" | "before", position?: string) => {
      const query = { tenantId, action: "note.remove" };
      return auditEntries.read(testDatabase.database, query, { direction, position, limit: 2, maxRead: 4 });
    };
    const first = await walk("after");
    expect(subjects(first.items)).toEqual(["w9"]);
    const second = await walk("after", first.stoppedAt);
    expect(subjects(second.items)).toEqual([]);
    const third = await walk("after", second.stoppedAt);
    expect(subjects(third.items)).toEqual(["w1"]);
    expect(third.stoppedAt).toBeUndefined();
    const back = await walk("before", third.positions[0]);
    expect(subjects(back.items)).toEqual([]);
    const further = await walk("before", back.stoppedAt);
    expect(subjects(further.items)).toEqual(["w9"]);
  });

  test("a network filter includes entries that both networks share, and actions can be excluded", async () => {
    const tenantId = newId<"tenant">();
    await record(tenantId, [entryFor("testnet"), entryFor("mainnet", { network: "mainnet" })]);
    await testDatabase.database.transaction((tx) =>
      recordAudit(deps, tx, { tenantId, network: undefined }, [entryFor("both")]),
    );
    await record(tenantId, [entryFor("left out", { action: "note.hide" })]);
    const found = await read({ tenantId, network: "testnet", withoutActions: ["note.hide"] });
    expect(subjects(found).toSorted()).toEqual(["both", "testnet"]);
  });

  test.each([
    ["audit_log_by_subject", { subjectId: "none" }],
    ["audit_log_by_account", { accountId: newId<"account">() }],
    ["audit_log_pkey", { tenantId: "platform" }],
    ["audit_log_by_time", {}],
    ["audit_log_by_time", { actorId: "ada", since: clock.now() }],
    ["audit_log_pkey", { tenantId: "platform", action: "note.create" }, `2026-01-01T00:00:00.000Z ${anId}`],
  ] as const)("%s is used for %j, however large the log is", async (index, query, position?: string) => {
    expect(await planOf(query, position)).toContain(`Index Scan Backward using ${index} `);
  });
});

test("the service's database role can insert into the log, but cannot update, delete or truncate it", async () => {
  await record(newId<"tenant">(), [entryFor("kept")]);
  for (const text of [
    "UPDATE audit_log SET action = 'note.other'",
    "DELETE FROM audit_log",
    "TRUNCATE audit_log",
  ]) {
    await expect(testDatabase.database.run(statement(text)), text).rejects.toMatchObject({ code: "42501" });
  }
});

/** The generic plan of a prepared statement on one server, which does not depend on the parameter values. */
async function planOf(query: AuditFilters, position: string | undefined): Promise<string> {
  await using plain = await createTestDatabase({ isPlain: true });
  return await plain.database.transaction(async (tx) => {
    let captured = { text: "", values: [] as readonly SqlValue[] };
    const rows: Session["rows"] = async ({ text }, values = []) => {
      captured = { text, values };
      return [];
    };
    await auditEntries.read({ ...tx, rows }, query, {
      position,
      limit: 10,
      maxRead: Number.POSITIVE_INFINITY,
    });
    await tx.run(fillLog);
    await tx.run(statement("ANALYZE audit_log"));
    await tx.run(statement("SET LOCAL plan_cache_mode = force_generic_plan"));
    await tx.run(statement(`PREPARE reading AS ${captured.text}`));
    const values = captured.values.map((value) => `'${String(value)}'`).join(", ");
    const lines = await tx.rows(statement<Record<string, string>>(`EXPLAIN EXECUTE reading(${values})`));
    return lines.flatMap((line) => Object.values(line)).join("\n");
  });
}

const fillLog = statement(`
  INSERT INTO audit_log (tenant_id, at, id, account_id, actor_type, actor_id, action, subject_type, subject_id)
  SELECT '01J0000000000000000000' || lpad((number % 50)::text, 4, '0'), '2026-01-01Z'::timestamptz + number * interval '1s',
         '01K' || lpad(number::text, 23, '0'), 'account ' || number % 20, 'system', 'fill', 'note.create', 'note',
         'fill ' || number
    FROM generate_series(1, 5000) AS number`);
