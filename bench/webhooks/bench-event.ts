import type { NewEvent } from "../../service/src/events/index.ts";
import type { AccountId } from "../../service/src/kernel/id.ts";

/** Event type that the subscriptions receive. */
export const expectedEvents: readonly string[] = ["transfer.*"];

/** Event data as large as that of a transfer event. */
export function benchEvent(accountId: AccountId, number: number): NewEvent {
  return {
    accountId,
    type: "transfer.created",
    data: {
      id: String(number).padStart(26, "0"),
      account_id: accountId,
      status: "pending",
      amount: { value: "1250.00", currency: "USD" },
    },
  };
}
