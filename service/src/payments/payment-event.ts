import type { NewEvent } from "../events/index.ts";
import { assert } from "../kernel/assert.ts";
import { formatInstant } from "../kernel/instant.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import type { Payment } from "./payment.ts";

/** `payment.completed`, as the specification has it, with the account beside it. Names of senders stay here. */
export function completedEvent(payment: Payment): NewEvent {
  const { id, accountId, status, direction, type } = payment;
  assert(accountId !== undefined, "only an account can be told");
  return {
    accountId,
    type: "payment.completed",
    data: {
      id,
      account_id: accountId,
      status,
      amount: { value: formatAmount({ units: payment.amountCents, asset: usd }), currency: usd.code },
      direction,
      type,
      inserted_at: formatInstant(payment.insertedAt),
      updated_at: formatInstant(payment.updatedAt),
    },
  };
}
