import { type Instant, parseInstant } from "../../kernel/instant.ts";
import type { BankReason } from "../bank-work.ts";
import { parseBankDate } from "../calendar/bank-date.ts";
import { bankDateOf, instantAt } from "../calendar/new-york.ts";
import type {
  AccountReport,
  CreditTransfers,
  IsoMessage,
  PaymentReturns,
  ReportedAccount,
  ReportedEntry,
  StatusReport,
  TransactionStatusReport,
} from "../iso20022/iso-message.ts";
import { reasonText } from "../iso20022/reason-codes.ts";
import type { Claim, QuestionClaim } from "./claim.ts";

/** What an ISO 20022 message of the bank says. */
export function claimsOfIso(message: IsoMessage, now: Instant): readonly Claim[] {
  switch (message.type) {
    case "status_report":
      return claimsOfStatuses(message, now);
    case "payment_returns":
      return claimsOfReturns(message, now);
    case "notification":
    case "statement":
      return message.accounts.flatMap((account) => claimsOfAccount(message, account, now));
    case "credit_transfers":
      return claimsOfTransfers(message);
    case "other":
      return [
        question("message", {
          reference: `${message.name}/${message.messageId}`,
          detail: `a message of the kind ${message.name}`,
        }),
      ];
  }
}

/** Taken, or on its way: more will be said. */
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

function claimsOfStatuses({ messageId, createdAt, statuses }: StatusReport, now: Instant): readonly Claim[] {
  return statuses.flatMap((status): readonly Claim[] => {
    if (onTheWay.has(status.status)) return [];
    const type = verdictOf(status);
    const references = present([
      status.originalEndToEndId,
      status.originalInstructionId,
      status.originalTransactionId,
    ]);
    if (type === undefined) {
      const detail = `a status report says ${status.status}`;
      return [question("message", { reference: `${messageId}/${references[0] ?? ""}`, detail })];
    }
    return [
      {
        type,
        references,
        messageId: fileNamed(status.originalMessageId),
        at: momentOf(status.acceptedAt, momentOf(createdAt, now)),
        imad: status.clearingReference,
        reason: reasonOf(status.reasonCode),
      },
    ];
  });
}

function verdictOf({ status }: TransactionStatusReport): "settled" | "rejected" | undefined {
  if (status === "ACSC" || status === "ACCC") return "settled";
  return status === "RJCT" ? "rejected" : undefined;
}

/** Our messages have the ids of their files; a bank that could not read one calls it by its name. */
function fileNamed(messageId: string | undefined): string | undefined {
  return messageId?.replace(/\.(?:ach|xml)$/, "");
}

function claimsOfReturns({ messageId, createdAt, returns }: PaymentReturns, now: Instant): readonly Claim[] {
  return returns.map((one) => ({
    type: "returned",
    references: present([one.originalEndToEndId, one.originalTransactionId, one.originalUetr]),
    returnReference: one.returnId ?? messageId,
    amountCents: one.amountCents,
    at: momentOf(createdAt, now),
    reason: reasonOf(one.reasonCode),
  }));
}

function claimsOfAccount(report: AccountReport, account: ReportedAccount, now: Instant): readonly Claim[] {
  const createdAt = momentOf(report.createdAt, now);
  const { reportId, accountNumber } = account;
  const bookings = account.entries.map(
    (entry): Claim => ({
      type: "booking",
      accountNumber,
      entry,
      at: bookedAt(entry, createdAt),
      reportId: report.type === "statement" ? reportId : undefined,
    }),
  );
  return report.type === "statement" ? [...bookings, statementOf(account, createdAt)] : bookings;
}

function statementOf(account: ReportedAccount, createdAt: Instant): Claim {
  const { reportId, accountNumber, openingCents, closingCents, closingDate, currency } = account;
  if (currency !== undefined && currency !== "USD") {
    return question("other_currency", { reference: reportId, detail: `a statement in ${currency}` });
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

/** The money itself is told in a notification; whose the message is, a person finds out. */
function claimsOfTransfers({ messageId, transfers }: CreditTransfers): readonly Claim[] {
  return transfers.map(({ endToEndId, amountCents }) =>
    question("unexpected_entry", {
      reference: `${messageId}/${endToEndId}`,
      amountCents,
      detail: "a credit transfer that was sent to us as a message",
    }),
  );
}

function question(
  kind: QuestionClaim["kind"],
  rest: Pick<QuestionClaim, "reference" | "detail"> & { readonly amountCents?: bigint },
): QuestionClaim {
  return { type: "question", kind, amountCents: undefined, ...rest };
}

/** In our own words: what the other bank wrote may hold anything. */
function reasonOf(code: string | undefined): BankReason {
  return code === undefined
    ? { code: "NARR", text: "The bank gave no reason" }
    : { code, text: reasonText(code) ?? "The bank gave a code without a meaning that we know" };
}

function present(references: readonly (string | undefined)[]): readonly string[] {
  return references.filter(
    (reference): reference is string => reference !== undefined && reference !== "NOTPROVIDED",
  );
}

function momentOf(text: string | undefined, otherwise: Instant): Instant {
  return (text === undefined ? undefined : parseInstant(text)) ?? otherwise;
}

/** A bank that tells only the day means some moment of it. */
function bookedAt({ bookedAt: text }: ReportedEntry, createdAt: Instant): Instant {
  const date = text === undefined ? undefined : parseBankDate(text);
  if (date === undefined) return momentOf(text, createdAt);
  return bankDateOf(createdAt) === date ? createdAt : instantAt(date, "00:00");
}
