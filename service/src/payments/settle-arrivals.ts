import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import type { PaymentScope } from "./payments.ts";
import { updatePayments } from "./store.ts";
import { type StoredPayment, withLinks } from "./stored-payment.ts";
import type { WholeReply } from "./tell-owners.ts";

/** Writes what the owners said about payments themselves, and answers the arrived ones as they are now. */
export async function settleArrivals(
  { keyRing, clock }: { readonly keyRing: KeyRing; readonly clock: Clock },
  tx: Transaction,
  { tenantId }: PaymentScope,
  told: {
    readonly changed: readonly StoredPayment[];
    readonly arrived: readonly StoredPayment[];
    readonly reply: Pick<WholeReply, "refused" | "links">;
  },
): Promise<readonly StoredPayment[]> {
  const { arrived, reply } = told;
  const after = new Map<string, StoredPayment>([...told.changed, ...arrived].map((one) => [one.id, one]));
  const touched = new Set<string>();
  const touch = (id: string, change: (payment: StoredPayment) => StoredPayment): void => {
    const payment = after.get(id);
    assert(payment !== undefined, "an owner speaks of payments that it was told of");
    after.set(id, change(payment));
    touched.add(id);
  };
  for (const said of reply.links) touch(said.paymentId, (payment) => withLinks(payment, said));
  const now = clock.now();
  for (const { paymentId, why } of reply.refused)
    touch(paymentId, (payment) => refusedOne(payment, why, now));
  const changed = [...after.values()].filter(({ id }) => touched.has(id));
  await updatePayments(keyRing, tx, tenantId, changed);
  return arrived.map(({ id }) => {
    const payment = after.get(id);
    assert(payment !== undefined, "what has arrived is there");
    return payment;
  });
}

function refusedOne(payment: StoredPayment, why: string, since: Instant): StoredPayment {
  const isReceived = payment.receipt !== undefined && payment.hold === undefined;
  assert(isReceived, "only what was received can be refused");
  return { ...payment, hold: { reason: "refused", note: why, since, screening: undefined } };
}
