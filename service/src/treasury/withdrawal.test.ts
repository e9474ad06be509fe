import fc from "fast-check";
import { expect, test } from "vitest";
import { createIdFactory } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import type { Payment } from "../payments/index.ts";
import {
  changeBy,
  changeOnChain,
  type DollarWithdrawal,
  holdFor,
  type OrderUpdate,
  type TokenWithdrawal,
  type Withdrawal,
  type WithdrawalChange,
  withdrawalSources,
} from "./withdrawal.ts";

const newId = createIdFactory(systemClock);
const now = systemClock.now();
const withdrawal: DollarWithdrawal = {
  medium: "bank",
  source: "treasury",
  tenantId: newId<"tenant">(),
  network: "testnet",
  id: newId<"treasury-withdrawal">(),
  paymentId: newId<"payment">(),
  addressId: newId<"address">(),
  rail: "wire",
  amountCents: 500n,
  status: "pending",
  reasonCode: undefined,
  createdAt: now,
  updatedAt: now,
};

const reason = { code: "AC04", text: "Closed" };
const payment: Payment = {
  ...withdrawal,
  id: withdrawal.paymentId,
  accountId: newId<"account">(),
  direction: "outbound",
  type: "wire",
  status: "complete",
  owner: { name: "treasury", subject: withdrawal.id },
  reason: undefined,
  details: {
    receivedAt: undefined,
    senderName: undefined,
    senderBankName: undefined,
    senderBankRoutingNumber: undefined,
    paymentReference: undefined,
    imad: undefined,
    traceNumber: undefined,
  },
  insertedAt: now,
  updatedAt: now,
};
const someUpdate = fc.constantFrom<OrderUpdate>(
  { type: "settled", payment },
  { type: "rejected", payment, reason },
  { type: "returned", payment, wasComplete: true, reason },
  { type: "returned", payment, wasComplete: false, reason },
);

test("for updates in any order and number, the money is either withdrawn or credited back, never both", () => {
  const source = fc.constantFrom(...withdrawalSources);
  fc.assert(
    fc.property(source, fc.array(someUpdate, { maxLength: 8 }), (from, updates) => {
      const changes = updates.map((update) => (current: Withdrawal) => changeBy(current, update, now));
      expectOneEnd({ ...withdrawal, source: from }, changes);
    }),
  );
});

const sent = { ok: true, transactionId: "0xab", contract: undefined } as const;
const notSent = { ok: false, reason: "frozen", detail: "frozen", transactionId: undefined } as const;

test("tokens are either sent or released, whatever outcomes are reported", () => {
  const { paymentId: _, source: __, rail: ___, ...common } = withdrawal;
  const tokens: TokenWithdrawal = {
    ...common,
    medium: "chain",
    chain: "base",
    valueType: "XUSD",
    units: 500n,
    placeId: newId<"address">(),
    destination: "0x01",
    transactionId: undefined,
  };
  fc.assert(
    fc.property(fc.array(fc.constantFrom(sent, notSent), { maxLength: 4 }), (outcomes) => {
      const changes = outcomes.map(
        (outcome) => (current: Withdrawal) => changeOnChain(current, outcome, now),
      );
      expectOneEnd(tokens, changes);
    }),
  );
  // A payment update never moves tokens, and a chain's outcome never dollars.
  expect(changeBy(tokens, { type: "settled", payment }, now)).toBeUndefined();
  expect(changeOnChain(withdrawal, sent, now)).toBeUndefined();
});

function expectOneEnd(
  first: Withdrawal,
  changes: readonly ((current: Withdrawal) => WithdrawalChange | undefined)[],
): void {
  let current = first;
  const { type, ...hold } = holdFor(first);
  let [held, posted] = [500n, 0n];
  expect([type, "units" in hold && hold.units]).toEqual(["hold", 500n]);
  for (const changeOf of changes) {
    const change = changeOf(current);
    if (change === undefined) continue;
    const { operation } = change;
    if (operation.type === "post_hold") [held, posted] = [0n, posted - 500n];
    if (operation.type === "void_hold") held = 0n;
    if (operation.type === "post") posted += 500n;
    if ("account" in hold && "postings" in operation) {
      expect(operation.postings.map(({ account }) => account)).toContainEqual(hold.account);
      expect(operation.postings.reduce((sum, { units }) => sum + units, 0n)).toBe(0n);
    }
    current = change.withdrawal;
  }
  expect([held, posted]).toEqual(
    { pending: [500n, 0n], complete: [0n, -500n], failed: [0n, 0n], returned: [0n, 0n] }[current.status],
  );
  expect(current.reasonCode === undefined).toBe(["pending", "complete"].includes(current.status));
}
