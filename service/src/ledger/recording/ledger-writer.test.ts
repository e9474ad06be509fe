import { afterAll, beforeAll, expect, test } from "vitest";
import { createChance } from "../../../test/business/chance.ts";
import { type LedgerEnvironment, mint, move, openLedger, wallet } from "../../../test/ledger.ts";
import { seedOf } from "../../../test/scale.ts";
import { addMs, systemClock } from "../../kernel/instant.ts";
import { isRefusal, RefusalError } from "../../kernel/refusal.ts";
import type { LedgerScope, Operation } from "../operation.ts";
import { rebuildProjections } from "../proving/rebuild-projections.ts";
import { verifyJournal } from "../proving/verify-journal.ts";
import { selectBalances } from "../reading/balances-store.ts";
import { createLedgerWriter } from "./ledger-writer.ts";
import { recordOperations } from "./record-operations.ts";

let env: LedgerEnvironment;

beforeAll(async () => {
  env = await openLedger();
});

afterAll(() => env.close());

const owners = ["ann", "bob", "cyd", "dan"];
const clock = systemClock;

test("writers of one journal decide on the same balances, in transactions and outside of them", async () => {
  const scope = env.newScope();
  await env.record(
    scope,
    owners.map((owner) => mint(`mint/${owner}`, wallet(owner), 20n)),
  );
  const { random } = createChance(seedOf("JOURNAL_SEED"));
  const pick = () => wallet(owners[Math.floor(random() * owners.length)] ?? "ann");
  const writers = [0, 1].map(() => createLedgerWriter({ database: env.database, clock }));
  const outcomes = { recorded: 0, refused: 0 };
  const count = async (recording: Promise<unknown>): Promise<void> => {
    try {
      await recording;
      outcomes.recorded += 1;
    } catch (error) {
      expect(error).toMatchObject({ refusal: { code: "insufficient_balance" } });
      outcomes.refused += 1;
    }
  };
  const keys: string[] = [];
  for (let round = 0; round < 30; round += 1) {
    const operations = Array.from({ length: 24 }, (_, place): Operation => {
      const key = `${round}/${place}`;
      keys.push(key);
      const [from, to] = [pick(), pick()];
      const units = BigInt(1 + Math.floor(random() * 12));
      return from.owner === to.owner ? mint(key, to, 1n) : move(key, from, to, units);
    });
    await Promise.all(
      operations.map((operation, place) => {
        const writer = writers[place % 3];
        return count(
          writer === undefined ? readAndRecord(scope, operation) : writer.record(scope, operation),
        );
      }),
    );
    if (round % 10 === 5) await env.database.transaction((tx) => rebuildProjections(tx, scope));
  }
  await Promise.all(writers.map((writer) => writer.drain()));
  expect(outcomes.recorded + outcomes.refused).toBe(keys.length);
  expect(outcomes.refused).toBeGreaterThan(0);
  // Replays every record with the balances before and after it: a decision on other balances would be found.
  expect(await verifyJournal(env.database, scope)).toMatchObject({
    findings: [],
    records: BigInt(owners.length + outcomes.recorded),
  });
});

async function readAndRecord(scope: LedgerScope, operation: Operation): Promise<void> {
  const [outcome] = await env.database.transaction((tx) =>
    recordOperations({ clock }, tx, scope, [operation]),
  );
  if (outcome !== undefined && isRefusal(outcome)) throw new RefusalError(outcome);
}

test("a key that was recorded by another writer is not recorded again", async () => {
  const scope = env.newScope();
  await env.record(scope, [mint("first", wallet("ann"), 5n)]);
  const writer = createLedgerWriter({ database: env.database, clock });
  await writer.record(scope, mint("second", wallet("ann"), 1n));
  expect(await writer.record(scope, mint("first", wallet("ann"), 5n))).toMatchObject({ type: "repeated" });
  await expect(writer.record(scope, mint("first", wallet("ann"), 6n))).rejects.toMatchObject({
    refusal: { code: "conflict" },
  });
  expect(await writer.record(scope, mint("third", wallet("ann"), 1n))).toMatchObject({ sequence: 3n });
  await writer.drain();
});

test("a balance that was rebuilt is the one that is used next", async () => {
  const scope = env.newScope();
  await env.record(scope, [mint("first", wallet("ann"), 5n)]);
  await env.tamper(`UPDATE ledger_balances SET posted_units = 50
     WHERE tenant_id = '${scope.tenantId}' AND minimum_units IS NOT NULL`);
  const writer = createLedgerWriter({ database: env.database, clock });
  const tooMuch = move("second", wallet("ann"), wallet("bob"), 1_000n);
  await expect(writer.record(scope, tooMuch)).rejects.toMatchObject({
    refusal: { code: "insufficient_balance" },
  });
  expect(await env.database.transaction((tx) => rebuildProjections(tx, scope))).toMatchObject({
    balances: 1,
  });
  await writer.record(scope, mint("third", wallet("ann"), 1n));
  expect(await selectBalances(env.database, scope, [wallet("ann")])).toMatchObject([{ posted: 6n }]);
  await writer.drain();
});

test("records are not dated into the future by a node whose clock is ahead", async () => {
  const scope = env.newScope();
  const ahead = { now: () => addMs(systemClock.now(), 3_600_000) };
  const writer = createLedgerWriter({ database: env.database, clock: ahead });
  const until = addMs(systemClock.now(), 60_000);
  for (const key of ["a", "b", "c"])
    expect((await writer.record(scope, mint(key, wallet("ann"), 1n))).at).toBeLessThan(until);
  await writer.drain();
});
