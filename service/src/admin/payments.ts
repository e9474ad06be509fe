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
import { createBankWork } from "../rails/work/create-bank-work.ts";
import { refuseAt } from "./journal-name.ts";
import { collectPages, type Listing } from "./listing.ts";
import type { AdminContext } from "./open-admin.ts";
import { paymentOwners } from "./payment-owners.ts";

/** A payment in plain values, without what its sender says of himself. */
export interface PaymentView {
  readonly id: string;
  /** Undefined for money of nobody. */
  readonly tenantId: string | undefined;
  readonly network: Network;
  readonly accountId: string | undefined;
  readonly direction: string;
  readonly type: string;
  readonly amount: string;
  readonly status: string;
  /** Who ordered it or is to have it, such as `transfers/01J8…`. */
  readonly owner: string | undefined;
  readonly transferId: string | undefined;
  readonly automationId: string | undefined;
  readonly reason: string | undefined;
  readonly heldReason: string | undefined;
  readonly heldNote: string | undefined;
  readonly heldSince: string | undefined;
  /** The entries of the sanctions list that it is held for. */
  readonly hits: readonly string[];
  /** The payment by which it goes back. */
  readonly returnId: string | undefined;
  readonly created: string;
  readonly updated: string;
}

/** The same with what the bank told of it: somebody's name and bank. */
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
/** Nobody is nudged: whoever has something to do looks by itself. */
const wakeUp = { nudge: () => {} };

/** Of every tenant, newest first. */
export async function listPayments(
  admin: AdminContext,
  { network }: { readonly network: Network },
): Promise<Listing<PaymentView>> {
  const deps = { keyRing: await admin.loadKeyRing() };
  const { items, isComplete } = await collectPages<StoredPayment>((last) =>
    listLatestPayments(deps, admin.database, { network, beforeId: last?.id, limit: perPage }),
  );
  return { items: items.map(view), isComplete };
}

/** What waits for a person, the longest first. */
export async function listSuspense(admin: AdminContext): Promise<Listing<PaymentView>> {
  const deps = { keyRing: await admin.loadKeyRing() };
  const { items, isComplete } = await collectPages<StoredPayment>((last) =>
    listHeldPayments(deps, admin.database, { afterId: last?.id ?? "", limit: perPage }),
  );
  return { items: items.map(view), isComplete };
}

/** With the sender's name, so it is kept who has looked. */
export async function showPayment(admin: AdminContext, id: string): Promise<WholePaymentView> {
  const deps = { keyRing: await admin.loadKeyRing() };
  const wellFormed = parseId<"payment">(id);
  const payment =
    wellFormed === undefined ? undefined : await findAnyPayment(deps, admin.database, wellFormed);
  if (payment === undefined) throw new RefusalError(refuse("not_found", "no payment has this id"));
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
  /** Asked under the lock of the payment; false leaves it held. */
  readonly confirm?: Assignment["confirm"];
}

/** Gives held money to whom it is for. */
export async function matchPayment(
  admin: AdminContext,
  { id, to, reason, confirm }: MatchRequest,
): Promise<PaymentView> {
  const { clock, newId, cause } = admin;
  const [name = "", subject = "", ...rest] = to.split("/");
  if (name === "" || subject === "" || rest.length > 0) {
    refuseAt("to", "must be a name and an id with a slash between them, such as transfers/01J8");
  }
  const keyRing = await admin.loadKeyRing();
  const eventLog = createEventLog({ clock, newId, wakeUp });
  const deps = { clock, newId, keyRing, eventLog, owners: await paymentOwners(admin, keyRing, { name }) };
  const wish = { id, to: { name, subject }, reason, cause, ...(confirm === undefined ? {} : { confirm }) };
  return view(await admin.database.transaction((tx) => assignPayment(deps, tx, wish)));
}

/** Sends held money back to where it came from. */
export async function returnHeldPayment(
  admin: AdminContext,
  request: Omit<ReturnRequest, "cause">,
): Promise<PaymentView> {
  const { clock, newId, cause } = admin;
  const keyRing = await admin.loadKeyRing();
  const deps = { clock, newId, keyRing, bankWork: createBankWork({ clock, wakeUp, keyRing }) };
  const wish = { ...request, cause };
  return view(await admin.database.transaction((tx) => returnPayment(deps, tx, wish)));
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
