import type { StoredPayment } from "../payments/index.ts";

/** Why an outgoing payment is no payout to a payee; undefined if it is one. */
export function exclusionOf(
  payment: Pick<StoredPayment, "status" | "owner" | "addressId" | "reason">,
): string | undefined {
  const { status, owner, addressId, reason } = payment;
  if (owner?.name === "returns") return "Return of an incoming payment";
  if (owner?.name === "treasury") return "Withdrawal of your treasury";
  if (owner?.name !== "transfers") return "Verification of a bank account";
  const code = reason === undefined ? "" : ` (${reason.code})`;
  switch (status) {
    case "failed":
      return `Failed${code}: nothing was paid`;
    case "returned":
      return `Returned by the payee's bank${code}`;
    case "pending":
      return "Not completed yet";
    case "complete":
      return addressId === undefined ? "No bank account of a payee" : undefined;
  }
}
