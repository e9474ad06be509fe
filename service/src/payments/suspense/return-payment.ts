import { findAccount } from "../../accounts/index.ts";
import { auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { derivedId, idAt, type NewId, platformTenant } from "../../kernel/id.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { BankWork } from "../../rails/bank-work.ts";
import { orderPayments } from "../order-payments.ts";
import type { PaymentId } from "../payment.ts";
import { insertPayments, updatePayments } from "../store.ts";
import { newPayment, type StoredPayment } from "../stored-payment.ts";
import { requireHeld } from "./held-payment.ts";
import { returnsOwnerName } from "./returns-owner.ts";
import { countReturns } from "./store.ts";

export interface ReturnDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly bankWork: Pick<BankWork, "enqueue" | "findSent">;
}

/** Return reason codes of ISO 20022 that make sense for unclaimed money. */
export const returnReasons = {
  AC01: "incorrect account number",
  AC04: "closed account",
  AC06: "blocked account",
  AM09: "wrong amount",
  BE01: "the name does not match the account",
  CUST: "requested by the customer",
  NARR: "other reason, see the additional information",
  RR04: "regulatory reason",
} as const;
export type ReturnReason = keyof typeof returnReasons;

function isReturnReason(text: string): text is ReturnReason {
  return Object.hasOwn(returnReasons, text);
}

export interface ReturnRequest {
  readonly id: string;
  readonly code: string;
  readonly reason: string;
  readonly cause: Cause;
  /** Further writes of the decision, in the same transaction. */
  readonly also?: (tx: Transaction, held: StoredPayment) => Promise<unknown>;
}

/** Returns held money to its sender by a new payment; it stays in suspense until that has settled. */
export async function returnPayment(
  deps: ReturnDeps,
  tx: Transaction,
  { id, code, reason, cause, also }: ReturnRequest,
): Promise<StoredPayment> {
  if (!isReturnReason(code)) throw unknownCode();
  const held = await requireHeld(deps.keyRing, tx, id);
  await also?.(tx, held);
  const now = deps.clock.now();
  const returning = returnOf(held, await nextReturnId(deps, tx, held), now);
  const marked = { ...held, returnId: returning.id, updatedAt: now };
  await updatePayments(deps.keyRing, tx, held.tenantId, [marked]);
  await sendBack(deps, tx, { held, returning, code });
  await auditChange(deps, tx, {
    cause,
    action: "payment.send_back",
    of: held,
    before: { held_reason: held.hold?.reason ?? null },
    after: { return_id: returning.id, code, reason },
  });
  return marked;
}

/**
 * Follows from the money that is returned, by the bank's reference, and the number of returns before: if a database is
 * restored and its operators return the money again, the bank's entry is found by its id. The time of an incoming payment
 * depends on the report that was read first, so the id has the time of the return, and is found without it.
 */
async function nextReturnId({ clock, bankWork }: ReturnDeps, tx: Transaction, held: StoredPayment) {
  const { incomingPayment: incoming, network } = held;
  const attempt = String(await countReturns(tx, { ownerSubject: held.id }));
  const id =
    incoming === undefined
      ? derivedId<"payment">(held.id, "return", network, "", attempt)
      : derivedId<"payment">(platformTenant, "return", network, incoming.bankReference, attempt);
  return (await bankWork.findSent(tx, network, [id])).get(id) ?? idAt(id, clock.now());
}

/** An incoming payment is returned; the money of a debit is refunded to the debited account. */
async function sendBack(
  deps: ReturnDeps,
  tx: Transaction,
  given: { readonly held: StoredPayment; readonly returning: StoredPayment; readonly code: string },
): Promise<void> {
  const { held, returning, code } = given;
  const { tenantId, network, amountCents, incomingPayment, addressId, accountId } = held;
  const { id, owner } = returning;
  if (incomingPayment !== undefined) {
    await insertPayments(deps.keyRing, tx, [returning]);
    const entry = { id, subject: id, tenantId, network, amountCents };
    await deps.bankWork.enqueue(tx, [{ ...entry, kind: "return", incomingPayment, reason: code }]);
    return;
  }
  assert(
    addressId !== undefined && accountId !== undefined && owner !== undefined,
    "it was an incoming payment or a debit",
  );
  const account = await findAccount(tx, { tenantId, accountId });
  const statementName = account?.name ?? "";
  const order = { id, tenantId, network, accountId, amountCents, addressId, owner, statementName };
  const texts = { reference: undefined, description: "REFUND" };
  await orderPayments(deps, tx, [{ ...order, ...texts, rail: "ach_credit", links: held.links }]);
}

function unknownCode(): RefusalError {
  const detail = `must be one of ${Object.keys(returnReasons).join(", ")}`;
  return new RefusalError(
    refuse("validation_failed", `code ${detail}`, { errors: [{ pointer: "/code", detail }] }),
  );
}

function returnOf(held: StoredPayment, id: PaymentId, now: Instant): StoredPayment {
  const { tenantId, network, accountId, type, amountCents, links } = held;
  const owner = { name: returnsOwnerName, subject: held.id };
  const fields = { id, tenantId, network, accountId, type, amountCents, links, owner };
  return newPayment({ ...fields, direction: "outbound", status: "pending" }, now);
}
