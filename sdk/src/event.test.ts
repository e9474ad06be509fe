import { expect, test } from "vitest";
import type { FlorinEvent } from "./index.ts";

test("the type of an event narrows its data", () => {
  const failed = { type: "ach_return", occurred_at: created, retriable: true };
  expect(
    [
      event("transfer.failed", { failure: null }),
      event("transfer.failed", {
        failure: { ...failed, ach_return: { code: "R01", reason: "", category: "" } },
      }),
      event("payment.completed", { direction: "inbound" }),
      event("account.verification.documents_required", { documents: [{ document_kind: "ein_letter" }] }),
      event("token.minted", { symbol: "FUSD" }),
    ].map(describeEvent),
  ).toEqual(["unknown", "R01", "inbound", "ein_letter", "token.minted of FUSD"]);
});

const created = "2026-11-15T12:00:00.000Z";

/** Compiles only as long as each case narrows its data, and the rest is open. */
function describeEvent(reported: FlorinEvent): string {
  switch (reported.type) {
    case "transfer.created":
    case "transfer.completed":
    case "transfer.canceled":
      return reported.data.amount.value;
    case "transfer.failed":
      return reported.data.failure?.ach_return?.code ?? "unknown";
    case "payment.completed":
      return reported.data.direction;
    case "account.verification.documents_required":
      return reported.data.documents.map(({ document_kind }) => document_kind).join();
    case "account.verification.completed":
      return reported.data.status;
    default: {
      const type: string = reported.type;
      return `${type} of ${String(reported.data["symbol"])}`;
    }
  }
}

function event(type: string, data: object): FlorinEvent {
  return { id: "01KA4K0M5R8ZC2D4F6H8JANBQS", type, created, data } as FlorinEvent;
}
