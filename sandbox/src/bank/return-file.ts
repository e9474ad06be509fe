import {
  type BankIdentity,
  bankDateOf,
  type Instant,
  modifierOf,
  type NachaBatch,
  type NachaEntry,
  type NachaFile,
  returnCodeFor,
  timeOfDayOf,
  transactionCodeOf,
} from "@florin/service/sandbox-ports";
import type { AchEntryDetails, BankItem } from "./bank-item.ts";
import { bookingDay } from "./bank-time.ts";
import { magicCorrectionOf } from "./magic-amount.ts";
import { type Numbers, traceOf } from "./numbers.ts";
import { sandboxSender } from "./sandbox-sender.ts";
import type { DoneItem } from "./settle-items.ts";

interface ReturnedEntry {
  readonly item: BankItem;
  readonly details: AchEntryDetails;
  readonly entry: NachaEntry;
}

/** A Nacha file of returns and notifications of change, as the ACH operator would forward it; undefined without any. */
export function returnFileOf(
  identity: BankIdentity,
  at: Instant,
  done: readonly DoneItem[],
  numbers: Numbers,
): NachaFile | undefined {
  const returned = done.flatMap(({ item }) => [
    ...returnedEntry(identity, item, numbers),
    ...correctedEntry(identity, item, numbers),
  ]);
  if (returned.length === 0) return undefined;
  return {
    header: {
      destination: identity.routingNumber,
      origin: sandboxSender.routingNumber,
      createdOn: bankDateOf(at),
      createdAt: timeOfDayOf(at),
      modifier: modifierOf(numbers.next()),
      destinationName: identity.bankName,
      originName: "SANDBOX ACH OPERATOR",
      referenceCode: "",
    },
    batches: [...grouped(returned).values()].map(returnBatch),
  };
}

function returnedEntry(identity: BankIdentity, item: BankItem, numbers: Numbers): readonly ReturnedEntry[] {
  const { details, reason } = item;
  if (details.type !== "ach_entry" || item.outcome !== "return" || reason === undefined) return [];
  const isDeathReturn = reason.code === "R14" || reason.code === "R15";
  const about = aboutEntry(item, details, numbers);
  const addenda = {
    ...about,
    type: "return",
    code: reason.code,
    dateOfDeath: isDeathReturn ? bookingDay(item.createdAt) : undefined,
    text: "",
  } as const;
  return [
    {
      item,
      details,
      entry: { ...entryFor(identity, details, about), amountCents: item.amountCents, addenda: [addenda] },
    },
  ];
}

/** A notification of change follows the settlement of a magic amount: the account is of the other type. */
function correctedEntry(identity: BankIdentity, item: BankItem, numbers: Numbers): readonly ReturnedEntry[] {
  const { details } = item;
  if (details.type !== "ach_entry" || item.outcome !== "settle") return [];
  const correctedData = magicCorrectionOf(item.amountCents, details.transactionCode);
  if (correctedData === undefined) return [];
  const about = aboutEntry(item, details, numbers);
  const addenda = { ...about, type: "correction", code: "C05", correctedData } as const;
  const entry = { ...entryFor(identity, details, about), amountCents: 0n, addenda: [addenda] };
  return [{ item, details: { ...details, sec: "COR" }, entry }];
}

function aboutEntry({ reference }: BankItem, { rdfi }: AchEntryDetails, numbers: Numbers) {
  const traceNumber = traceOf(rdfi, numbers.take());
  return { originalTrace: reference, originalRdfi: rdfi.slice(0, 8), traceNumber };
}

/** It goes to the bank that sent the original entry. */
function entryFor(
  identity: BankIdentity,
  details: AchEntryDetails,
  { traceNumber }: Pick<NachaEntry, "traceNumber">,
): Omit<NachaEntry, "amountCents" | "addenda"> {
  return {
    transactionCode: returnCodeFor(details.transactionCode),
    rdfi: identity.routingNumber,
    accountNumber: details.accountNumber,
    individualId: details.individualId,
    individualName: details.individualName,
    discretionaryData: "",
    traceNumber,
  };
}

/** A batch has one company and one originating bank: here the returning bank. */
function grouped(returned: readonly ReturnedEntry[]): ReadonlyMap<string, readonly ReturnedEntry[]> {
  const groups = new Map<string, readonly ReturnedEntry[]>();
  for (const entry of returned) {
    const { rdfi, companyId, companyName, sec, description } = entry.details;
    const key = [rdfi, companyId, companyName, sec, description, bookingDay(entry.item.dueAt)].join("\n");
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return groups;
}

function returnBatch(group: readonly ReturnedEntry[], index: number): NachaBatch {
  const [first] = group;
  // Nacha: trace numbers must ascend within a batch.
  const entries = group
    .map(({ entry }) => entry)
    .toSorted((left, right) => (left.traceNumber < right.traceNumber ? -1 : 1));
  return {
    serviceClass: serviceClassOf(entries),
    companyName: first?.details.companyName ?? "",
    discretionaryData: "",
    companyId: first?.details.companyId ?? "",
    sec: first?.details.sec ?? "",
    description: first?.details.description ?? "",
    descriptiveDate: "",
    effectiveDate: first === undefined ? undefined : bookingDay(first.item.dueAt),
    settlementDay: first === undefined ? undefined : dayOfYear(bookingDay(first.item.dueAt)),
    originatorStatus: "1",
    odfi: first?.details.rdfi.slice(0, 8) ?? "",
    number: index + 1,
    entries,
  };
}

function serviceClassOf(entries: readonly NachaEntry[]): NachaBatch["serviceClass"] {
  const directions = new Set(
    entries.map(({ transactionCode }) => transactionCodeOf(transactionCode)?.direction),
  );
  if (directions.size > 1) return "200";
  return directions.has("debit") ? "225" : "220";
}

const dayMs = 86_400_000;

/** Nacha: settlement dates are written as the day of the year, in three digits. */
function dayOfYear(day: string): string {
  const days = (Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / dayMs + 1;
  return `${days}`.padStart(3, "0");
}
