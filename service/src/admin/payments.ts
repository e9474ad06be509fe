import { createSanctionsSource } from "../accounts/adapters/sanctions-source.ts";
import { createScreener } from "../accounts/index.ts";
import { auditChange } from "../audit/index.ts";
import { automationsOwnerName, createAutomationsOwner } from "../automations/index.ts";
import {
  claimsOwnerName,
  createClaimsOwner,
  lockMatchedClaim,
  requireRepaymentAccount,
} from "../claims/index.ts";
import type { Transaction } from "../db/database.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { type Network, parseId, platformTenant } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { dollars, formatAmount } from "../kernel/money.ts";
import { orNotFound } from "../kernel/refusal.ts";
import {
  type Assignment,
  assignPayment,
  findAnyPayment,
  heldPaymentRows,
  latestPaymentRows,
  type PaymentOwner,
  type ReturnRequest,
  returnPayment,
  type StoredPayment,
} from "../payments/index.ts";
import { createBankWork } from "../rails/engine/create-bank-work.ts";
import {
  createFactsMemory,
  createSanctionsChecks,
  transfersPaymentOwner,
  withdrawalLimits,
} from "../transfers/index.ts";
import { createTreasuryOwner, findTreasury } from "../treasury/index.ts";
import { noWakeUp, paymentsOf, queuesOf, transferDeps } from "./admin-deps.ts";
import { collectStream, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { refuseAt } from "./read-input.ts";

/** Without the sender's data. */
export function presentPayment(payment: StoredPayment) {
  const { id, tenantId, network, accountId, direction, type, status, owner, links, hold } = payment;
  return {
    id,
    /** Null for an unmatched payment. */
    tenant_id: tenantId === platformTenant ? null : tenantId,
    network,
    account_id: accountId ?? null,
    direction,
    type,
    amount: formatAmount(dollars(payment.amountCents)),
    status,
    /** Such as `transfers/01J8…`. */
    owner: owner === undefined ? null : `${owner.name}/${owner.subject}`,
    transfer_id: links.transferId ?? null,
    automation_id: links.automationId ?? null,
    reason: payment.reason?.code ?? null,
    held_reason: hold?.reason ?? null,
    held_note: hold?.note ?? null,
    held_since: hold === undefined ? null : formatInstant(hold.since),
    /** The sanctions list entries that it is held for. */
    hits: hold?.screening?.hitUids ?? [],
    /** The payment that returns it. */
    return_id: payment.returnId ?? null,
    created: formatInstant(payment.insertedAt),
    updated: formatInstant(payment.updatedAt),
  };
}

/** With the sender's data from the bank: name and bank. */
export function presentWholePayment(payment: StoredPayment) {
  const { details } = payment;
  return {
    ...presentPayment(payment),
    received: details.receivedAt === undefined ? null : formatInstant(details.receivedAt),
    sender_name: details.senderName ?? null,
    sender_bank_name: details.senderBankName ?? null,
    sender_bank_routing_number: details.senderBankRoutingNumber ?? null,
    payment_reference: details.paymentReference ?? null,
    imad: details.imad ?? null,
    trace_number: details.traceNumber ?? null,
  };
}

/** Of all tenants, newest first. */
export async function listPayments(
  { database, loadKeyRing }: AdminContext,
  { network }: { readonly network: Network },
): Promise<ItemList<StoredPayment>> {
  return collectStream(latestPaymentRows(await loadKeyRing()).stream(database, { network }));
}

/** Payments in suspense, oldest first. */
export async function listSuspense({
  database,
  loadKeyRing,
}: AdminContext): Promise<ItemList<StoredPayment>> {
  return collectStream(heldPaymentRows(await loadKeyRing()).stream(database, {}));
}

/** Includes the sender's name, so the access is recorded in the audit log. */
export async function showPayment(admin: AdminContext, id: string): Promise<StoredPayment> {
  const deps = { keyRing: await admin.loadKeyRing() };
  const wellFormed = parseId<"payment">(id);
  const found = wellFormed && (await findAnyPayment(deps, admin.database, wellFormed));
  const payment = orNotFound(found, "there is no payment with this id");
  const { accountId } = payment;
  await auditChange(admin, admin.database, {
    cause: admin.cause,
    action: "payment.read",
    of: { ...payment, accountId },
  });
  return payment;
}

export interface MatchRequest {
  readonly id: string;
  /** `transfers/<id>`, `automations/<id>`, `claims/<id>` or `treasury/<managing account>`. */
  readonly to: string;
  readonly reason: string;
  /** Called while the payment is locked; false leaves it held. */
  readonly confirm?: Assignment["confirm"];
}

/** Matches a held payment to its owner. */
export async function matchPayment(
  admin: AdminContext,
  { id, to, reason, confirm }: MatchRequest,
): Promise<StoredPayment> {
  const { clock, newId, cause } = admin;
  const [name = "", subject = "", ...rest] = to.split("/");
  if (name === "" || subject === "" || rest.length > 0) {
    refuseAt("to", "must be an owner and an id separated by a slash, such as transfers/01J8");
  }
  const keyRing = await admin.loadKeyRing();
  const { eventLog } = queuesOf(admin);
  const deps = { clock, newId, keyRing, eventLog, owners: await paymentOwners(admin, keyRing, { name }) };
  const input = { id, to: { name, subject }, reason, cause, ...(confirm === undefined ? {} : { confirm }) };
  return admin.database.transaction(async (tx) => {
    if (name === claimsOwnerName) await openRepayment(admin, keyRing, tx, subject);
    return assignPayment(deps, tx, input);
  });
}

/** A claim has an account number only once it is needed. */
async function openRepayment(
  admin: AdminContext,
  keyRing: KeyRing,
  tx: Transaction,
  subject: string,
): Promise<void> {
  const claim = await lockMatchedClaim(tx, subject);
  if (claim !== undefined) await requireRepaymentAccount(paymentsOf(admin, keyRing), tx, claim);
}

/** Returns a held payment to its sender. */
export async function returnHeldPayment(
  admin: AdminContext,
  request: Omit<ReturnRequest, "cause">,
): Promise<StoredPayment> {
  const { clock, newId, cause } = admin;
  const keyRing = await admin.loadKeyRing();
  const deps = { clock, newId, keyRing, bankWork: createBankWork({ clock, wakeUp: noWakeUp, keyRing }) };
  return admin.database.transaction((tx) => returnPayment(deps, tx, { ...request, cause }));
}

/** Owners that an operator can match a payment to; their follow-up work is done by the service. */
async function paymentOwners(
  admin: AdminContext,
  keyRing: KeyRing,
  { name }: Pick<PaymentOwner, "name">,
): Promise<readonly PaymentOwner[]> {
  const { sanctions } = admin.config;
  const source = createSanctionsSource(sanctions);
  const screener = createScreener({ source, threshold: sanctions.threshold });
  // An automation creates a transfer, whose parties must be screened. Other owners don't need the sanctions list.
  if (name === automationsOwnerName) await screener.refresh();
  const transfers = transferDeps(admin, keyRing);
  const payments = paymentsOf(admin, keyRing);
  const sanctionsChecks = createSanctionsChecks({ screener, keyRing });
  return [
    transfersPaymentOwner({ ...transfers, defaultLimits: admin.config.defaultLimits }),
    createAutomationsOwner({
      ...transfers,
      payments,
      sanctionsChecks,
      findTreasury,
      factsMemory: createFactsMemory(admin),
      debtorOutflows: admin.config.debtorOutflows,
      defaultLimits: admin.config.defaultLimits,
    }),
    createTreasuryOwner({ ...admin, withdrawalLimits: withdrawalLimits(admin) }),
    createClaimsOwner(admin),
  ];
}
