import { expect, test } from "vitest";
import { paymentParties, paymentProgress, type ShownPayment } from "./payment-steps.ts";

type Status = ShownPayment["payment"]["status"];

function shown(status: Status, more: object = {}): ShownPayment {
  const payment = { status, direction: "inbound", type: "wire" };
  const account = { id: "account", name: "Demo Payments" };
  const nothing = { bank: null, is_held: false, counterparty: "Initech", address_id: null };
  return { payment, account, ...nothing, ...more } as unknown as ShownPayment;
}

const progress = (payment: ShownPayment) =>
  paymentProgress(payment).map(({ label, state }) => `${label}: ${state}`);

test("an incoming payment is received, matched or reviewed, and complete", () => {
  expect(progress(shown("pending", { is_held: true }))).toEqual([
    "Received: done",
    "Review: current",
    "Complete: ahead",
  ]);
  expect(progress(shown("complete"))).toEqual(["Received: done", "Match: done", "Complete: done"]);
});

test("an outgoing payment is sent to the bank, settled, or returned", () => {
  expect(progress(shown("pending", { bank: { state: "queued" } }))).toEqual([
    "Created: done",
    "Bank file: current",
    "Settlement: ahead",
    "Complete: ahead",
  ]);
  expect(progress(shown("returned", { bank: { state: "returned" } })).at(-1)).toBe("Returned: failed");
});

test("the counterparty is the sender of an incoming payment and the recipient of an outgoing one", () => {
  const link = (...segments: readonly string[]) => segments.join("/");
  expect(paymentParties(shown("complete"), link)).toMatchObject({
    from: { name: "Initech" },
    to: { name: "Demo Payments", to: "accounts/account" },
  });
  const out = shown("complete", {
    payment: { status: "complete", direction: "outbound", type: "ach" },
    address_id: "bank",
  });
  expect(paymentParties(out, link)).toMatchObject({
    from: { name: "Demo Payments" },
    to: { name: "Initech", to: "addresses/bank" },
  });
});
