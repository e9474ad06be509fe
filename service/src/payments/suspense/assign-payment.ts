import { recordAudit } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { EventLog } from "../../events/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { type NewId, platformTenant } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import { orThrow, type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { recordOperations } from "../../ledger/index.ts";
import type { PaymentOwnerRef } from "../payment.ts";
import { entryOf } from "../payment-audit.ts";
import { completedEvent } from "../payment-event.ts";
import type { PaymentOwner, PaymentReply } from "../payments.ts";
import { handedOverPosting, outside, suspenseOf } from "../postings.ts";
import { insertPayments, updatePayments } from "../store.ts";
import { linksOf, type StoredPayment, withLinks } from "../stored-payment.ts";
import { tellOwners } from "../tell-owners.ts";
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
  /** Why it is theirs, for the audit log. */
  readonly reason: string;
  readonly cause: Cause;
  /** Asked while nobody else can decide: false leaves everything as it is. What it writes commits with the decision. */
  readonly confirm?: (tx: Transaction, held: StoredPayment) => Promise<boolean>;
}

/** A person has found out whose money it is: its owner takes it out of suspense. */
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
    updatedAt: deps.clock.now(),
  };
  await write(deps, tx, held, taken);
  const funds = tenantId === held.tenantId ? suspenseOf(held) : outside;
  const reply = await tellOwners(deps.owners, tx, taken, [{ type: "received", payment: taken, funds }]);
  const linked = await link(deps, tx, taken, reply);
  const isNews = held.accountId !== accountId;
  await deps.eventLog.append(tx, taken, [...(isNews ? [completedEvent(linked)] : []), ...reply.events]);
  await recordAudit(deps, tx, taken, [auditAssignment(held, linked, { reason, cause })]);
  await post(deps, tx, { held, taken, reply });
  return linked;
}

function checkTarget(
  { owners }: AssignDeps,
  held: StoredPayment,
  account: OpenedAccount | undefined,
): OpenedAccount | Refusal {
  if (account === undefined) return refuse("not_found", "nobody of that name has an account number there");
  if (owners.every(({ name }) => name !== account.owner.name)) {
    return refuse("unprocessable", `${account.owner.name} cannot be given payments here`);
  }
  if (held.receipt === undefined) {
    const detail = "the money was pulled by a debit, which may still come back; it can only be paid back";
    return refuse("conflict", detail);
  }
  const isElsewhere = held.tenantId !== platformTenant && held.tenantId !== account.tenantId;
  return isElsewhere
    ? refuse(
        "conflict",
        "the payment came to a customer of another tenant; it can only go back to its sender",
      )
    : account;
}

/** A row belongs to one tenant for ever, so that of nobody is written anew for its owner. */
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
  const [no] = refused;
  if (no !== undefined) throw new RefusalError(refuse("conflict", `the payment is not taken: ${no.why}`));
  if (links.length === 0) return taken;
  let linked = taken;
  for (const one of links) {
    assert(one.paymentId === taken.id, "an owner speaks of payments that it was told of");
    linked = withLinks(linked, one);
  }
  await updatePayments(keyRing, tx, taken.tenantId, [linked]);
  return linked;
}

function auditAssignment(
  held: StoredPayment,
  taken: StoredPayment,
  { reason, cause }: Pick<Assignment, "reason" | "cause">,
) {
  return {
    ...entryOf(taken, cause),
    action: "payment.match",
    before: { held_reason: held.hold?.reason ?? null, tenant_id: held.tenantId },
    after: { owner: `${taken.owner?.name}/${taken.owner?.subject}`, reason },
  };
}

/** Two journals where it was nobody's money: the platform's comes first, as its tenant is before all others. */
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
