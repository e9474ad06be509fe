import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import type { WholeReply } from "./notify-owners.ts";
import type { PaymentScope } from "./payments.ts";
import { updatePayments } from "./store.ts";
import { type StoredPayment, withLinks } from "./stored-payment.ts";

/** Writes the owners' changes to payments, and returns the incoming payments in their final state. */
export async function settleIncomingPayments(
  { keyRing, clock }: { readonly keyRing: KeyRing; readonly clock: Clock },
  tx: Transaction,
  { tenantId }: PaymentScope,
  reported: {
    readonly changed: readonly StoredPayment[];
    readonly arrived: readonly StoredPayment[];
    readonly reply: Pick<WholeReply, "refused" | "links">;
  },
): Promise<readonly StoredPayment[]> {
  const { arrived, reply } = reported;
  const after = new Map<string, StoredPayment>(
    [...reported.changed, ...arrived].map((payment) => [payment.id, payment]),
  );
  const changedIds = new Set<string>();
  const changePayment = (id: string, change: (payment: StoredPayment) => StoredPayment): void => {
    const payment = after.get(id);
    assert(payment !== undefined, "an owner's reply is about payments of its updates");
    after.set(id, change(payment));
    changedIds.add(id);
  };
  for (const links of reply.links) changePayment(links.paymentId, (payment) => withLinks(payment, links));
  const now = clock.now();
  for (const { paymentId, why } of reply.refused)
    changePayment(paymentId, (payment) => holdRefused(payment, why, now));
  const changed = [...after.values()].filter(({ id }) => changedIds.has(id));
  await updatePayments(keyRing, tx, tenantId, changed);
  return arrived.map(({ id }) => {
    const payment = after.get(id);
    assert(payment !== undefined, "every incoming payment is stored");
    return payment;
  });
}

function holdRefused(payment: StoredPayment, why: string, since: Instant): StoredPayment {
  const isReceived = payment.incomingPayment !== undefined && payment.hold === undefined;
  assert(isReceived, "only an incoming payment can be refused");
  return { ...payment, hold: { reason: "refused", note: why, since, screening: undefined } };
}
