import { auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { EventLog } from "../../events/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { type NewId, platformTenant } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import { orThrow, type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { recordOperations } from "../../ledger/index.ts";
import { notifyOwners } from "../notify-owners.ts";
import type { PaymentOwnerRef } from "../payment.ts";
import { completedEvent } from "../payment-event.ts";
import type { PaymentOwner, PaymentReply } from "../payments.ts";
import { handedOverPosting, outside, suspenseOf } from "../postings.ts";
import { insertPayments, updatePayments } from "../store.ts";
import { linksOf, type StoredPayment, withLinks } from "../stored-payment.ts";
import { type OpenedAccount, selectByOwnerAnywhere } from "../virtual-accounts/store.ts";
import { requireHeld } from "./held-payment.ts";
import { deletePayment } from "./store.ts";

export interface AssignDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly eventLog: Pick<EventLog, "append">;
  readonly owners: readonly PaymentOwner[];
}

export interface Assignment {
  readonly id: string;
  readonly to: PaymentOwnerRef;
  /** Reason of the match, for the audit log. */
  readonly reason: string;
  readonly cause: Cause;
  /** Called under the lock of the payment: false changes nothing. Its writes commit with the decision. */
  readonly confirm?: (tx: Transaction, held: StoredPayment) => Promise<boolean>;
}

/** Matches a held payment to its owner, which takes it out of suspense. */
export async function assignPayment(
  deps: AssignDeps,
  tx: Transaction,
  { id, to, reason, cause, confirm }: Assignment,
): Promise<StoredPayment> {
  const held = await requireHeld(deps.keyRing, tx, id);
  const account = await selectByOwnerAnywhere(tx, held.network, to);
  const { accountId, tenantId } = orThrow(checkTarget(deps, held, account));
  if (confirm !== undefined && !(await confirm(tx, held))) return held;
  const taken: StoredPayment = {
    ...held,
    tenantId,
    accountId,
    owner: to,
    links: linksOf(to),
    hold: undefined,
    isPublished: true,
    updatedAt: deps.clock.now(),
  };
  await write(deps, tx, held, taken);
  const funds = tenantId === held.tenantId ? suspenseOf(held) : outside;
  const reply = await notifyOwners(deps.owners, tx, taken, [{ type: "received", payment: taken, funds }]);
  const linked = await link(deps, tx, taken, reply);
  const isUnpublished = !held.isPublished || held.accountId !== accountId;
  await deps.eventLog.append(tx, taken, [
    ...(isUnpublished ? [completedEvent(linked)] : []),
    ...reply.events,
  ]);
  await auditChange(deps, tx, {
    cause,
    action: "payment.match",
    of: linked,
    before: { held_reason: held.hold?.reason ?? null, tenant_id: held.tenantId },
    after: { owner: `${linked.owner?.name}/${linked.owner?.subject}`, reason },
  });
  await post(deps, tx, { held, taken, reply });
  return linked;
}

function checkTarget(
  { owners }: AssignDeps,
  held: StoredPayment,
  account: OpenedAccount | undefined,
): OpenedAccount | Refusal {
  if (account === undefined) return refuse("not_found", "the owner has no virtual account in this network");
  if (owners.every(({ name }) => name !== account.owner.name)) {
    return refuse("unprocessable", `${account.owner.name} does not accept payments`);
  }
  if (held.incomingPayment === undefined) {
    const detail =
      "the money was pulled by an ACH debit, which may still be returned; it can only be refunded";
    return refuse("conflict", detail);
  }
  const isElsewhere = held.tenantId !== platformTenant && held.tenantId !== account.tenantId;
  return isElsewhere
    ? refuse(
        "conflict",
        "the payment was sent to a customer of another tenant; it can only be returned to its sender",
      )
    : account;
}

/** The tenant of a row never changes, so an unmatched payment is inserted again for its owner. */
async function write(
  { keyRing }: AssignDeps,
  tx: Transaction,
  held: StoredPayment,
  taken: StoredPayment,
): Promise<void> {
  if (held.tenantId === taken.tenantId) return updatePayments(keyRing, tx, taken.tenantId, [taken]);
  await deletePayment(tx, held);
  await insertPayments(keyRing, tx, [taken]);
}

async function link(
  { keyRing }: AssignDeps,
  tx: Transaction,
  taken: StoredPayment,
  { refused, links = [] }: PaymentReply,
): Promise<StoredPayment> {
  const [refusal] = refused;
  if (refusal !== undefined)
    throw new RefusalError(refuse("conflict", `the owner refused the payment: ${refusal.why}`));
  if (links.length === 0) return taken;
  let linked = taken;
  for (const paymentLinks of links) {
    assert(paymentLinks.paymentId === taken.id, "an owner's reply is about payments of its updates");
    linked = withLinks(linked, paymentLinks);
  }
  await updatePayments(keyRing, tx, taken.tenantId, [linked]);
  return linked;
}

/** Two journals if it was unmatched: the platform's comes first, because its tenant id sorts before all others. */
async function post(
  deps: AssignDeps,
  tx: Transaction,
  given: { readonly held: StoredPayment; readonly taken: StoredPayment; readonly reply: PaymentReply },
): Promise<void> {
  const { held, taken, reply } = given;
  if (held.tenantId !== taken.tenantId) {
    for (const outcome of await recordOperations(deps, tx, held, [handedOverPosting(held)])) orThrow(outcome);
  }
  for (const outcome of await recordOperations(deps, tx, taken, reply.operations)) orThrow(outcome);
}
