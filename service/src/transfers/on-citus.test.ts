import { expect, test } from "vitest";
import { asOnCitus } from "../../test/as-on-citus.ts";
import { openLedger } from "../../test/ledger.ts";
import { openPayments } from "../../test/payments.ts";
import { credit, from, fusd, to, transferBetween } from "../../test/transfer-samples.ts";
import type { Transaction } from "../db/database.ts";
import { addMs } from "../kernel/instant.ts";
import { insertTransfers, lockTransfers } from "./store.ts";
import type { Transfer } from "./transfer.ts";

test("the function that Citus calls writes the same transfers as the statement", async () => {
  await using env = await openPayments();
  const { newId, scope, account } = env;
  const samples = (): readonly Transfer[] => {
    const add = (destination: Transfer["destination"], more: Partial<Transfer>) =>
      transferBetween(from(fusd, "base"), destination, {
        ...scope,
        id: newId<"transfer">(),
        accountId: account.id,
        ...more,
      });
    const at = addMs(env.clock.now(), 1);
    const failure = {
      type: "rail_rejected",
      occurredAt: at,
      code: "R01",
      reason: 'a "quoted" \\ reason',
    } as const;
    const hold = { end: "source", listVersion: "1", hitUids: ["36", 'a "b", c'] } as const;
    const held = { state: { status: "pending", step: "held" }, hold } as const;
    return [
      add(credit, { ...held, note: "é\n{}" }),
      add(to(fusd, "base"), { ...held, units: 10n ** 30n, heldForClaim: true, expiresAt: at }),
      add(credit, { state: { status: "failed", step: "refund_failed", failure }, feeCents: 25n }),
    ];
  };
  for (const on of [(tx: Transaction) => tx, asOnCitus]) {
    const transfers = samples();
    const ids = transfers.map(({ id }) => id);
    const written = await env.database.transaction(async (tx) => {
      await insertTransfers(on(tx), transfers);
      return lockTransfers(tx, scope, ids);
    });
    expect(written).toEqual(transfers);
  }
});

test("the function that Citus calls writes every column", async () => {
  await using env = await openLedger();
  const columns = await env.tamper(`
    SELECT attname AS name, pg_get_functiondef('add_transfers'::regproc) AS text FROM pg_attribute
     WHERE attrelid = 'transfers'::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'tenant_id'`);
  expect(columns.length).toBeGreaterThan(40);
  expect(columns.filter(({ name, text }) => !String(text).includes(`added.${String(name)}`))).toEqual([]);
});
