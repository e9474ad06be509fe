import { expect, test } from "vitest";
import { createIdFactory, tenantOf } from "../kernel/id.ts";
import { addMs, systemClock } from "../kernel/instant.ts";
import { refuse } from "../kernel/refusal.ts";
import { type Automation, type AutomationStatus, automationStatuses } from "./automation.ts";
import { pointedAt } from "./automation-request.ts";
import { changeAutomation } from "./change-automation.ts";

const nothing = { name: undefined, status: undefined, destination: undefined };
const now = systemClock.now();

test("only the defined status transitions are allowed", () => {
  const ways = automationStatuses.flatMap((before) =>
    (["active", "disabled", "archived"] as const).flatMap((status) => {
      const after = changeAutomation(automationIn(before), { ...nothing, status }, now);
      return "code" in after ? [] : [`${before} -> ${after.status}`];
    }),
  );
  expect(ways).toEqual([
    "pending -> archived",
    "active -> active",
    "active -> disabled",
    "active -> archived",
    "disabled -> active",
    "disabled -> disabled",
    "disabled -> archived",
  ]);
});

test("omitted fields stay unchanged", () => {
  const before = automationIn("active");
  const later = addMs(now, 1);
  expect(changeAutomation(before, nothing, later)).toEqual({ ...before, updatedAt: later });
  expect(changeAutomation(before, { ...nothing, name: "New" }, now)).toEqual({ ...before, name: "New" });
  expect(changeAutomation(automationIn("archived"), nothing, now)).toMatchObject({ code: "conflict" });
});

test("an automation cannot forward to its own address", () => {
  const destination = { medium: "chain", chain: "base", valueType: "FUSD", addressId: "own" } as const;
  expect(changeAutomation(automationIn("active"), { ...nothing, destination }, now)).toMatchObject({
    code: "unprocessable",
    errors: [{ pointer: "/destination/address_id" }],
  });
});

test("an error uses the destination field name of the request", () => {
  const errors = [
    { pointer: "/destination/address_id", detail: "x" },
    { pointer: "/destinations", detail: "y" },
  ];
  expect(
    pointedAt(refuse("unprocessable", "/destination is bad", { errors }), "/destination_address"),
  ).toEqual(
    refuse("unprocessable", "/destination_address is bad", {
      errors: [
        { pointer: "/destination_address/address_id", detail: "x" },
        { pointer: "/destinations", detail: "y" },
      ],
    }),
  );
});

function automationIn(status: AutomationStatus): Automation {
  const newId = createIdFactory(systemClock);
  const accountId = newId<"account">();
  return {
    tenantId: tenantOf(accountId),
    network: "testnet",
    id: newId<"automation">(),
    accountId,
    name: "Cash out",
    status,
    source: { medium: "chain", chain: "base", valueType: "FUSD", addressId: "own" },
    destination: { medium: "bank", rail: "ach_credit", addressId: "bank" },
    brandAccountId: undefined,
    createdAt: now,
    updatedAt: now,
  };
}
