import { recordAudit } from "../audit/index.ts";
import { createEventLog } from "../events/index.ts";
import { type Network, parseId, platformTenant } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import {
  type Assignment,
  assignPayment,
  findAnyPayment,
  listHeldPayments,
  listLatestPayments,
  type ReturnRequest,
  returnPayment,
  type StoredPayment,
} from "../payments/index.ts";
import { createBankWork } from "../rails/engine/create-bank-work.ts";
import { collectPages, type ItemList } from "./item-list.ts";
import { refuseAt } from "./journal-name.ts";
import type { AdminContext } from "./open-admin.ts";
import { paymentOwners } from "./payment-owners.ts";

/** A payment as plain values, without its sender's data. */
export interface PaymentView {
  readonly id: string;
  /** Undefined for an unmatched payment. */
  readonly tenantId: string | undefined;
  readonly network: Network;
  readonly accountId: string | undefined;
  readonly direction: string;
  readonly type: string;
  readonly amount: string;
  readonly status: string;
  /** The owner, such as `transfers/01J8…`. */
  readonly owner: string | undefined;
  readonly transferId: string | undefined;
  readonly automationId: string | undefined;
  readonly reason: string | undefined;
  readonly heldReason: string | undefined;
  readonly heldNote: string | undefined;
  readonly heldSince: string | undefined;
  /** The sanctions list entries that it is held for. */
  readonly hits: readonly string[];
  /** The payment that returns it. */
  readonly returnId: string | undefined;
  readonly created: string;
  readonly updated: string;
}

/** The same with the sender's data from the bank: name and bank. */
export interface WholePaymentView extends PaymentView {
  readonly received: string | undefined;
  readonly senderName: string | undefined;
  readonly senderBankName: string | undefined;
  readonly senderBankRoutingNumber: string | undefined;
  readonly reference: string | undefined;
  readonly imad: string | undefined;
  readonly traceNumber: string | undefined;
}

const perPage = 100;
/** No wake-up: workers poll. */
const wakeUp = { nudge: () => {} };

/** Of all tenants, newest first. */
export async function listPayments(
  admin: AdminContext,
  { network }: { readonly network: Network },
): Promise<ItemList<PaymentView>> {
  const deps = { keyRing: await admin.loadKeyRing() };
  const { items, isComplete } = await collectPages<StoredPayment>((last) =>
    listLatestPayments(deps, admin.database, { network, beforeId: last?.id, limit: perPage }),
  );
  return { items: items.map(view), isComplete };
}

/** Payments in suspense, oldest first. */
export async function listSuspense(admin: AdminContext): Promise<ItemList<PaymentView>> {
  const deps = { keyRing: await admin.loadKeyRing() };
  const { items, isComplete } = await collectPages<StoredPayment>((last) =>
    listHeldPayments(deps, admin.database, { afterId: last?.id ?? "", limit: perPage }),
  );
  return { items: items.map(view), isComplete };
}

/** Includes the sender's name, so the access is recorded in the audit log. */
export async function showPayment(admin: AdminContext, id: string): Promise<WholePaymentView> {
  const deps = { keyRing: await admin.loadKeyRing() };
  const wellFormed = parseId<"payment">(id);
  const payment =
    wellFormed === undefined ? undefined : await findAnyPayment(deps, admin.database, wellFormed);
  if (payment === undefined) throw new RefusalError(refuse("not_found", "there is no payment with this id"));
  const { accountId } = payment;
  await recordAudit(admin, admin.database, payment, [
    {
      cause: admin.cause,
      action: "payment.read",
      subject: { type: "payment", id: payment.id },
      ...(accountId === undefined ? {} : { accountId }),
    },
  ]);
  return wholeView(payment);
}

export interface MatchRequest {
  readonly id: string;
  /** `transfers/<id>`, `automations/<id>` or `treasury/<managing account>`. */
  readonly to: string;
  readonly reason: string;
  /** Called while the payment is locked; false leaves it held. */
  readonly confirm?: Assignment["confirm"];
}

/** Matches a held payment to its owner. */
export async function matchPayment(
  admin: AdminContext,
  { id, to, reason, confirm }: MatchRequest,
): Promise<PaymentView> {
  const { clock, newId, cause } = admin;
  const [name = "", subject = "", ...rest] = to.split("/");
  if (name === "" || subject === "" || rest.length > 0) {
    refuseAt("to", "must be an owner and an id separated by a slash, such as transfers/01J8");
  }
  const keyRing = await admin.loadKeyRing();
  const eventLog = createEventLog({ clock, newId, wakeUp });
  const deps = { clock, newId, keyRing, eventLog, owners: await paymentOwners(admin, keyRing, { name }) };
  const input = { id, to: { name, subject }, reason, cause, ...(confirm === undefined ? {} : { confirm }) };
  return view(await admin.database.transaction((tx) => assignPayment(deps, tx, input)));
}

/** Returns a held payment to its sender. */
export async function returnHeldPayment(
  admin: AdminContext,
  request: Omit<ReturnRequest, "cause">,
): Promise<PaymentView> {
  const { clock, newId, cause } = admin;
  const keyRing = await admin.loadKeyRing();
  const deps = { clock, newId, keyRing, bankWork: createBankWork({ clock, wakeUp, keyRing }) };
  const input = { ...request, cause };
  return view(await admin.database.transaction((tx) => returnPayment(deps, tx, input)));
}

function view(payment: StoredPayment): PaymentView {
  const { id, tenantId, network, accountId, direction, type, status, owner, links, hold } = payment;
  return {
    id,
    tenantId: tenantId === platformTenant ? undefined : tenantId,
    network,
    accountId,
    direction,
    type,
    amount: formatAmount({ units: payment.amountCents, asset: usd }),
    status,
    owner: owner === undefined ? undefined : `${owner.name}/${owner.subject}`,
    transferId: links.transferId,
    automationId: links.automationId,
    reason: payment.reason?.code,
    heldReason: hold?.reason,
    heldNote: hold?.note,
    heldSince: hold === undefined ? undefined : formatInstant(hold.since),
    hits: hold?.screening?.hitUids ?? [],
    returnId: payment.returnId,
    created: formatInstant(payment.insertedAt),
    updated: formatInstant(payment.updatedAt),
  };
}

function wholeView(payment: StoredPayment): WholePaymentView {
  const { details } = payment;
  return {
    ...view(payment),
    received: details.receivedAt === undefined ? undefined : formatInstant(details.receivedAt),
    senderName: details.senderName,
    senderBankName: details.senderBankName,
    senderBankRoutingNumber: details.senderBankRoutingNumber,
    reference: details.paymentReference,
    imad: details.imad,
    traceNumber: details.traceNumber,
  };
}
