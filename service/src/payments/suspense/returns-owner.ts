import { assert } from "../../kernel/assert.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import type { Operation } from "../../ledger/index.ts";
import type { PaymentOwner, PaymentUpdate } from "../payments.ts";
import { cameBackPosting, sentBackPosting, setOffPosting } from "../postings.ts";
import { lockPayments, updatePayments } from "../store.ts";
import type { StoredPayment } from "../stored-payment.ts";

/** Owner of payments that return money to its sender; their subject is the incoming payment. */
export const returnsOwnerName = "returns";

export function returnsOwner({
  keyRing,
  clock,
}: {
  readonly keyRing: KeyRing;
  readonly clock: Clock;
}): PaymentOwner {
  return {
    name: returnsOwnerName,
    heard: async (tx, scope, updates) => {
      const subjects = updates.map(({ payment }) => payment.owner?.subject ?? "");
      const incomingPayments = await lockPayments(keyRing, tx, scope, subjects);
      const current = new Map<string, StoredPayment>(
        incomingPayments.map((incoming) => [incoming.id, incoming]),
      );
      const operations: Operation[] = [];
      for (const update of updates) {
        const incoming = current.get(update.payment.owner?.subject ?? "");
        assert(incoming !== undefined, "a return has an incoming payment");
        const after = afterReturn(incoming, update, clock.now());
        current.set(incoming.id, after.incoming);
        operations.push(...after.operations);
      }
      await updatePayments(keyRing, tx, scope.tenantId, [...current.values()]);
      return { events: [], operations, refused: [] };
    },
  };
}

interface AfterReturn {
  readonly incoming: StoredPayment;
  readonly operations: readonly Operation[];
}

/** Effect of an update of the return on the incoming payment. */
function afterReturn(incoming: StoredPayment, update: PaymentUpdate, now: Instant): AfterReturn {
  switch (update.type) {
    case "settled":
      return { incoming: gone(incoming, now), operations: [sentBackPosting(update.payment)] };
    case "rejected":
      return undone(incoming, update.reason.code, now);
    case "returned": {
      const { incoming: after, operations } = undone(incoming, update.reason.code, now);
      return {
        incoming: after,
        operations: update.wasComplete ? [cameBackPosting(update.payment), ...operations] : operations,
      };
    }
    case "received":
      assert(false, "a return is never an incoming payment");
  }
}

const sentBack = { code: "SENT_BACK", text: "Returned to its sender." };

/** A refunded debit keeps its status: the bank may still return it, which would be a loss. */
function gone(incoming: StoredPayment, now: Instant): StoredPayment {
  const settled = { ...incoming, hold: undefined, updatedAt: now };
  return incoming.incomingPayment === undefined
    ? settled
    : { ...settled, status: "returned", reason: sentBack };
}

/** Held for manual review again, unless the bank has returned the debit: then the money repays the customer's debt. */
function undone(incoming: StoredPayment, code: string, now: Instant): AfterReturn {
  const isTakenBack = incoming.incomingPayment === undefined && incoming.status === "returned";
  if (!isTakenBack) return { incoming: heldAgain(incoming, code, now), operations: [] };
  const settled = { ...incoming, returnId: undefined, hold: undefined, updatedAt: now };
  return { incoming: settled, operations: [setOffPosting(incoming)] };
}

/** In suspense as before; an operator decides again. */
function heldAgain(incoming: StoredPayment, code: string, now: Instant): StoredPayment {
  const note = `The return failed: ${code}.`;
  return {
    ...incoming,
    status: "complete",
    reason: undefined,
    returnId: undefined,
    hold: {
      reason: "return_failed",
      note,
      since: incoming.hold?.since ?? now,
      screening: incoming.hold?.screening,
    },
    updatedAt: now,
  };
}
