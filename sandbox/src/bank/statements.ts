import {
  type AccountReport,
  addDays,
  assert,
  bankDate,
  bankDateOf,
  formatInstant,
  type Instant,
  instantAt,
  nextBankingDay,
  type ReportedAccount,
  type ReportedEntry,
  type Transaction,
} from "@florin/service/sandbox-ports";
import type { Booking } from "./bank-item.ts";
import { type BankRow, selectBookings } from "./bank-store.ts";
import { type ItemPlace, selectItems } from "./item-store.ts";
import { messageFile, type NumberedFile, type ReplyContext } from "./reply-files.ts";
import { accountOf, type MessageHead } from "./reply-messages.ts";
import { reportedEntry } from "./reported-entry.ts";
import { signedCents } from "./settle-items.ts";

/** Further bookings of a day go into another statement, which opens with the previous closing balance. */
const maxEntriesPerStatement = 1_000;
/** A bank that was idle for long catches up in steps. */
const maxDaysAtOnce = 40;

/** The first completed banking day without a statement; undefined if there is none. */
export function dayToState(statedUntil: string, now: Instant): string | undefined {
  const day = nextBankingDay(bankDate(statedUntil));
  return day < bankDateOf(now) ? day : undefined;
}

/** When the day after the last statement is complete. */
export function nextStatementAt(statedUntil: string): Instant {
  return instantAt(addDays(nextBankingDay(bankDate(statedUntil)), 1), "00:00");
}

export interface Stated {
  readonly bank: BankRow;
  readonly files: readonly NumberedFile[];
}

/** A camt.053 for each completed banking day, with all its bookings. */
export async function stateDays(
  tx: Transaction,
  place: ItemPlace,
  context: ReplyContext,
  bank: BankRow,
): Promise<Stated> {
  let stated: Stated = { bank, files: [] };
  for (let count = 0; count < maxDaysAtOnce; count += 1) {
    const day = dayToState(stated.bank.statedUntil, context.at);
    if (day === undefined) return stated;
    const { closingCents, files } = await stateDay(tx, place, context, {
      day,
      openingCents: stated.bank.balanceCents,
    });
    stated = {
      bank: { ...stated.bank, statedUntil: day, balanceCents: closingCents },
      files: [...stated.files, ...files],
    };
  }
  return stated;
}

async function stateDay(
  tx: Transaction,
  place: ItemPlace,
  context: ReplyContext,
  { day, openingCents }: { readonly day: string; readonly openingCents: bigint },
): Promise<{ readonly closingCents: bigint; readonly files: readonly NumberedFile[] }> {
  const files: NumberedFile[] = [];
  let balance = openingCents;
  let after: bigint | undefined = 0n;
  while (after !== undefined) {
    const limit = maxEntriesPerStatement;
    const bookings: readonly Booking[] = await selectBookings(tx, {
      network: place.network,
      day,
      number: after,
      limit,
    });
    const items = await selectItems(tx, place, [...new Set(bookings.map(({ itemId }) => itemId))]);
    const entries = bookings.map((booking) => {
      const item = items.get(booking.itemId);
      assert(item !== undefined, "a booking belongs to an item");
      return reportedEntry(context.identity, item, booking);
    });
    const closing: bigint = bookings.reduce((sum, booking) => sum + signedCents(booking), balance);
    const balances = { openingCents: balance, closingCents: closing, closingDate: day };
    files.push(...messageFile(context, "camt053.xml", (head) => statement(context, head, balances, entries)));
    balance = closing;
    after = bookings.length < limit ? undefined : bookings.at(-1)?.number;
  }
  return { closingCents: balance, files };
}

function statement(
  { identity }: ReplyContext,
  { messageId, at }: MessageHead,
  balances: Pick<ReportedAccount, "openingCents" | "closingCents" | "closingDate">,
  entries: readonly ReportedEntry[],
): AccountReport {
  return {
    type: "statement",
    messageId,
    createdAt: formatInstant(at),
    accounts: [{ ...accountOf(identity, messageId), ...balances, entries }],
  };
}
