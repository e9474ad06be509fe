import type { TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { isDebit } from "../rail.ts";
import type { Booking } from "./account-store.ts";
import type { ItemKind, StatementClaim } from "./claim.ts";
import type { StoredEntry } from "./entry-store.ts";
import type { HappeningType } from "./happening-store.ts";
import type { HappeningContent } from "./sealed-happening.ts";

/** What a file comes to. */
export interface Findings {
  readonly happenings: readonly FoundHappening[];
  readonly items: readonly FoundItem[];
  readonly bookings: readonly Booking[];
  readonly statements: readonly StatementClaim[];
  /** Keys of items that this answers. */
  readonly answered: readonly string[];
}

export interface FoundHappening {
  readonly key: string;
  readonly type: HappeningType;
  readonly tenantId: TenantId | undefined;
  readonly entryId: string | undefined;
  readonly reference: string | undefined;
  readonly dueAt: Instant | undefined;
  readonly content: HappeningContent;
}

export interface FoundItem {
  readonly key: string;
  readonly kind: ItemKind;
  readonly entryId: string | undefined;
  readonly reference: string | undefined;
  readonly amountCents: bigint | undefined;
  readonly detail: string;
}

export const nothing: Findings = { happenings: [], items: [], bookings: [], statements: [], answered: [] };

export function together(all: readonly Findings[]): Findings {
  return {
    happenings: all.flatMap(({ happenings }) => happenings),
    items: all.flatMap(({ items }) => items),
    bookings: all.flatMap(({ bookings }) => bookings),
    statements: all.flatMap(({ statements }) => statements),
    answered: all.flatMap(({ answered }) => answered),
  };
}

/** What is said of an entry. A debit that has settled is believed when it can no longer come back as uncovered. */
export function ofEntry(
  entry: StoredEntry,
  type: Exclude<HappeningType, "received">,
  {
    content,
    reference,
    key = `${type}/${entry.id}`,
  }: { readonly content: HappeningContent; readonly reference?: string | undefined; readonly key?: string },
): FoundHappening {
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
  /** What makes the question one of a kind: a reference of the bank, or where it stood. */
  name: string,
  rest: Partial<Omit<FoundItem, "key" | "kind">> & Pick<FoundItem, "detail">,
): FoundItem {
  const absent = { entryId: undefined, reference: undefined, amountCents: undefined };
  return { key: `${kind}/${name}`, kind, ...absent, ...rest };
}
