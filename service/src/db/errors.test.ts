import pg from "pg";
import { describe, expect, test } from "vitest";
import { RefusalError } from "../kernel/refusal.ts";
import { isLockTimeout, isRetriable, translateDatabaseError, violatesUniqueKey } from "./errors.ts";

function databaseError(code: string, message: string, constraint?: string): pg.DatabaseError {
  const error = new pg.DatabaseError(message, message.length, "error");
  return Object.assign(error, { code, severity: "ERROR", constraint });
}

const duplicate = (name: string) => `duplicate key value violates unique constraint "${name}"`;

describe("a violated unique key is recognized", () => {
  test.each([
    ["by PostgreSQL", databaseError("23505", duplicate("notes_key"), "notes_key")],
    ["on a shard, with the shard's id", databaseError("23505", duplicate("notes_key_102008"))],
    [
      "on a shard of the coordinator",
      databaseError("23505", duplicate("notes_key_102008"), "notes_key_102008"),
    ],
    ["in rows that Citus copies, without a code", databaseError("XX000", duplicate("notes_key_102008"))],
  ])("%s", (_, error) => {
    expect(violatesUniqueKey(error, "notes_key")).toBe(true);
    expect(violatesUniqueKey(error, "notes")).toBe(false);
    expect(violatesUniqueKey(error, "notes_key_102008")).toBe(false);
  });

  test("and nothing else is", () => {
    for (const error of [
      databaseError("XX000", 'new row violates check constraint "notes_key_102008"'),
      databaseError("XX000", "unexpected"),
      new Error(duplicate("notes_key")),
    ])
      expect(violatesUniqueKey(error, "notes_key")).toBe(false);
  });
});

test("conflicts on a worker are retried although Citus copies no code", () => {
  for (const message of [
    "deadlock detected",
    "could not serialize access due to concurrent update",
    "cannot execute a distributed query from a query on a shard",
  ])
    expect(isRetriable(databaseError("XX000", message))).toBe(true);
  expect(isRetriable(databaseError("XX000", "cache lookup failed"))).toBe(false);
  expect(isLockTimeout(databaseError("XX000", "canceling statement due to lock timeout"))).toBe(true);
});

test.each([
  [
    "XX000",
    "server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally",
  ],
  ["XX000", "terminating connection due to unexpected postmaster exit"],
  ["XX000", "connection not open"],
  ["XX000", "failure on connection marked as essential: 10.0.0.3:5432"],
  ["XX000", "failed to prepare transaction 'citus_0_1_2_3' on host 10.0.0.3:5432"],
  ["XX000", "could not connect to any active placements"],
  ["XX000", "could not commit transaction for shard 102008 on at least one active node"],
  ["58030", "failed to complete COPY on 10.0.0.3:5432"],
  ["58030", "failed to COPY to shard 102008 on 10.0.0.3:5432"],
  ["XX000", "SSL SYSCALL error: EOF detected"],
  ["XX000", 'failed to read result "4_1" from node 10.0.0.3:5432'],
  ["08006", "connection to the remote node florin@10.0.0.3:5432 failed"],
])("a lost worker is an unavailable database: %s %s", (code, message) => {
  const translated = translateDatabaseError(databaseError(code, message));
  expect(translated).toBeInstanceOf(RefusalError);
  expect(translated).toMatchObject({ refusal: { code: "dependency_unavailable" } });
});

test("an internal error remains one, and so does a broken disk", () => {
  for (const error of [
    databaseError("XX000", "cache lookup failed for type 0"),
    databaseError("58030", 'could not read block 3 in file "base/5/16384"'),
  ])
    expect(translateDatabaseError(error)).toBe(error);
});
