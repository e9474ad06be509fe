import { assert } from "../kernel/assert.ts";
import { canonicalJson, type Json } from "../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../kernel/envelope.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { IncomingBankPayment } from "../rails/bank-work.ts";
import type { BankRail, RailSystem } from "../rails/rail.ts";
import type { Payment, PaymentDetails, PaymentId, PaymentStatus } from "./payment.ts";
import type { HoldReason, PaymentHold, StoredPayment } from "./stored-payment.ts";

/** A payment as a database row. */
export interface PaymentRow {
  readonly tenant_id: TenantId;
  readonly network: Network;
  readonly id: PaymentId;
  readonly account_id: AccountId | null;
  readonly direction: Payment["direction"];
  readonly type: RailSystem;
  readonly rail: BankRail | null;
  readonly amount_cents: bigint;
  readonly status: PaymentStatus;
  readonly owner_name: string | null;
  readonly owner_subject: string | null;
  readonly transfer_id: string | null;
  readonly automation_id: string | null;
  readonly address_id: string | null;
  readonly reason_code: string | null;
  readonly correction_code: string | null;
  readonly sealed: Buffer;
  readonly held_reason: HoldReason | null;
  readonly held_note: string | null;
  readonly held_since: Instant | null;
  readonly list_version: string | null;
  readonly hit_uids: readonly string[];
  readonly return_id: PaymentId | null;
  readonly inserted_at: Instant;
  readonly updated_at: Instant;
}

/** As a member of a JSON array, which PostgreSQL maps to columns by name. */
export function toJsonRow(keyRing: KeyRing, payment: StoredPayment): object {
  const { hold } = payment;
  return {
    tenant_id: payment.tenantId,
    network: payment.network,
    id: payment.id,
    account_id: payment.accountId ?? null,
    direction: payment.direction,
    type: payment.type,
    rail: payment.rail ?? null,
    amount_cents: payment.amountCents.toString(),
    status: payment.status,
    owner_name: payment.owner?.name ?? null,
    owner_subject: payment.owner?.subject ?? null,
    transfer_id: payment.links.transferId ?? null,
    automation_id: payment.links.automationId ?? null,
    address_id: payment.addressId ?? null,
    reason_code: payment.reason?.code ?? null,
    correction_code: payment.correctionCode ?? null,
    sealed: `\\x${sealReported(keyRing, payment).toString("hex")}`,
    held_reason: hold?.reason ?? null,
    held_note: hold?.note ?? null,
    held_since: hold === undefined ? null : formatInstant(hold.since),
    list_version: hold?.screening?.listVersion ?? null,
    hit_uids: hold?.screening?.hitUids ?? [],
    return_id: payment.returnId ?? null,
    inserted_at: formatInstant(payment.insertedAt),
    updated_at: formatInstant(payment.updatedAt),
  };
}

export function fromRow(keyRing: KeyRing, row: PaymentRow): StoredPayment {
  const reported = openReported(keyRing, row);
  const { owner_name: name, owner_subject: subject, reason_code: code } = row;
  return {
    id: row.id,
    tenantId: row.tenant_id,
    network: row.network,
    accountId: row.account_id ?? undefined,
    direction: row.direction,
    type: row.type,
    rail: row.rail ?? undefined,
    amountCents: row.amount_cents,
    status: row.status,
    owner: name === null || subject === null ? undefined : { name, subject },
    reason: code === null ? undefined : { code, text: reported.reasonText ?? "" },
    details: { ...noDetails, ...reported.details },
    links: { transferId: row.transfer_id ?? undefined, automationId: row.automation_id ?? undefined },
    addressId: row.address_id ?? undefined,
    correctionCode: row.correction_code ?? undefined,
    hold: holdOf(row),
    returnId: row.return_id ?? undefined,
    incomingPayment:
      reported.incomingPayment === undefined
        ? undefined
        : { ...reported.incomingPayment, amountCents: row.amount_cents },
    insertedAt: row.inserted_at,
    updatedAt: row.updated_at,
  };
}

export const noDetails: PaymentDetails = {
  receivedAt: undefined,
  senderName: undefined,
  senderBankName: undefined,
  senderBankRoutingNumber: undefined,
  paymentReference: undefined,
  imad: undefined,
  traceNumber: undefined,
};

function holdOf(row: PaymentRow): PaymentHold | undefined {
  const { held_reason: reason, held_since: since, list_version: listVersion, hit_uids: hitUids } = row;
  if (reason === null || since === null) return undefined;
  const screening = listVersion === null ? undefined : { listVersion, hitUids };
  return { reason, note: row.held_note ?? undefined, since, screening };
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
  return seal(keyRing, Buffer.from(canonicalJson(plain)), reportedContext(key.tenantId, key.id));
}

/** The envelope authenticates the bytes, so they are what `sealReported` wrote. */
function openReported(keyRing: KeyRing, { sealed, tenant_id: tenantId, id }: PaymentRow): Reported {
  const text = open(keyRing, sealed, reportedContext(tenantId, id)).toString();
  const { version, reported } = JSON.parse(text) as { readonly version: number; readonly reported: Reported };
  assert(version === formatVersion, "a payment has a format that this version cannot read");
  return reported;
}

export function reportedContext(tenantId: TenantId, id: PaymentId): string {
  return `payments/${tenantId}/${id}`;
}
