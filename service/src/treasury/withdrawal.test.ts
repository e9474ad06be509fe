import fc from "fast-check";
import { expect, test } from "vitest";
import { createIdFactory } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import type { Payment } from "../payments/index.ts";
import { changeBy, type OrderUpdate, type Withdrawal } from "./withdrawal.ts";

const newId = createIdFactory(systemClock);
const now = systemClock.now();
const withdrawal: Withdrawal = {
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

test("for updates in any order and number, the dollars are either withdrawn or credited back, never both", () => {
  fc.assert(
    fc.property(fc.array(someUpdate, { maxLength: 8 }), (update) => {
      let current = withdrawal;
      let [held, posted] = [500n, 0n];
      for (const each of update) {
        const change = changeBy(current, each, now);
        if (change === undefined) continue;
        const { operation } = change;
        if (operation.type === "post_hold") [held, posted] = [0n, posted - 500n];
        if (operation.type === "void_hold") held = 0n;
        if (operation.type === "post") posted += 500n;
        current = change.withdrawal;
      }
      expect([held, posted]).toEqual(
        { pending: [500n, 0n], complete: [0n, -500n], failed: [0n, 0n], returned: [0n, 0n] }[current.status],
      );
      expect(current.reasonCode === undefined).toBe(["pending", "complete"].includes(current.status));
    }),
  );
});
