import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { statement } from "../db/statement.ts";
import { systemCause } from "../kernel/cause.ts";
import { createIdFactory, type TenantId } from "../kernel/id.ts";
import { instantFromMs } from "../kernel/instant.ts";
import { isSigned } from "../kernel/signed-json.ts";
import type { AuditedFields } from "./audit-entry.ts";
import { digestEntry } from "./entry-digest.ts";
import { recordAudit } from "./record-audit.ts";
import { chainStart, hashSeal } from "./seal-hash.ts";
import { selectEntries, selectHeads } from "./seal-store.ts";
import { sealSome } from "./sealer.ts";
import { headsOf, signedHeadsShape, signHeads } from "./signed-heads.ts";
import { verifyChain } from "./verify-chain.ts";
import { selectNextChain, selectSeals } from "./verify-store.ts";

/** A log of two tenants and the platform, sealed. */
async function openLog() {
  const testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const clock = createManualClock();
  const newId = createIdFactory(clock);
  const tenantId = newId<"tenant">();
  const record = (tenant: TenantId | undefined, ids: readonly string[], after: AuditedFields = {}) =>
    database.transaction((tx) =>
      recordAudit(
        { clock, newId },
        tx,
        { tenantId: tenant, network: "testnet" },
        ids.map((id) => ({
          cause: systemCause("test.work"),
          action: "note.create",
          subject: { type: "note", id },
          after,
        })),
      ),
    );
  const sealAll = async (): Promise<void> => {
    for (let after = await sealSome({ database, clock }, ""); after !== ""; ) {
      after = await sealSome({ database, clock }, after);
    }
  };
  for (const [index, ids] of [["a"], ["b", "c"], ["d"], ["e"]].entries()) {
    await record(tenantId, ids, { amount: `${index}.00` });
    clock.advance(1_000);
  }
  await record(newId<"tenant">(), ["other"]);
  await record(undefined, ["platform"]);
  await sealAll();
  return {
    database,
    clock,
    tenantId,
    record,
    sealAll,
    /** The owner of a table can grant itself everything; nothing shows afterwards. */
    asOwner: (sql: string) => tamper(testDatabase, sql),
    verify: async (expected?: Parameters<typeof verifyChain>[2]) => {
      const { findings } = await verifyChain(database, tenantId, expected);
      return findings.map(({ sequence, entryId, detail }) => ({
        ...(sequence === undefined ? {} : { sequence: Number(sequence) }),
        ...(entryId === undefined ? {} : { subject: subjectOf.get(entryId) ?? entryId }),
        detail,
      }));
    },
    subjectsById: async () => {
      const rows = await database.rows(
        statement<{ id: string; subjectId: string }>("SELECT id, subject_id FROM audit_log"),
      );
      for (const { id, subjectId } of rows) subjectOf.set(id, subjectId);
    },
    [Symbol.asyncDispose]: testDatabase.drop,
  };
}

const subjectOf = new Map<string, string>();

async function tamper({ database }: TestDatabase, sql: string): Promise<void> {
  const tables = "audit_log, audit_seals";
  await database.transaction(async (tx) => {
    await tx.run(statement(`GRANT UPDATE, DELETE ON ${tables} TO CURRENT_USER`));
    for (const text of sql.split(";")) await tx.run(statement(text));
    await tx.run(statement(`REVOKE UPDATE, DELETE ON ${tables} FROM CURRENT_USER`));
  });
}

test("every entry of every tenant and of the platform is sealed, and a sound log has no findings", async () => {
  await using log = await openLog();
  const chains: string[] = [];
  for (let chain = await selectNextChain(log.database, ""); chain !== undefined; ) {
    chains.push(chain);
    const { findings, entries, isComplete } = await verifyChain(log.database, chain);
    expect({ findings, isComplete }).toEqual({ findings: [], isComplete: true });
    expect(entries).toBe(chain === log.tenantId ? 5 : 1);
    chain = await selectNextChain(log.database, chain);
  }
  expect(chains).toHaveLength(3);
  expect(chains).toContain("platform");
});

test("entries that the owner of the table deletes are found, although it revokes its privilege again", async () => {
  await using log = await openLog();
  await log.subjectsById();
  await log.asOwner(`DELETE FROM audit_log WHERE action = 'note.create' AND subject_id IN ('b', 'd')`);
  expect(await log.verify()).toEqual([
    { sequence: 2, subject: "b", detail: "is missing" },
    { sequence: 3, subject: "d", detail: "is missing" },
  ]);
});

const seal = "audit_seals WHERE sequence = 2 AND tenant_id <> 'platform'";

test.each([
  [
    "a changed entry",
    `UPDATE audit_log SET after = '{"amount": "9.00"}' WHERE subject_id = 'c'`,
    [{ sequence: 2, subject: "c", detail: "was changed" }],
  ],
  [
    "a changed actor",
    `UPDATE audit_log SET actor_id = 'mallory' WHERE subject_id = 'd'`,
    [{ sequence: 3, subject: "d", detail: "was changed" }],
  ],
  [
    "a changed time",
    `UPDATE audit_log SET at = (at AT TIME ZONE 'UTC' + interval '1 microsecond') AT TIME ZONE 'UTC' WHERE subject_id = 'd'`,
    [
      { sequence: 3, subject: "d", detail: "is missing" },
      { subject: "d", detail: "is in no seal, and does not wait for one" },
    ],
  ],
  [
    "swapped entries",
    `UPDATE audit_log SET subject_id = CASE subject_id WHEN 'a' THEN 'e' ELSE 'a' END WHERE subject_id IN ('a', 'e')`,
    [
      { sequence: 1, subject: "a", detail: "was changed" },
      { sequence: 4, subject: "e", detail: "was changed" },
    ],
  ],
  [
    "an entry moved to another log",
    `INSERT INTO audit_log SELECT 'platform', at, id, network, account_id, actor_type, actor_id, request_id, action, subject_type, subject_id, before, after FROM audit_log WHERE subject_id = 'a'; DELETE FROM audit_log WHERE subject_id = 'a' AND tenant_id <> 'platform'`,
    [{ sequence: 1, subject: "a", detail: "is missing" }],
  ],
  [
    "an inserted entry",
    `INSERT INTO audit_log SELECT tenant_id, at, 'forged', network, account_id, actor_type, actor_id, request_id, action, subject_type, 'forged', before, after FROM audit_log WHERE subject_id = 'd'`,
    [{ subject: "forged", detail: "is in no seal, and does not wait for one" }],
  ],
  [
    "a removed seal",
    `DELETE FROM ${seal}`,
    [
      { sequence: 2, detail: "is missing" },
      { subject: "b", detail: "is in no seal, and does not wait for one" },
      { subject: "c", detail: "is in no seal, and does not wait for one" },
    ],
  ],
  [
    "a removed seal with its entries",
    `DELETE FROM audit_log WHERE subject_id IN ('b', 'c'); DELETE FROM ${seal}`,
    [{ sequence: 2, detail: "is missing" }],
  ],
  [
    "the removed end of the chain",
    `DELETE FROM audit_log WHERE subject_id = 'e'; DELETE FROM audit_seals WHERE sequence = 4`,
    [
      { sequence: 3, detail: "is the last seal, and the head is at 4" },
      { sequence: 4, detail: "is missing" },
    ],
  ],
  [
    "swapped seals",
    `UPDATE audit_seals SET sequence = 99 WHERE sequence = 2; UPDATE audit_seals SET sequence = 2 WHERE sequence = 3; UPDATE audit_seals SET sequence = 3 WHERE sequence = 99`,
    [
      { sequence: 2, detail: "does not have the hash of its content and the previous seal" },
      { sequence: 3, detail: "does not have the hash of its content and the previous seal" },
      { sequence: 4, detail: "does not have the hash of its content and the previous seal" },
    ],
  ],
  [
    "a moved head",
    `UPDATE audit_heads SET sequence = 3 WHERE sequence = 4`,
    [
      { sequence: 4, detail: "is the last seal, and the head is at 3" },
      { sequence: 3, detail: "does not have the hash of the head" },
    ],
  ],
  [
    "a removed head",
    `DELETE FROM audit_heads WHERE sequence = 4`,
    [{ sequence: 4, detail: "is the last seal, and the head is at none" }],
  ],
] as const)("%s is found", async (_, sql, expected) => {
  await using log = await openLog();
  await log.subjectsById();
  await log.asOwner(sql);
  subjectOf.set("forged", "forged");
  expect(await log.verify()).toEqual(expected);
});

test("an entry that waits to be sealed cannot be changed or removed unnoticed either", async () => {
  await using log = await openLog();
  await log.record(log.tenantId, ["x"]);
  await log.record(log.tenantId, ["y"]);
  await log.subjectsById();
  await log.asOwner(
    `DELETE FROM audit_log WHERE subject_id = 'x'; UPDATE audit_log SET actor_id = 'm' WHERE subject_id = 'y'`,
  );
  expect(await log.verify()).toEqual([
    { subject: "x", detail: "is missing" },
    { subject: "y", detail: "was changed" },
  ]);
  await log.sealAll();
  expect(await log.verify()).toEqual([
    { sequence: 5, subject: "x", detail: "is missing" },
    { sequence: 6, subject: "y", detail: "was changed" },
  ]);
});

test("an entry that is added later under an earlier date is found", async () => {
  await using log = await openLog();
  await log.asOwner(`
    INSERT INTO audit_log SELECT tenant_id, '2020-01-01Z', 'early', network, account_id, actor_type, actor_id, request_id,
      action, subject_type, subject_id, before, after FROM audit_log WHERE subject_id = 'd'`);
  const key = { at: instantFromMs(Date.UTC(2020, 0, 1)), id: "early" };
  const [early] = await selectEntries(log.database, log.tenantId, [key]);
  if (early === undefined) throw new Error("nothing was added");
  await log.asOwner(`
    INSERT INTO audit_unsealed VALUES
      ('${log.tenantId}', 'early', '2020-01-01Z', ARRAY['early'], ARRAY[${bytes(digestEntry(early))}::bytea])`);
  await log.sealAll();
  expect(await log.verify()).toEqual([
    { sequence: 5, detail: "is dated more than an hour before the previous seal" },
  ]);
});

test("a chain that is recomputed from a changed entry on is found with a head that was signed before", async () => {
  await using log = await openLog();
  const seed = randomBytes(32);
  const document = signHeads(seed, {
    heads: await selectHeads(log.database, { tenantId: [log.tenantId] }),
    issuedAt: log.clock.now(),
  });
  const expected = headsOf(document).get(log.tenantId);
  if (expected === undefined) throw new Error("the chain has a head");
  expect(await log.verify({ expected })).toEqual([]);
  await recomputeChain(log);
  expect(await log.verify()).toEqual([]);
  expect(await log.verify({ expected })).toEqual([
    { sequence: 4, detail: "does not have the expected hash" },
  ]);
  expect(isSigned(document)).toBe(true);
  const forged = { ...document, heads: document.heads.map((head) => ({ ...head, hash: "0".repeat(64) })) };
  expect(isSigned(forged)).toBe(false);
  expect(
    isSigned({
      ...document,
      public_key: signHeads(randomBytes(32), { heads: [], issuedAt: log.clock.now() }).public_key,
    }),
  ).toBe(false);
  expect(signedHeadsShape.is(JSON.parse(JSON.stringify(document)))).toBe(true);
});

/** What an attacker with all privileges can do: drop the last entry, and compute every hash again. */
async function recomputeChain({
  database,
  tenantId,
  asOwner,
}: Awaited<ReturnType<typeof openLog>>): Promise<void> {
  const seals = await selectSeals(database, tenantId, { after: 0n, through: 100n, limit: 100 });
  let { hash } = chainStart;
  await asOwner(`DELETE FROM audit_log WHERE subject_id = 'b'`);
  for (const each of seals) {
    const kept =
      each.sequence === 2n
        ? { ...each, entryIds: each.entryIds.slice(1), digests: each.digests.slice(1) }
        : each;
    hash = hashSeal(tenantId, hash, kept);
    await asOwner(`UPDATE audit_seals SET hash = ${bytes(hash)}
      , entry_ids = '{${kept.entryIds.join()}}', digests = ARRAY[${kept.digests.map(bytes).join()}]::bytea[]
      WHERE tenant_id = '${tenantId}' AND sequence = ${each.sequence}`);
  }
  await asOwner(`UPDATE audit_heads SET hash = ${bytes(hash)} WHERE tenant_id = '${tenantId}'`);
}

const bytes = (content: Buffer): string => `'\\x${content.toString("hex")}'`;

test("the daily verification keeps a checkpoint, which reveals a recomputed chain", async () => {
  await using log = await openLog();
  expect(await log.verify({ keepsMarkAt: log.clock.now() })).toEqual([]);
  await recomputeChain(log);
  expect(await log.verify()).toEqual([{ sequence: 4, detail: "had another hash at its last verification" }]);
});

test("old entries can be pruned with the documented script; the rest is still verified", async () => {
  await using log = await openLog();
  const [before] = await log.database.rows(
    statement<{ at: string }>("SELECT at::text AS at FROM audit_log WHERE subject_id = 'd'"),
  );
  const script = await readFile(
    new URL("../../../docs/operations/sql/prune-audit-log.sql", import.meta.url),
    "utf8",
  );
  const sql = script.replaceAll(":'before'", `'${before?.at}'`).replace(/^(BEGIN|COMMIT);$/gm, "");
  const expected = await sealedEnd(log, 1n);
  await log.asOwner(
    sql
      .replace(/^--.*$/gm, "")
      .trim()
      .replace(/;$/, ""),
  );
  expect(await log.verify()).toEqual([]);
  expect(await log.verify({ expected })).toEqual([
    { sequence: 1, detail: "was removed when the log was pruned" },
  ]);
  await log.record(log.tenantId, ["later"]);
  await log.sealAll();
  expect(await log.verify()).toEqual([]);
  await log.asOwner(`DELETE FROM audit_log WHERE subject_id = 'd'`);
  expect(await log.verify()).toMatchObject([{ sequence: 3, detail: "is missing" }]);
});

async function sealedEnd({ database, tenantId }: Awaited<ReturnType<typeof openLog>>, sequence: bigint) {
  const [found] = await selectSeals(database, tenantId, {
    after: sequence - 1n,
    through: sequence,
    limit: 1,
  });
  if (found === undefined) throw new Error("there is no such seal");
  return { sequence, hash: found.hash };
}

test("whatever a change contains, its digest is that of the stored entry", async () => {
  await using log = await openLog();
  await log.record(
    log.tenantId,
    ["odd \uD800 id", "é\u0000"].map((text) => text.replace("\0", "")),
    {
      lone: "\uDC00",
      zero: "a\0b",
      ü: "ü",
      small: 1e-7,
      large: 1e21,
      precise: 0.1 + 0.2,
      nothing: Number.NaN,
      negative: -0,
      long: "x".repeat(5_000),
      "a b": null,
      B: true,
    },
  );
  expect(await log.verify()).toEqual([]);
  await log.sealAll();
  expect(await log.verify()).toEqual([]);
});

test("after a hundred findings the verification stops and says so", async () => {
  await using log = await openLog();
  await log.record(
    log.tenantId,
    Array.from({ length: 150 }, (_, index) => `many ${index}`),
  );
  await log.sealAll();
  await log.asOwner("DELETE FROM audit_log WHERE subject_id LIKE 'many%'");
  const { findings, isComplete } = await verifyChain(log.database, log.tenantId);
  expect(findings).toHaveLength(100);
  expect(isComplete).toBe(false);
});
