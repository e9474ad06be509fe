import type { Transaction } from "../../db/database.ts";
import { list } from "../../db/list.ts";
import type { WorkQueue } from "../../db/queue.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { Network, NewId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { bankItems } from "../tables.ts";

/** An item for manual review. */
export type BankItem = RowOf<typeof bankItems>;

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

type NewItemFields = "key" | "kind" | "entryId" | "reference" | "amountCents" | "detail";
export type NewItem = Pick<BankItem, NewItemFields> & Partial<Pick<BankItem, "records">>;

export type AboutItem = Partial<Omit<NewItem, "key" | "kind">> & Pick<NewItem, "detail">;

/** The name makes the item unique: a reference of the bank, or its position. */
export function newItem(kind: BankItem["kind"], name: string, about: AboutItem): NewItem {
  const absent = { entryId: undefined, reference: undefined, amountCents: undefined };
  return { key: `${kind}/${name}`, kind, ...absent, ...about };
}

/** Of an item whose file is read again. It opens again if it is raised again. */
export const readAgainNote = "Its file was read again after an entry was adopted.";

// Citus knows no types for parameters after ON CONFLICT of rows from unnest, so the note is part of the text.
const insert = bankItems.insertMany({
  of: ["network", "fileId", "state", "createdAt", "updatedAt"],
  except: ["note"],
  onConflict: `(network, key) DO UPDATE SET state = 'open', note = NULL, kind = excluded.kind, file_id = excluded.file_id,
    entry_id = excluded.entry_id, reference = excluded.reference, amount_cents = excluded.amount_cents,
    detail = excluded.detail, records = excluded.records, updated_at = excluded.updated_at
    WHERE bank_items.note = '${readAgainNote}'`,
});

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
  const items = firstOfEachKey(given).map((item) => ({ ...item, id: newId<"bank-item">() }));
  await insert(tx, { network, fileId, state: "open", createdAt: now, updatedAt: now }, items);
}

/** ON CONFLICT DO UPDATE refuses to change a row twice in one statement. */
function firstOfEachKey(items: readonly NewItem[]): readonly NewItem[] {
  const first = new Map<string, NewItem>();
  for (const item of items) if (!first.has(item.key)) first.set(item.key, item);
  return [...first.values()];
}

/** Resolves items by later bank records. */
export const resolveItems = bankItems.update({
  by: ["network", "key[]"],
  where: "state = 'open'",
  set: ["note", "updatedAt"],
  setText: "state = 'done'",
});

/** Items that need manual review, oldest first. Index: bank_items_open. */
export const openItems = list<BankItem, object>({
  from: bankItems,
  where: ["state = 'open'"],
  filters: {},
  first: "oldest",
  totals: {
    currency: "CASE WHEN amount_cents IS NULL THEN '' ELSE 'USD' END",
    network: "network",
    units: "amount_cents * 10000",
  },
});

export const selectItemsOfFile = bankItems.many({ by: ["fileId"], orderBy: ["id"], limit: true });

const finish = statement<BankItem>(`
  UPDATE bank_items SET state = 'done', note = $2, updated_at = $3::timestamptz
  WHERE id = $1 AND state = 'open' RETURNING ${bankItems.list()}`);

/** Undefined when there is no open item with this id. */
export async function updateItemDone(
  tx: Transaction,
  id: string,
  { note, now }: { readonly note: string; readonly now: Instant },
): Promise<BankItem | undefined> {
  return tx.first(finish, [id, note, formatInstant(now)]);
}

/** Locks the item with this key. */
export const selectItemForUpdate = bankItems.one({
  by: ["network", "key"],
  columns: ["id", "state", "amountCents"],
  lock: "UPDATE",
});

/** Index: bank_items_open. */
export const openItemQueue: WorkQueue = {
  from: bankItems,
  isOfPlatform: true,
  where: "state = 'open'",
  orderBy: "id",
  since: "created_at",
  title: "kind",
  cents: "amount_cents",
};
