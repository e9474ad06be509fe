import { type Instant, parseInstant } from "../../kernel/instant.ts";
import type { BankReason } from "../bank-work.ts";
import { parseBankDate } from "../calendar/bank-date.ts";
import { bankDateOf, instantAt } from "../calendar/new-york.ts";
import type {
  AccountReport,
  BankTransfers,
  CreditTransfers,
  IsoMessage,
  PaymentReturns,
  ReportedAccount,
  ReportedEntry,
  StatusReport,
  TransactionStatusReport,
} from "../iso20022/iso-message.ts";
import { isDuplicate, reasonText } from "../iso20022/reason-codes.ts";
import type { BankRecord, InquiryRecord } from "./bank-record.ts";

/** The bank records of an ISO 20022 message. */
export function bankRecordsOfIso(message: IsoMessage, now: Instant): readonly BankRecord[] {
  switch (message.type) {
    case "status_report":
      return bankRecordsOfStatuses(message, now);
    case "payment_returns":
      return bankRecordsOfReturns(message, now);
    case "notification":
    case "statement":
    case "intraday":
      return message.accounts.flatMap((account) => bankRecordsOfAccount(message, account, now));
    case "credit_transfers":
      return bankRecordsOfTransfers(message);
    case "bank_transfers":
      return bankRecordsOfBankTransfers(message);
    case "other":
      return [
        question("message", {
          reference: `${message.name}/${message.messageId}`,
          detail: `message of type ${message.name}`,
        }),
      ];
  }
}

/** Interim statuses: accepted or pending, the final status follows. */
const onTheWay: ReadonlySet<string> = new Set([
  "ACTC",
  "ACCP",
  "ACFC",
  "ACSP",
  "ACWC",
  "ACWP",
  "PDNG",
  "RCVD",
]);

function bankRecordsOfStatuses(report: StatusReport, now: Instant): readonly BankRecord[] {
  return report.statuses.flatMap((status): readonly BankRecord[] => {
    const references = present([
      status.originalEndToEndId,
      status.originalInstructionId,
      status.originalTransactionId,
      status.originalUetr,
      status.originalBatchId,
    ]);
    const messageId = fileNamed(status.originalMessageId);
    const acknowledged = { type: "acknowledged", references, messageId } as const;
    if (onTheWay.has(status.status)) return [acknowledged];
    const type = outcomeOf(status);
    if (type === undefined || isRepeated(status)) {
      const reason = status.reasonCode === undefined ? "" : ` and reason ${status.reasonCode}`;
      const detail = `status report with status ${status.status}${reason}`;
      const item = question("message", { reference: `${report.messageId}/${references[0] ?? ""}`, detail });
      return type === undefined ? [item] : [acknowledged, item];
    }
    return [
      {
        type,
        references,
        messageId,
        at: momentOf(status.acceptedAt, momentOf(report.createdAt, now)),
        imad: status.clearingReference,
        reason: reasonOf(status.reasonCode),
      },
    ];
  });
}

function outcomeOf({ status }: TransactionStatusReport): "settled" | "rejected" | undefined {
  if (status === "ACSC" || status === "ACCC") return "settled";
  return status === "RJCT" ? "rejected" : undefined;
}

/** A second copy was rejected, which says nothing about the first one. */
function isRepeated({ status, reasonCode = "" }: TransactionStatusReport): boolean {
  return status === "RJCT" && isDuplicate(reasonCode);
}

/** Our message ids are those of their files; a bank that could not parse a message references the file name. */
function fileNamed(messageId: string | undefined): string | undefined {
  return messageId?.replace(/\.(?:ach|xml)$/, "");
}

function bankRecordsOfReturns(
  { messageId, createdAt, returns }: PaymentReturns,
  now: Instant,
): readonly BankRecord[] {
  return returns.map((payment) => ({
    type: "returned",
    references: present([payment.originalEndToEndId, payment.originalTransactionId, payment.originalUetr]),
    returnReference: payment.returnId ?? messageId,
    amountCents: payment.amountCents,
    at: momentOf(createdAt, now),
    reason: reasonOf(payment.reasonCode),
  }));
}

function bankRecordsOfAccount(
  report: AccountReport,
  account: ReportedAccount,
  now: Instant,
): readonly BankRecord[] {
  const createdAt = momentOf(report.createdAt, now);
  const { reportId, accountNumber } = account;
  const bookings = account.entries.map(
    (entry): BankRecord => ({
      type: "booking",
      accountNumber,
      entry,
      at: bookedAt(entry, createdAt),
      reportId: report.type === "statement" ? reportId : undefined,
      isIntraday: report.type === "intraday",
    }),
  );
  return report.type === "statement" ? [...bookings, statementOf(account, createdAt)] : bookings;
}

function statementOf(account: ReportedAccount, createdAt: Instant): BankRecord {
  const { reportId, accountNumber, openingCents, closingCents, closingDate, currency } = account;
  if (currency !== undefined && currency !== "USD") {
    return question("other_currency", { reference: reportId, detail: `statement in ${currency}` });
  }
  const sum = (direction: ReportedEntry["direction"]): bigint =>
    account.entries
      .filter((entry) => entry.direction === direction && isBookedDollars(entry))
      .reduce((total, { amountCents }) => total + amountCents, 0n);
  return {
    type: "statement",
    reportId,
    accountNumber,
    statedOn: closingDate ?? bankDateOf(createdAt),
    openingCents,
    closingCents,
    creditCents: sum("credit"),
    debitCents: sum("debit"),
  };
}

export function isBookedDollars({ status, currency }: ReportedEntry): boolean {
  return status === "BOOK" && currency === "USD";
}

/** The credit itself is reported by a notification; this message needs manual review. */
function bankRecordsOfTransfers({ messageId, transfers }: CreditTransfers): readonly BankRecord[] {
  return transfers.map(({ endToEndId, amountCents }) =>
    question("unexpected_entry", {
      reference: `${messageId}/${endToEndId}`,
      amountCents,
      detail: "credit transfer (pacs.008) addressed to us",
    }),
  );
}

function bankRecordsOfBankTransfers({ messageId, transfers }: BankTransfers): readonly BankRecord[] {
  return transfers.map(({ endToEndId, amountCents, isCover }) =>
    question("unexpected_entry", {
      reference: `${messageId}/${endToEndId}`,
      amountCents,
      detail: `transfer between banks (pacs.009)${isCover ? " that covers a customer transfer" : ""}`,
    }),
  );
}

function question(
  kind: InquiryRecord["kind"],
  rest: Pick<InquiryRecord, "reference" | "detail"> & { readonly amountCents?: bigint | undefined },
): InquiryRecord {
  return { type: "question", kind, amountCents: undefined, ...rest };
}

/** Our own description: text from the other bank may contain anything. */
function reasonOf(code: string | undefined): BankReason {
  return code === undefined
    ? { code: "NARR", text: "Reason not specified by the bank" }
    : { code, text: reasonText(code) ?? "Unknown reason code" };
}

function present(references: readonly (string | undefined)[]): readonly string[] {
  return references.filter(
    (reference): reference is string => reference !== undefined && reference !== "NOTPROVIDED",
  );
}

function momentOf(text: string | undefined, otherwise: Instant): Instant {
  return (text === undefined ? undefined : parseInstant(text)) ?? otherwise;
}

/** A date without a time means some time of that day. */
function bookedAt({ bookedAt: text }: ReportedEntry, createdAt: Instant): Instant {
  const date = text === undefined ? undefined : parseBankDate(text);
  if (date === undefined) return momentOf(text, createdAt);
  return bankDateOf(createdAt) === date ? createdAt : instantAt(date, "00:00");
}
