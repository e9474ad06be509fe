import type { TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { isDebit } from "../rail.ts";
import type { Booking } from "./account-store.ts";
import type { BankEventType } from "./bank-event-store.ts";
import type { ItemKind, StatementRecord } from "./bank-record.ts";
import type { StoredEntry } from "./entry-store.ts";
import type { BankEventContent } from "./sealed-bank-event.ts";

/** Results of a file. */
export interface Findings {
  readonly bankEvents: readonly FoundBankEvent[];
  readonly items: readonly FoundItem[];
  readonly bookings: readonly Booking[];
  readonly statements: readonly StatementRecord[];
  /** Keys of items that this resolves. */
  readonly replied: readonly string[];
}

export interface FoundBankEvent {
  readonly key: string;
  readonly type: BankEventType;
  readonly tenantId: TenantId | undefined;
  readonly entryId: string | undefined;
  readonly reference: string | undefined;
  readonly dueAt: Instant | undefined;
  readonly content: BankEventContent;
}

export interface FoundItem {
  readonly key: string;
  readonly kind: ItemKind;
  readonly entryId: string | undefined;
  readonly reference: string | undefined;
  readonly amountCents: bigint | undefined;
  readonly detail: string;
}

export const nothing: Findings = { bankEvents: [], items: [], bookings: [], statements: [], replied: [] };

export function together(all: readonly Findings[]): Findings {
  return {
    bankEvents: all.flatMap(({ bankEvents }) => bankEvents),
    items: all.flatMap(({ items }) => items),
    bookings: all.flatMap(({ bookings }) => bookings),
    statements: all.flatMap(({ statements }) => statements),
    replied: all.flatMap(({ replied }) => replied),
  };
}

/** An event of an entry. The settlement of a debit is due when it can no longer be returned for insufficient funds. */
export function ofEntry(
  entry: StoredEntry,
  type: Exclude<BankEventType, "received">,
  {
    content,
    reference,
    key = `${type}/${entry.id}`,
  }: { readonly content: BankEventContent; readonly reference?: string | undefined; readonly key?: string },
): FoundBankEvent {
  const isWaited = type === "settled" && isDebit(entry.rail);
  return {
    key,
    type,
    tenantId: entry.tenantId,
    entryId: entry.id,
    reference,
    dueAt: isWaited ? entry.finalAt : undefined,
    content,
  };
}

export function itemOf(
  kind: ItemKind,
  /** Makes the item unique: a reference of the bank, or its position. */
  name: string,
  rest: Partial<Omit<FoundItem, "key" | "kind">> & Pick<FoundItem, "detail">,
): FoundItem {
  const absent = { entryId: undefined, reference: undefined, amountCents: undefined };
  return { key: `${kind}/${name}`, kind, ...absent, ...rest };
}
