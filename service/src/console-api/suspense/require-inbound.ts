import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { StoredPayment } from "../../payments/index.ts";

/** Only money that has come can wait for a person. */
export function requireInbound(payment: StoredPayment | undefined): StoredPayment {
  if (payment?.direction === "inbound") return payment;
  throw new RefusalError(refuse("not_found", "no payment that has come has this id"));
}
