import { expect, test } from "vitest";
import { exclusionOf } from "./payout-exclusion.ts";

const paid = {
  status: "complete",
  owner: { name: "transfers", subject: "t" },
  addressId: "a",
  reason: undefined,
} as const;

test("only completed payments of transfers to a bank account are payouts", () => {
  expect(exclusionOf(paid)).toBeUndefined();
  const returned = { status: "returned", reason: { code: "R03", text: "" } } as const;
  expect(exclusionOf({ ...paid, ...returned })).toBe("Returned by the payee's bank (R03)");
  expect(exclusionOf({ ...paid, status: "failed" })).toBe("Failed: nothing was paid");
  expect(exclusionOf({ ...paid, status: "pending" })).toBe("Not completed yet");
  expect(exclusionOf({ ...paid, addressId: undefined })).toBe("No bank account of a payee");
  const ownedBy = (name: string) => exclusionOf({ ...paid, owner: { name, subject: "s" } });
  expect(ownedBy("returns")).toBe("Return of an incoming payment");
  expect(ownedBy("treasury")).toBe("Withdrawal of your treasury");
  expect(ownedBy("addresses.micro_deposits")).toBe("Verification of a bank account");
});
