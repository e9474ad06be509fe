import fc from "fast-check";
import { expect, test } from "vitest";
import { entryWord, newReceipt, openPayments, type PaymentsWorld } from "../../test/payments.ts";
import { verifyJournal } from "../ledger/index.ts";
import type { BankHappening } from "../rails/bank-work.ts";
import { advance, type BankWord } from "./machine.ts";
import type { PaymentId, PaymentStatus } from "./payment.ts";

const words = ["settled", "rejected", "returned", "corrected"] as const;

/** What the bank says, by the number of a payment: one of two orders, or one of three receipts. */
const said = fc.oneof(
  fc.record({ order: fc.nat({ max: 1 }), word: fc.constantFrom(...words) }),
  fc.record({ receipt: fc.nat({ max: 2 }) }),
);
type Said = typeof said extends fc.Arbitrary<infer One> ? One : never;

const batches = fc.array(fc.array(said, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });

test("in whatever order and however often a bank says things, each has its effect on the ledger once", async () => {
  await using world = await openPayments();
  const addressId = await world.addBank();
  await fc.assert(
    fc.asyncProperty(batches, async (heard) => {
      const before = await world.balances();
      const { speak, expected } = await prepare(world, addressId);
      for (const batch of heard) await world.hear(batch.map(speak));
      const after = await world.balances();
      const change = (path: string): bigint => (after[path] ?? 0n) - (before[path] ?? 0n);
      expect({
        outside: change("external///USD"),
        suspense: change(`suspense/${world.account.id}//USD`),
      }).toEqual(expected(heard.flat()));
    }),
    { numRuns: 25 },
  );
  expect((await verifyJournal(world.database, world.scope)).findings).toEqual([]);
  expect(await doubleEvents(world)).toEqual([]);
});

const orderCents = [100n, 1_000n] as const;
const receiptCents = [10_000n, 100_000n, 1_000_000n] as const;

/** A debit, a credit, and three receipts: two that are taken and one whose sender is on the list. */
async function prepare(world: PaymentsWorld, addressId: string) {
  const { database, payments, scope, account, newId } = world;
  const owner = { name: "automations", subject: newId<"automation">() };
  const [opened] = await database.transaction((tx) =>
    payments.openVirtualAccounts(tx, scope, [{ accountId: account.id, owner }]),
  );
  const debit = await world.order({ addressId, rail: "ach_debit", amountCents: orderCents[0] });
  const credit = await world.order({ addressId, rail: "ach_credit", amountCents: orderCents[1] });
  const accountNumber = opened?.accountNumber ?? "";
  const receipts = receiptCents.map((amountCents, index) =>
    newReceipt({ accountNumber, amountCents, ...(index === 2 ? { senderName: "Viktor Zarnovsky" } : {}) }),
  );
  return {
    speak: (one: Said): BankHappening => speakOf(one, { orders: [debit, credit], receipts }),
    expected: (all: readonly Said[]) => {
      const taken = new Set(all.flatMap((one) => ("receipt" in one ? [one.receipt] : [])));
      const arrived = receiptCents
        .filter((_, index) => taken.has(index))
        .reduce((sum, cents) => sum + cents, 0n);
      const debited = statusOf(all, 0) === "complete" ? orderCents[0] : 0n;
      const credited = statusOf(all, 1) === "complete" ? orderCents[1] : 0n;
      return { outside: credited - debited - arrived, suspense: taken.has(2) ? receiptCents[2] : 0n };
    },
  };
}

function speakOf(
  one: Said,
  world: {
    readonly orders: readonly PaymentId[];
    readonly receipts: readonly ReturnType<typeof newReceipt>[];
  },
): BankHappening {
  if ("order" in one) return entryWord(one.word, world.orders[one.order] ?? "");
  const receipt = world.receipts[one.receipt];
  if (receipt === undefined) throw new Error("there are three receipts");
  return { type: "received", receipt };
}

function statusOf(all: readonly Said[], order: number): PaymentStatus {
  const heard = all.flatMap((one) => ("order" in one && one.order === order ? [one.word] : []));
  return heard
    .filter((word): word is BankWord => word !== "corrected")
    .reduce<PaymentStatus>((status, word) => advance(status, word)?.status ?? status, "pending");
}

async function doubleEvents(world: PaymentsWorld): Promise<readonly string[]> {
  const keys = (await world.events()).map(({ type, data }) => `${type} ${JSON.stringify(data)}`);
  return keys.filter((key, index) => keys.indexOf(key) !== index);
}
