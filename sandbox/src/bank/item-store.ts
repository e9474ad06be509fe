import {
  formatInstant,
  type Instant,
  type KeyRing,
  type Network,
  open,
  type Session,
  seal,
  statement,
  type Transaction,
} from "@florin/service/sandbox-ports";
import type { BankItem, BankItemId, ItemDetails } from "./bank-item.ts";

interface StoredItem {
  readonly id: BankItemId;
  readonly tenantId: BankItem["tenantId"];
  readonly kind: BankItem["kind"];
  readonly system: BankItem["system"];
  readonly direction: BankItem["direction"];
  readonly amountCents: bigint;
  readonly reference: string;
  readonly bankReference: string | undefined;
  readonly clearingReference: string | undefined;
  readonly state: BankItem["state"];
  readonly outcome: BankItem["outcome"];
  readonly dueAt: Instant;
  readonly settledAt: Instant | undefined;
  readonly sealed: Buffer;
  readonly createdAt: Instant;
}

const columns = `id, kind, system, direction, amount_cents, reference, bank_reference, clearing_reference, state, outcome,
  due_at, settled_at, sealed, created_at, tenant_id`;

/** Items are stored with encrypted details, which only this store decrypts. */
export interface ItemPlace {
  readonly network: Network;
  readonly keyRing: KeyRing;
}

const insert = statement(`
  INSERT INTO sandbox_bank_items (network, ${columns})
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::text[], $8::text[],
    $9::text[], $10::text[], $11::text[], $12::timestamptz[], $13::timestamptz[], $14::bytea[], $15::timestamptz[],
    $16::text[])`);

export async function insertItems(
  tx: Transaction,
  { network, keyRing }: ItemPlace,
  items: readonly BankItem[],
): Promise<void> {
  if (items.length === 0) return;
  await tx.run(insert, [
    network,
    items.map(({ id }) => id),
    items.map(({ kind }) => kind),
    items.map(({ system }) => system),
    items.map(({ direction }) => direction),
    items.map(({ amountCents }) => amountCents),
    items.map(({ reference }) => reference),
    items.map(({ bankReference }) => bankReference ?? null),
    items.map(({ clearingReference }) => clearingReference ?? null),
    items.map(({ state }) => state),
    items.map(({ outcome }) => outcome),
    items.map(({ dueAt }) => formatInstant(dueAt)),
    items.map(({ settledAt }) => (settledAt === undefined ? null : formatInstant(settledAt))),
    items.map((item) => sealItem(keyRing, item)),
    items.map(({ createdAt }) => formatInstant(createdAt)),
    items.map(({ tenantId }) => tenantId ?? null),
  ]);
}

const update = statement(`
  UPDATE sandbox_bank_items AS item SET bank_reference = new.bank_reference,
    clearing_reference = new.clearing_reference, state = new.state, outcome = new.outcome, due_at = new.due_at,
    settled_at = new.settled_at, sealed = new.sealed
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[],
    $9::bytea[]) AS new (id, bank_reference, clearing_reference, state, outcome, due_at, settled_at, sealed)
  WHERE item.network = $1 AND item.id = new.id`);

export async function updateItems(
  tx: Transaction,
  { network, keyRing }: ItemPlace,
  items: readonly BankItem[],
): Promise<void> {
  if (items.length === 0) return;
  await tx.run(update, [
    network,
    items.map(({ id }) => id),
    items.map(({ bankReference }) => bankReference ?? null),
    items.map(({ clearingReference }) => clearingReference ?? null),
    items.map(({ state }) => state),
    items.map(({ outcome }) => outcome),
    items.map(({ dueAt }) => formatInstant(dueAt)),
    items.map(({ settledAt }) => (settledAt === undefined ? null : formatInstant(settledAt))),
    items.map((item) => sealItem(keyRing, item)),
  ]);
}

const hasDue = statement(`
  SELECT 1 FROM sandbox_bank_items WHERE network = $1 AND state = 'waiting' AND due_at <= $2::timestamptz LIMIT 1`);

/** Index sandbox_bank_items_due. */
export async function hasDueItems(session: Session, network: Network, now: Instant): Promise<boolean> {
  return (await session.first(hasDue, [network, formatInstant(now)])) !== undefined;
}

const nextDue = statement<{ readonly dueAt: Instant | undefined }>(`
  SELECT min(due_at) AS due_at FROM sandbox_bank_items WHERE network = $1 AND state = 'waiting'`);

/** When the next waiting item is due. Index sandbox_bank_items_due. */
export async function selectNextDueAt(session: Session, network: Network): Promise<Instant | undefined> {
  const row = await session.first(nextDue, [network]);
  return row?.dueAt;
}

const due = statement<StoredItem>(`
  SELECT ${columns} FROM sandbox_bank_items
  WHERE network = $1 AND state = 'waiting' AND due_at <= $2::timestamptz
  ORDER BY due_at, id LIMIT $3 FOR UPDATE`);

/** Index sandbox_bank_items_due. */
export async function lockDueItems(
  tx: Transaction,
  place: ItemPlace,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<readonly BankItem[]> {
  const rows = await tx.rows(due, [place.network, formatInstant(now), limit]);
  return rows.map((row) => fromRow(place, row));
}

const payment = statement<StoredItem>(`
  SELECT ${columns} FROM sandbox_bank_items WHERE network = $1 AND reference = $2 AND kind = 'payment'
  ORDER BY id DESC LIMIT 1 FOR UPDATE`);

/** The newest with that reference, in case a file used one twice. Index sandbox_bank_items_by_reference. */
export async function lockPayment(
  tx: Transaction,
  place: ItemPlace,
  reference: string,
): Promise<BankItem | undefined> {
  const row = await tx.first(payment, [place.network, reference]);
  return row === undefined ? undefined : fromRow(place, row);
}

const incomingPayments = statement<StoredItem>(`
  SELECT ${columns} FROM sandbox_bank_items WHERE network = $1 AND kind = 'incoming_payment'
    AND (reference = ANY ($2::text[]) OR clearing_reference = ANY ($2::text[]))
  ORDER BY id FOR UPDATE`);

/**
 * By bank reference, IMAD or trace number. Indexes sandbox_bank_items_by_reference,
 * sandbox_bank_incoming_payments_by_clearing.
 */
export async function lockIncomingPayments(
  tx: Transaction,
  place: ItemPlace,
  references: readonly string[],
): Promise<readonly BankItem[]> {
  if (references.length === 0) return [];
  const rows = await tx.rows(incomingPayments, [place.network, [...new Set(references)]]);
  return rows.map((row) => fromRow(place, row));
}

const byIds = statement<StoredItem>(`
  SELECT ${columns} FROM sandbox_bank_items WHERE network = $1 AND id = ANY ($2::text[])`);

export async function selectItems(
  session: Session,
  place: ItemPlace,
  ids: readonly BankItemId[],
): Promise<ReadonlyMap<BankItemId, BankItem>> {
  const rows = await session.rows(byIds, [place.network, ids]);
  return new Map(rows.map((row) => [row.id, fromRow(place, row)]));
}

function fromRow({ network, keyRing }: ItemPlace, row: StoredItem): BankItem {
  const { details, reason } = openItem(keyRing, network, row);
  return {
    id: row.id,
    network,
    tenantId: row.tenantId,
    kind: row.kind,
    system: row.system,
    direction: row.direction,
    amountCents: row.amountCents,
    reference: row.reference,
    bankReference: row.bankReference,
    clearingReference: row.clearingReference,
    state: row.state,
    outcome: row.outcome,
    reason,
    dueAt: row.dueAt,
    settledAt: row.settledAt,
    details,
    createdAt: row.createdAt,
  };
}

interface SealedPart {
  readonly details: ItemDetails;
  readonly reason?: BankItem["reason"];
}

function sealItem(keyRing: KeyRing, { network, id, details, reason }: BankItem): Buffer {
  const part: SealedPart = reason === undefined ? { details } : { details, reason };
  return seal(keyRing, Buffer.from(JSON.stringify(part)), itemContext(network, id));
}

function openItem(
  keyRing: KeyRing,
  network: Network,
  { id, sealed }: StoredItem,
): { readonly details: ItemDetails; readonly reason: BankItem["reason"] } {
  const part = JSON.parse(open(keyRing, sealed, itemContext(network, id)).toString()) as SealedPart;
  return { details: part.details, reason: part.reason };
}

function itemContext(network: Network, id: BankItemId): string {
  return `sandbox_bank_items/${network}/${id}`;
}
