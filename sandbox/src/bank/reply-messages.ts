import {
  type AccountReport,
  type BankIdentity,
  type BankReason,
  formatInstant,
  type Instant,
  type PaymentReturn,
  type PaymentReturns,
  paymentSystemOf,
  type ReportedAccount,
  reasonText,
  type StatusReport,
  type TransactionStatusReport,
} from "@florin/service/sandbox-ports";
import type { BankItem } from "./bank-item.ts";
import { bookingDay } from "./bank-time.ts";
import { reportedEntry } from "./reported-entry.ts";
import type { DoneItem } from "./settle-items.ts";

/** Id and creation time of a message. */
export interface MessageHead {
  readonly messageId: string;
  readonly at: Instant;
}

/** camt.054: bookings as booked. Undefined if there are none. */
export function notificationOf(
  { messageId, at }: MessageHead,
  identity: BankIdentity,
  done: readonly DoneItem[],
): AccountReport | undefined {
  const entries = done.flatMap(({ item, booking }) =>
    booking === undefined || !isNotified(item) ? [] : [reportedEntry(identity, item, booking)],
  );
  if (entries.length === 0) return undefined;
  return {
    type: "notification",
    messageId,
    createdAt: formatInstant(at),
    accounts: [{ ...accountOf(identity, messageId), entries }],
  };
}

/** Transfers are reported by pacs.002, returns by pacs.004; statements cover everything. */
function isNotified({ kind, system, outcome }: BankItem): boolean {
  return outcome === "settle" && (kind !== "payment" || paymentSystemOf(system).format === "nacha");
}

export function accountOf(identity: BankIdentity, reportId: string): Omit<ReportedAccount, "entries"> {
  return {
    reportId,
    accountNumber: identity.accountNumber,
    currency: "USD",
    openingCents: undefined,
    closingCents: undefined,
  };
}

/** pacs.002: statuses of transfers. */
export function statusReportOf(head: MessageHead, done: readonly DoneItem[]): StatusReport | undefined {
  const statuses = done.flatMap(({ item }) => statusOf(item));
  return statuses.length === 0 ? undefined : statusReport(head, statuses);
}

/** pacs.002 for a rejected file: it can only be identified by its name. */
export function refusalOf(head: MessageHead, fileName: string, reason: BankReason): StatusReport {
  return statusReport(head, [
    {
      ...emptyStatus,
      originalMessageId: fileName.slice(0, maxIdLength),
      status: "RJCT",
      reasonCode: reason.code,
      reasonText: reason.text,
    },
  ]);
}

/** ISO 20022: Max35Text. */
const maxIdLength = 35;

const emptyStatus = {
  originalMessageId: undefined,
  originalEndToEndId: undefined,
  originalTransactionId: undefined,
  reasonCode: undefined,
  reasonText: undefined,
  acceptedAt: undefined,
  clearingReference: undefined,
};

function statusReport(
  { messageId, at }: MessageHead,
  statuses: readonly TransactionStatusReport[],
): StatusReport {
  return { type: "status_report", messageId, createdAt: formatInstant(at), statuses };
}

function statusOf(item: BankItem): readonly TransactionStatusReport[] {
  if (item.details.type !== "transfer" || item.outcome === "return") return [];
  const original = {
    ...emptyStatus,
    originalMessageId: item.details.messageId,
    originalEndToEndId: item.reference,
    originalTransactionId: item.details.transactionId,
  };
  if (item.outcome === "reject") return [{ ...original, status: "RJCT", ...reasonOf(item) }];
  return [
    {
      ...original,
      status: "ACSC",
      acceptedAt: formatInstant(item.dueAt),
      clearingReference: item.clearingReference,
    },
  ];
}

/** pacs.004: returned transfers. */
export function paymentReturnsOf(
  { messageId, at }: MessageHead,
  done: readonly DoneItem[],
): PaymentReturns | undefined {
  const returns = done.flatMap(({ item }) => paymentReturnOf(item));
  if (returns.length === 0) return undefined;
  return { type: "payment_returns", messageId, createdAt: formatInstant(at), returns };
}

function paymentReturnOf(item: BankItem): readonly PaymentReturn[] {
  if (item.details.type !== "transfer" || item.outcome !== "return") return [];
  return [
    {
      returnId: item.id,
      originalMessageId: item.details.messageId,
      originalEndToEndId: item.reference,
      originalTransactionId: item.details.transactionId,
      originalUetr: item.details.uetr,
      amountCents: item.amountCents,
      settlementDate: bookingDay(item.dueAt),
      ...reasonOf(item),
    },
  ];
}

/** The external code; other reasons as text with the code NARR. */
function reasonOf({ reason }: BankItem): { readonly reasonCode: string; readonly reasonText: string } {
  const { code, text } = reason ?? { code: "NARR", text: "" };
  const words = text === "" ? (reasonText(code) ?? code) : text;
  return { reasonCode: externalCode.test(code) ? code : "NARR", reasonText: words };
}

const externalCode = /^[A-Z]{2}(?:\d{2}|[A-Z]{2})$/;
