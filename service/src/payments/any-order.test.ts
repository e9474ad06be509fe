import fc from "fast-check";
import { expect, test } from "vitest";
import {
  entryEvent,
  newIncomingPayment,
  openPayments,
  type PaymentsEnvironment,
} from "../../test/payments.ts";
import { verifyJournal } from "../ledger/index.ts";
import type { BankEvent } from "../rails/bank-work.ts";
import { effectOnPayment, statusAfter } from "./apply-bank-events.ts";
import type { PaymentId, PaymentStatus } from "./payment.ts";

const types = ["settled", "rejected", "returned", "notification_of_change"] as const;

/** A bank event for one of two orders, or one of three incoming payments, by index. */
const choices = fc.oneof(
  fc.record({ order: fc.nat({ max: 1 }), type: fc.constantFrom(...types) }),
  fc.record({ incomingPayment: fc.nat({ max: 2 }) }),
);
type Choice = typeof choices extends fc.Arbitrary<infer Value> ? Value : never;

const batches = fc.array(fc.array(choices, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });

test("bank events in any order and number affect the ledger once", async () => {
  await using env = await openPayments();
  const addressId = await env.addBank();
  await fc.assert(
    fc.asyncProperty(batches, async (sequence) => {
      const before = await env.balances();
      const { toBankEvent, expected } = await prepare(env, addressId);
      for (const batch of sequence) await env.hear(batch.map(toBankEvent));
      const after = await env.balances();
      const change = (path: string): bigint => (after[path] ?? 0n) - (before[path] ?? 0n);
      expect({
        outside: change("external///USD"),
        suspense: change(`suspense/${env.account.id}//USD`),
      }).toEqual(expected(sequence.flat()));
    }),
    { numRuns: 25 },
  );
  expect((await verifyJournal(env.database, env.scope)).findings).toEqual([]);
  expect(await doubleEvents(env)).toEqual([]);
});

const orderCents = [100n, 1_000n] as const;
const incomingPaymentCents = [10_000n, 100_000n, 1_000_000n] as const;

/** A debit, a credit, and three incoming payments: two are assigned, and one has a sanctioned sender. */
async function prepare(env: PaymentsEnvironment, addressId: string) {
  const { database, payments, scope, account, newId } = env;
  const owner = { name: "automations", subject: newId<"automation">() };
  const [opened] = await database.transaction((tx) =>
    payments.openVirtualAccounts(tx, scope, [{ accountId: account.id, owner }]),
  );
  const debit = await env.order({ addressId, rail: "ach_debit", amountCents: orderCents[0] });
  const credit = await env.order({ addressId, rail: "ach_credit", amountCents: orderCents[1] });
  const accountNumber = opened?.accountNumber ?? "";
  const incomingPayments = incomingPaymentCents.map((amountCents, index) =>
    newIncomingPayment({
      accountNumber,
      amountCents,
      ...(index === 2 ? { senderName: "Viktor Zarnovsky" } : {}),
    }),
  );
  return {
    toBankEvent: (choice: Choice): BankEvent =>
      bankEventOf(choice, { orders: [debit, credit], incomingPayments }),
    expected: (all: readonly Choice[]) => {
      const taken = new Set(
        all.flatMap((choice) => ("incomingPayment" in choice ? [choice.incomingPayment] : [])),
      );
      const arrived = incomingPaymentCents
        .filter((_, index) => taken.has(index))
        .reduce((sum, cents) => sum + cents, 0n);
      const debited = statusOf(all, 0) === "complete" ? orderCents[0] : 0n;
      const credited = statusOf(all, 1) === "complete" ? orderCents[1] : 0n;
      return { outside: credited - debited - arrived, suspense: taken.has(2) ? incomingPaymentCents[2] : 0n };
    },
  };
}

function bankEventOf(
  choice: Choice,
  env: {
    readonly orders: readonly PaymentId[];
    readonly incomingPayments: readonly ReturnType<typeof newIncomingPayment>[];
  },
): BankEvent {
  if ("order" in choice) return entryEvent(choice.type, env.orders[choice.order] ?? "");
  const incomingPayment = env.incomingPayments[choice.incomingPayment];
  if (incomingPayment === undefined) throw new Error("there are three incoming payments");
  return { type: "received", incomingPayment };
}

function statusOf(all: readonly Choice[], order: number): PaymentStatus {
  const reported = all.flatMap((choice) =>
    "order" in choice && choice.order === order ? [choice.type] : [],
  );
  return reported
    .filter((type) => type !== "notification_of_change")
    .reduce<PaymentStatus>(
      (status, type) => (effectOnPayment(status, type) === "applies" ? statusAfter[type] : status),
      "pending",
    );
}

async function doubleEvents(env: PaymentsEnvironment): Promise<readonly string[]> {
  const keys = (await env.events()).map(({ type, data }) => `${type} ${JSON.stringify(data)}`);
  return keys.filter((key, index) => keys.indexOf(key) !== index);
}
