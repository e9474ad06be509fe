import { assert } from "../kernel/assert.ts";
import { canonicalJson, type Json } from "../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../kernel/envelope.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { BankReceipt } from "../rails/bank-work.ts";
import type { BankRail, RailSystem } from "../rails/rail.ts";
import type { Payment, PaymentDetails, PaymentId, PaymentStatus } from "./payment.ts";
import type { HoldReason, PaymentHold, StoredPayment } from "./stored-payment.ts";

/** A payment as its table has it. */
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

/** As a member of a JSON list, which PostgreSQL reads back by the columns' names. */
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
    sealed: `\\x${sealTold(keyRing, payment).toString("hex")}`,
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
  const told = openTold(keyRing, row);
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
    reason: code === null ? undefined : { code, text: told.reasonText ?? "" },
    details: { ...noDetails, ...told.details },
    links: { transferId: row.transfer_id ?? undefined, automationId: row.automation_id ?? undefined },
    addressId: row.address_id ?? undefined,
    correctionCode: row.correction_code ?? undefined,
    hold: holdOf(row),
    returnId: row.return_id ?? undefined,
    receipt: told.receipt === undefined ? undefined : { ...told.receipt, amountCents: row.amount_cents },
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

/** What the bank told: names, numbers and texts of others. Sealed as one value. */
interface Told {
  readonly details: Partial<PaymentDetails>;
  readonly reasonText?: string;
  /** Without the amount, which stands in the row. */
  readonly receipt?: Omit<BankReceipt, "amountCents">;
}

// Written into every sealed value, so that a later build knows what it reads.
const formatVersion = 1;

function sealTold(keyRing: KeyRing, { details, reason, receipt, ...key }: StoredPayment): Buffer {
  const told = {
    details,
    reasonText: reason?.text,
    receipt: receipt && { ...receipt, amountCents: undefined },
  };
  // JSON has no undefined: what is absent is left out, and is absent again after reading.
  const plain = JSON.parse(JSON.stringify({ version: formatVersion, told })) as Json;
  return seal(keyRing, Buffer.from(canonicalJson(plain)), toldContext(key.tenantId, key.id));
}

/** The envelope vouches for the bytes, so what it holds is what `sealTold` wrote. */
function openTold(keyRing: KeyRing, { sealed, tenant_id: tenantId, id }: PaymentRow): Told {
  const text = open(keyRing, sealed, toldContext(tenantId, id)).toString();
  const { version, told } = JSON.parse(text) as { readonly version: number; readonly told: Told };
  assert(version === formatVersion, "a payment was written in a form that this build cannot read");
  return told;
}

export function toldContext(tenantId: TenantId, id: PaymentId): string {
  return `payments/${tenantId}/${id}`;
}
