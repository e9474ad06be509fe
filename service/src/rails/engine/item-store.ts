import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { type Network, type NewId, type QueuePart, startOfPart } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { ItemKind } from "./bank-record.ts";

/** An item for manual review. */
export interface BankItem {
  readonly id: string;
  readonly network: Network;
  readonly kind: ItemKind;
  readonly fileId: string | undefined;
  readonly entryId: string | undefined;
  readonly reference: string | undefined;
  readonly amountCents: bigint | undefined;
  readonly detail: string;
  /** The records that contradict each other, the earlier one first. */
  readonly records: readonly ItemRecord[] | undefined;
  readonly state: "open" | "done";
  /** How it was resolved. */
  readonly note: string | undefined;
  readonly createdAt: Instant;
}

/** A movement as the bank reported it, in JSON. */
export interface ItemRecord {
  readonly reference: string;
  readonly bookingReference: string;
  readonly direction: "credit" | "debit";
  readonly amountCents: string;
  /** `YYYY-MM-DD` */
  readonly bookedOn: string;
  readonly transactionCode: string | undefined;
  readonly fileId: string | undefined;
  /** Such as `uetr/8a56…` or `imad/2026…`. */
  readonly names: readonly string[];
}

const columns = `id, network, kind, file_id, entry_id, reference, amount_cents,
  detail, records, state, note, created_at`;

export interface NewItem {
  /** Unique per item, so that it is raised once. */
  readonly key: string;
  readonly kind: ItemKind;
  readonly entryId: string | undefined;
  readonly reference: string | undefined;
  readonly amountCents: bigint | undefined;
  readonly detail: string;
  readonly records?: readonly ItemRecord[] | undefined;
}

export type AboutItem = Partial<Omit<NewItem, "key" | "kind">> & Pick<NewItem, "detail">;

/** The name makes the item unique: a reference of the bank, or its position. */
export function newItem(kind: ItemKind, name: string, about: AboutItem): NewItem {
  const absent = { entryId: undefined, reference: undefined, amountCents: undefined };
  return { key: `${kind}/${name}`, kind, ...absent, ...about };
}

/** Of an item whose file is read again. It opens again if it is raised again. */
export const readAgainNote = "Its file was read again after an entry was adopted.";

// Citus knows no types for parameters after ON CONFLICT of rows from unnest, so the note is part of the text.
const insert = statement(`
  INSERT INTO bank_items (id, network, key, kind, file_id, entry_id, reference, amount_cents, detail, records, state,
    created_at, updated_at)
  SELECT id, $1, key, kind, $10, entry_id, reference, amount_cents, detail, records, 'open', $11, $11
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::numeric[], $8::text[], $9::jsonb[])
    AS new (id, key, kind, entry_id, reference, amount_cents, detail, records)
  ON CONFLICT (network, key) DO UPDATE SET state = 'open', note = NULL, kind = excluded.kind, file_id = excluded.file_id,
    entry_id = excluded.entry_id, reference = excluded.reference, amount_cents = excluded.amount_cents,
    detail = excluded.detail, records = excluded.records, updated_at = excluded.updated_at
  WHERE bank_items.note = '${readAgainNote}'`);

/** Skips items that are already raised, unless their file is read again. Of items with the same key, the first is kept. */
export async function insertItems(
  { newId }: { readonly newId: NewId },
  tx: Transaction,
  {
    network,
    fileId,
    now,
  }: { readonly network: Network; readonly fileId: string | undefined; readonly now: Instant },
  given: readonly NewItem[],
): Promise<void> {
  if (given.length === 0) return;
  const items = firstOfEachKey(given);
  await tx.run(insert, [
    network,
    items.map(() => newId<"bank-item">()),
    items.map(({ key }) => key),
    items.map(({ kind }) => kind),
    items.map(({ entryId }) => entryId ?? null),
    items.map(({ reference }) => reference ?? null),
    items.map(({ amountCents }) => amountCents ?? null),
    items.map(({ detail }) => detail),
    items.map(({ records }) => (records === undefined ? null : JSON.stringify(records))),
    fileId ?? null,
    formatInstant(now),
  ]);
}

/** ON CONFLICT DO UPDATE refuses to change a row twice in one statement. */
function firstOfEachKey(items: readonly NewItem[]): readonly NewItem[] {
  const first = new Map<string, NewItem>();
  for (const item of items) if (!first.has(item.key)) first.set(item.key, item);
  return [...first.values()];
}

const resolve = statement(`
  UPDATE bank_items SET state = 'done', note = $3, updated_at = $4::timestamptz
  WHERE network = $1 AND key = ANY ($2::text[]) AND state = 'open'`);

/** Resolves items by later bank records. */
export async function resolveItems(
  tx: Transaction,
  network: Network,
  { keys, note }: { readonly keys: readonly string[]; readonly note: string },
  now: Instant,
): Promise<void> {
  if (keys.length > 0) await tx.run(resolve, [network, keys, note, formatInstant(now)]);
}

// Index bank_items_open.
const ofOpen = `SELECT ${columns} FROM bank_items WHERE state = 'open'`;
const open = {
  after: statement<BankItem>(`${ofOpen} AND id > $1 ORDER BY id LIMIT $2`),
  before: statement<BankItem>(`${ofOpen} AND id < $1 ORDER BY id DESC LIMIT $2`),
};

/** Oldest first. */
export async function selectOpenItems(session: Session, part: QueuePart): Promise<readonly BankItem[]> {
  const { direction = "after", limit } = part;
  return session.rows(open[direction], [startOfPart(part), limit]);
}

const ofFile = statement<BankItem>(
  `SELECT ${columns} FROM bank_items WHERE file_id = $1 ORDER BY id LIMIT $2`,
);

export async function selectItemsOfFile(
  session: Session,
  fileId: string,
  limit: number,
): Promise<readonly BankItem[]> {
  return session.rows(ofFile, [fileId, limit]);
}

const finish = statement<BankItem>(`
  UPDATE bank_items SET state = 'done', note = $2, updated_at = $3::timestamptz
  WHERE id = $1 AND state = 'open' RETURNING ${columns}`);

/** Undefined when there is no open item with this id. */
export async function updateItemDone(
  tx: Transaction,
  id: string,
  { note, now }: { readonly note: string; readonly now: Instant },
): Promise<BankItem | undefined> {
  return tx.first(finish, [id, note, formatInstant(now)]);
}

// The unique index by network and key.
const lock = statement<Pick<BankItem, "id" | "state" | "amountCents">>(`
  SELECT id, state, amount_cents FROM bank_items WHERE network = $1 AND key = $2 FOR UPDATE`);

/** Locks the item with this key. */
export async function selectItemForUpdate(
  tx: Transaction,
  network: Network,
  key: string,
): Promise<Pick<BankItem, "id" | "state" | "amountCents"> | undefined> {
  return tx.first(lock, [network, key]);
}
