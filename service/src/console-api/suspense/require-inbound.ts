import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { StoredPayment } from "../../payments/index.ts";

/** Only incoming payments can be in suspense. */
export function requireInbound(payment: StoredPayment | undefined): StoredPayment {
  if (payment?.direction === "inbound") return payment;
  throw new RefusalError(refuse("not_found", "there is no incoming payment with this id"));
}
