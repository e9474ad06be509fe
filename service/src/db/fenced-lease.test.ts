import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import type { Database } from "./database.ts";
import { createFencedLease, createLeaseRenewal, type FencedLease, LeaseLostError } from "./fenced-lease.ts";
import { statement } from "./statement.ts";

const leaseMs = 3_600_000;

test("a holder renews all leases that it has, and none that it released or that another one has", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  for (const task of ["base", "solana", "stellar"]) await leaseOf(database, task, "one").hold();
  await leaseOf(database, "stellar", "one").release();
  await leaseOf(database, "ethereum", "two").hold();
  await database.run(expireSoon);
  const renewal = createLeaseRenewal({
    name: "test",
    database,
    holder: "one",
    leaseMs,
    onError: (error) => {
      throw error;
    },
  });
  renewal.start();
  await eventually(async () =>
    expect(await database.rows(selectLong)).toEqual([{ task: "base" }, { task: "solana" }]),
  );
  await renewal.stop();
  expect(await leaseOf(database, "stellar", "two").hold()).toBe(true);
});

test("a process that lost its lease cannot write, and each new holder has a higher epoch", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  const [first, second] = [leaseOf(database, "bank", "one"), leaseOf(database, "bank", "two")];
  expect([await first.hold(), await second.hold(), await first.hold()]).toEqual([true, false, true]);
  await database.transaction((tx) => first.fence(tx));
  await database.run(expireAll);
  expect([await second.hold(), await first.hold()]).toEqual([true, false]);
  await expect(database.transaction((tx) => first.fence(tx))).rejects.toThrow(LeaseLostError);
  await database.transaction((tx) => second.fence(tx));
  expect(await database.rows(selectEpochs)).toEqual([{ epoch: 2n }]);
});

function leaseOf(database: Database, task: string, holder: string): FencedLease {
  return createFencedLease(database, { task, holder, leaseMs });
}

const expireSoon = statement(
  "UPDATE leases SET expires_at = clock_timestamp() + interval '10 minutes' WHERE expires_at > clock_timestamp()",
);
const expireAll = statement("UPDATE leases SET expires_at = clock_timestamp() - interval '1 second'");
const selectLong = statement(
  "SELECT task FROM leases WHERE expires_at > clock_timestamp() + interval '30 minutes' ORDER BY task",
);
const selectEpochs = statement("SELECT epoch FROM leases");
