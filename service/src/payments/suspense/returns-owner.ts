import { assert } from "../../kernel/assert.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import type { Operation } from "../../ledger/index.ts";
import type { PaymentNews, PaymentOwner } from "../payments.ts";
import { cameBackPosting, sentBackPosting, setOffPosting } from "../postings.ts";
import { lockPayments, updatePayments } from "../store.ts";
import type { StoredPayment } from "../stored-payment.ts";

/** The owner of payments that bring money back to its sender; their subject is the payment that had brought it. */
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
    heard: async (tx, scope, news) => {
      const subjects = news.map(({ payment }) => payment.owner?.subject ?? "");
      const arrivals = await lockPayments(keyRing, tx, scope, subjects);
      const current = new Map<string, StoredPayment>(arrivals.map((arrival) => [arrival.id, arrival]));
      const operations: Operation[] = [];
      for (const one of news) {
        const arrival = current.get(one.payment.owner?.subject ?? "");
        assert(arrival !== undefined, "what goes back has arrived before");
        const after = afterReturn(arrival, one, clock.now());
        current.set(arrival.id, after.arrival);
        operations.push(...after.operations);
      }
      await updatePayments(keyRing, tx, scope.tenantId, [...current.values()]);
      return { events: [], operations, refused: [] };
    },
  };
}

interface AfterReturn {
  readonly arrival: StoredPayment;
  readonly operations: readonly Operation[];
}

/** What becomes of money that had arrived, by what becomes of the payment that brings it back. */
function afterReturn(arrival: StoredPayment, news: PaymentNews, now: Instant): AfterReturn {
  switch (news.type) {
    case "completed":
      return { arrival: gone(arrival, now), operations: [sentBackPosting(news.payment)] };
    case "failed":
      return undone(arrival, news.reason.code, now);
    case "returned": {
      const { arrival: after, operations } = undone(arrival, news.reason.code, now);
      return {
        arrival: after,
        operations: news.wasComplete ? [cameBackPosting(news.payment), ...operations] : operations,
      };
    }
    case "received":
      assert(false, "nothing is received in order to be sent back");
  }
}

const sentBack = { code: "SENT_BACK", text: "Sent back to its sender." };

/** A debit that was paid back stays what it is: the bank may still return it, and that would be a loss. */
function gone(arrival: StoredPayment, now: Instant): StoredPayment {
  const settled = { ...arrival, hold: undefined, updatedAt: now };
  return arrival.receipt === undefined ? settled : { ...settled, status: "returned", reason: sentBack };
}

/** Before a person again, unless the bank has taken it back meanwhile: then it pays what its customer owes since. */
function undone(arrival: StoredPayment, code: string, now: Instant): AfterReturn {
  const isTakenBack = arrival.receipt === undefined && arrival.status === "returned";
  if (!isTakenBack) return { arrival: heldAgain(arrival, code, now), operations: [] };
  const settled = { ...arrival, returnId: undefined, hold: undefined, updatedAt: now };
  return { arrival: settled, operations: [setOffPosting(arrival)] };
}

/** In suspense, as it was before; a person decides anew. */
function heldAgain(arrival: StoredPayment, code: string, now: Instant): StoredPayment {
  const note = `The return did not reach the sender: ${code}.`;
  return {
    ...arrival,
    status: "complete",
    reason: undefined,
    returnId: undefined,
    hold: {
      reason: "return_failed",
      note,
      since: arrival.hold?.since ?? now,
      screening: arrival.hold?.screening,
    },
    updatedAt: now,
  };
}
