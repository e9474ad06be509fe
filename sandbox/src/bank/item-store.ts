import {
  formatInstant,
  type Instant,
  type KeyRing,
  type Network,
  open,
  type RowOf,
  type Session,
  sandboxBankItems,
  sandboxItemContext,
  seal,
  statement,
  type TenantId,
  type Transaction,
} from "@florin/service/sandbox-ports";
import type { BankItem } from "./bank-item.ts";

type StoredItem = RowOf<typeof sandboxBankItems>;

/** Items are stored with encrypted details, which only this store decrypts. */
export interface ItemPlace {
  readonly network: Network;
  readonly keyRing: KeyRing;
}

const insert = sandboxBankItems.insertMany();

export async function insertItems(
  tx: Transaction,
  place: ItemPlace,
  items: readonly BankItem[],
): Promise<void> {
  await insert(
    tx,
    items.map((item) => toRow(place, item)),
  );
}

const update = sandboxBankItems.updateMany({
  set: ["bankReference", "clearingReference", "state", "outcome", "dueAt", "settledAt", "sealed"],
});

export async function updateItems(
  tx: Transaction,
  place: ItemPlace,
  items: readonly BankItem[],
): Promise<void> {
  await update(
    tx,
    items.map((item) => toRow(place, item)),
  );
}

/** Index sandbox_bank_items_due. */
export const hasDueItems = sandboxBankItems.exists({
  by: ["network", "dueAt <="],
  where: "state = 'waiting'",
});

const nextDue = statement<{ readonly dueAt: Instant | undefined }>(`
  SELECT min(due_at) AS due_at FROM sandbox_bank_items WHERE network = $1 AND state = 'waiting'`);

/** When the next waiting item is due. Index sandbox_bank_items_due. */
export async function selectNextDueAt(session: Session, network: Network): Promise<Instant | undefined> {
  const row = await session.first(nextDue, [network]);
  return row?.dueAt;
}

const due = sandboxBankItems.many({
  by: ["network", "dueAt <="],
  where: "state = 'waiting'",
  orderBy: ["dueAt", "id"],
  limit: true,
  lock: "UPDATE",
});

/** Index sandbox_bank_items_due. */
export async function lockDueItems(
  tx: Transaction,
  place: ItemPlace,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<readonly BankItem[]> {
  const rows = await due(tx, { network: place.network, dueAt: now, limit });
  return rows.map((row) => fromRow(place, row));
}

const payment = sandboxBankItems.one({
  by: ["network", "reference"],
  where: "kind = 'payment'",
  orderBy: ["id DESC"],
  lock: "UPDATE",
});

/** The newest with that reference, in case a file used one twice. Index sandbox_bank_items_by_reference. */
export async function lockPayment(
  tx: Transaction,
  place: ItemPlace,
  reference: string,
): Promise<BankItem | undefined> {
  const row = await payment(tx, { network: place.network, reference });
  return row && fromRow(place, row);
}

const incomingPayments = statement<StoredItem>(`
  SELECT ${sandboxBankItems.list()} FROM sandbox_bank_items WHERE network = $1 AND kind = 'incoming_payment'
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

const byIds = sandboxBankItems.many({ by: ["network", "id[]"] });

export async function selectItems(
  session: Session,
  place: ItemPlace,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BankItem>> {
  const rows = await byIds(session, { network: place.network, id: ids });
  return new Map(rows.map((row) => [row.id, fromRow(place, row)]));
}

// Index sandbox_bank_items_of_tenant.
const bringForward = statement(`
  UPDATE sandbox_bank_items
  SET due_at = greatest((due_at AT TIME ZONE 'UTC' - $4::double precision * interval '1 millisecond') AT TIME ZONE 'UTC',
    $3::timestamptz)
  WHERE network = $1 AND tenant_id = $2 AND state = 'waiting' AND due_at > $3::timestamptz`);

/** Waiting items become due earlier, but not before now: past days may have their statements. */
export async function bringItemsForward(
  tx: Transaction,
  { network, tenantId }: { readonly network: Network; readonly tenantId: TenantId },
  { now, byMs }: { readonly now: Instant; readonly byMs: number },
): Promise<void> {
  await tx.run(bringForward, [network, tenantId, formatInstant(now), byMs]);
}

type SealedPart = Pick<BankItem, "details"> & Partial<Pick<BankItem, "reason">>;

function toRow({ keyRing }: ItemPlace, { details, reason, ...item }: BankItem): StoredItem {
  const part: SealedPart = reason === undefined ? { details } : { details, reason };
  return { ...item, sealed: seal(keyRing, Buffer.from(JSON.stringify(part)), sandboxItemContext(item)) };
}

function fromRow({ keyRing }: ItemPlace, { sealed, ...item }: StoredItem): BankItem {
  const part = JSON.parse(open(keyRing, sealed, sandboxItemContext(item)).toString()) as SealedPart;
  return { ...item, details: part.details, reason: part.reason };
}
