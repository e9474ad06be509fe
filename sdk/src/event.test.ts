import { readFile } from "node:fs/promises";
import { expect, expectTypeOf, test } from "vitest";
import type { FlorinEvent, KnownEvent } from "./index.ts";

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
      event("token.mint.completed", { value_type: "FUSD" }),
      event("token.melted", { symbol: "FUSD" }),
    ].map(describeEvent),
  ).toEqual(["unknown", "R01", "inbound", "ein_letter", "FUSD", "token.melted of FUSD"]);
});

test("every type of the API document is known", async () => {
  const document = JSON.parse(await readFile(new URL("../../openapi.json", import.meta.url), "utf8"));
  const generated = await readFile(new URL("./generated/events.ts", import.meta.url), "utf8");
  expect(generated.match(/^ {2}\| Api\.\w+/gm)).toHaveLength(Object.keys(document.webhooks).length);
  expectTypeOf<"token.burn.failed">().toExtend<KnownEvent["type"]>();
});

const created = "2026-11-15T12:00:00.000Z";

/** Compiles only as long as each case narrows its data, and the rest is open. */
function describeEvent(reported: FlorinEvent): string {
  if (reported.type === "transfer.failed") return reported.data.failure?.ach_return?.code ?? "unknown";
  if (reported.type === "payment.completed") return reported.data.direction;
  if (reported.type === "account.verification.documents_required")
    return reported.data.documents.map(({ document_kind }) => document_kind).join();
  if (reported.type === "token.mint.completed") return reported.data.value_type;
  return describeOther(reported);
}

function describeOther({ type, data }: FlorinEvent): string {
  return `${type} of ${"symbol" in data ? String(data["symbol"]) : ""}`;
}

function event(type: string, data: object): FlorinEvent {
  return { id: "01KA4K0M5R8ZC2D4F6H8JANBQS", type, created, data } as FlorinEvent;
}
