import { expect, test } from "vitest";
import { fillJournal, ledgerStart, openLedger } from "../../../test/ledger.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { listTurnovers } from "../index.ts";

const manyRecords = 1_000n;

test("turnovers are the same however many entries one statement sums, up to a record", async () => {
  await using env = await openLedger();
  const scope = env.newScope();
  await fillJournal(env, scope);
  const query = {
    from: instantFromMs(ledgerStart + 1),
    to: instantFromMs(ledgerStart + 60_000),
    through: manyRecords,
    afterNumber: 0n,
    limit: 10,
  };
  const whole = await listTurnovers(env.database, scope, query);
  const amounts = whole.map(({ kind, opening, credits, debits, closing }) => [
    kind,
    opening,
    credits,
    debits,
    closing,
  ]);
  // The first wallet: its moves and posted holds.
  expect(amounts).toContainEqual(["wallet", 1_000n, 55n, 320n, 735n]);
  expect(await listTurnovers(env.database, scope, query, 2)).toEqual(whole);
  const early = { ...query, through: 7n };
  const untilThen = await listTurnovers(env.database, scope, early);
  expect(untilThen).not.toEqual(whole);
  expect(await listTurnovers(env.database, scope, early, 2)).toEqual(untilThen);
});
