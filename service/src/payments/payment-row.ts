import type { RowOf } from "../db/table.ts";
import { assert } from "../kernel/assert.ts";
import { canonicalJson, type Json } from "../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../kernel/envelope.ts";
import { formatInstant } from "../kernel/instant.ts";
import type { IncomingBankPayment } from "../rails/bank-work.ts";
import type { PaymentDetails } from "./payment.ts";
import { noDetails, type PaymentHold, type StoredPayment } from "./stored-payment.ts";
import type { payments } from "./tables.ts";

/** A payment as a database row. */
export type PaymentRow = RowOf<typeof payments>;

/** The row to write, with formatted instants. Each field is named: a new one may hold personal data, to be sealed. */
export function toRow(keyRing: KeyRing, payment: StoredPayment): object {
  const { owner, links, hold } = payment;
  return {
    tenantId: payment.tenantId,
    network: payment.network,
    id: payment.id,
    accountId: payment.accountId,
    direction: payment.direction,
    type: payment.type,
    rail: payment.rail,
    amountCents: payment.amountCents,
    status: payment.status,
    ownerName: owner?.name,
    ownerSubject: owner?.subject,
    transferId: links.transferId,
    automationId: links.automationId,
    addressId: payment.addressId,
    reasonCode: payment.reason?.code,
    correctionCode: payment.correctionCode,
    sealed: sealReported(keyRing, payment),
    heldReason: hold?.reason,
    heldNote: hold?.note,
    heldSince: hold && formatInstant(hold.since),
    listVersion: hold?.screening?.listVersion,
    hitUids: hold?.screening?.hitUids ?? [],
    returnId: payment.returnId,
    isPublished: payment.isPublished,
    insertedAt: formatInstant(payment.insertedAt),
    updatedAt: formatInstant(payment.updatedAt),
  };
}

export function fromRow(keyRing: KeyRing, row: PaymentRow): StoredPayment {
  const { reasonText, details, incomingPayment } = openReported(keyRing, row);
  const { ownerName: name, ownerSubject: subject, transferId, automationId, reasonCode: code, ...rest } = row;
  const { sealed, heldReason, heldNote, heldSince, listVersion, hitUids, ...payment } = rest;
  return {
    ...payment,
    owner: name === undefined || subject === undefined ? undefined : { name, subject },
    reason: code === undefined ? undefined : { code, text: reasonText ?? "" },
    details: { ...noDetails, ...details },
    links: { transferId, automationId },
    hold: holdOf(row),
    incomingPayment: incomingPayment && { ...incomingPayment, amountCents: row.amountCents },
  };
}

function holdOf(row: PaymentRow): PaymentHold | undefined {
  const { heldReason: reason, heldSince: since, listVersion, hitUids } = row;
  if (reason === undefined || since === undefined) return undefined;
  const screening = listVersion === undefined ? undefined : { listVersion, hitUids };
  return { reason, note: row.heldNote, since, screening };
}

/** Data from the bank: names, account numbers and texts of third parties. Sealed as one value. */
interface Reported {
  readonly details: Partial<PaymentDetails>;
  readonly reasonText?: string;
  /** Without the amount, which is a column. */
  readonly incomingPayment?: Omit<IncomingBankPayment, "amountCents">;
}

// Part of every sealed value, so that later versions can read it.
const formatVersion = 1;

function sealReported(keyRing: KeyRing, { details, reason, incomingPayment, ...key }: StoredPayment): Buffer {
  const reported = {
    details,
    reasonText: reason?.text,
    incomingPayment: incomingPayment && { ...incomingPayment, amountCents: undefined },
  };
  // JSON has no undefined: absent fields are omitted, and absent again after reading.
  const plain = JSON.parse(JSON.stringify({ version: formatVersion, reported })) as Json;
  return seal(keyRing, Buffer.from(canonicalJson(plain)), reportedContext(key));
}

/** The envelope authenticates the bytes, so they are what `sealReported` wrote. */
function openReported(keyRing: KeyRing, row: PaymentRow): Reported {
  const text = open(keyRing, row.sealed, reportedContext(row)).toString();
  const { version, reported } = JSON.parse(text) as { readonly version: number; readonly reported: Reported };
  assert(version === formatVersion, "a payment has a format that this version cannot read");
  return reported;
}

export function reportedContext({ tenantId, id }: Pick<StoredPayment, "tenantId" | "id">): string {
  return `payments/${tenantId}/${id}`;
}
