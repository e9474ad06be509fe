import { createHash } from "node:crypto";
import { formatInstant, type Instant } from "../src/kernel/instant.ts";
import type {
  AccountReport,
  IsoParty,
  ReportedEntry,
  ReportedTransaction,
} from "../src/rails/iso20022/iso-message.ts";
import { writeAccountReport } from "../src/rails/iso20022/write-account-report.ts";
import { writePaymentReturns } from "../src/rails/iso20022/write-payment-returns.ts";
import { writeStatusReport } from "../src/rails/iso20022/write-status-report.ts";
import type { NachaAddenda, NachaEntry } from "../src/rails/nacha/nacha-file.ts";
import { writeNacha } from "../src/rails/nacha/write-nacha.ts";
import { paymentSystemOf } from "../src/rails/rail.ts";
import { paymentSystems } from "../src/rails/registry.ts";
import { doubleIdentity, type TakenItem } from "./fake-bank.ts";

/** Reply files of a bank, written by our own codecs. Each needs a unique id. */
export interface ReplyHead {
  readonly id: string;
  readonly at: Instant;
}

/** pacs.002 */
export function statusReply(
  { id, at }: ReplyHead,
  item: Pick<TakenItem, "reference" | "messageId">,
  status: string,
  {
    reasonCode,
    imad,
    uetr,
  }: { readonly reasonCode?: string; readonly imad?: string; readonly uetr?: string } = {},
): Buffer {
  return writeStatusReport({
    type: "status_report",
    messageId: id,
    createdAt: formatInstant(at),
    statuses: [
      {
        originalMessageId: item.messageId,
        originalEndToEndId: item.reference === "" ? undefined : item.reference,
        originalTransactionId: undefined,
        originalUetr: uetr,
        status,
        reasonCode,
        reasonText: undefined,
        acceptedAt: formatInstant(at),
        clearingReference: imad,
      },
    ],
  });
}

/** pacs.004 */
export function returnReply(
  { id, at }: ReplyHead,
  item: Pick<TakenItem, "reference" | "amountCents">,
  reasonCode = "AC04",
): Buffer {
  return writePaymentReturns({
    type: "payment_returns",
    messageId: id,
    createdAt: formatInstant(at),
    returns: [
      {
        returnId: `R-${id}`,
        originalMessageId: undefined,
        originalEndToEndId: item.reference,
        originalTransactionId: undefined,
        originalUetr: undefined,
        amountCents: item.amountCents,
        settlementDate: formatInstant(at).slice(0, 10),
        reasonCode,
        reasonText: undefined,
      },
    ],
  });
}

export type Movement = Pick<ReportedEntry, "amountCents" | "direction" | "transactionCode"> &
  Partial<ReportedEntry> & { readonly detail?: Partial<ReportedTransaction> };

interface Balances {
  readonly openingCents: bigint;
  readonly closingCents: bigint;
}

/** camt.054, or camt.053 when there are balances. */
export function accountReply(head: ReplyHead, movements: readonly Movement[], balances?: Balances): Buffer {
  return reportReply(balances === undefined ? "notification" : "statement", head, movements, balances);
}

/** camt.052 */
export function intradayReply(head: ReplyHead, movements: readonly Movement[]): Buffer {
  return reportReply("intraday", head, movements);
}

function reportReply(
  type: AccountReport["type"],
  { id, at }: ReplyHead,
  movements: readonly Movement[],
  balances?: Balances,
): Buffer {
  return writeAccountReport({
    type,
    messageId: id,
    createdAt: formatInstant(at),
    accounts: [
      {
        reportId: id,
        accountNumber: doubleIdentity.accountNumber,
        currency: "USD",
        openingCents: balances?.openingCents,
        closingCents: balances?.closingCents,
        closingDate: balances === undefined ? undefined : formatInstant(at).slice(0, 10),
        entries: movements.map((movement) => entryOf(movement, at)),
      },
    ],
  });
}

/** The settlement of an item as it appears on the account. */
export function settledMovement(item: TakenItem, bankReference: string): Movement {
  const isAch = item.system === "ach";
  return {
    amountCents: item.amountCents,
    direction: item.direction,
    transactionCode: codeOf(item),
    bankReference,
    detail: isAch ? { clearingReference: item.reference } : { endToEndId: item.reference },
  };
}

/** An incoming payment: one dollar by ACH by default, with a trace number of its own. */
export function receivedMovement(bankReference: string, rest: Partial<Movement> = {}): Movement {
  return {
    amountCents: 100n,
    direction: "credit",
    transactionCode: paymentSystems.ach.transactionCodes.received,
    bankReference,
    detail: { clearingReference: traceNumberOf(bankReference) },
    ...rest,
  };
}

/** Fifteen digits that follow from the bank's reference. */
export function traceNumberOf(bankReference: string): string {
  const hash = createHash("sha256").update(bankReference).digest();
  return `09100001${String(hash.readUInt32BE() % 10_000_000).padStart(7, "0")}`;
}

function codeOf({ system, isReturn, direction }: TakenItem): string {
  const codes = paymentSystemOf(system).transactionCodes;
  if (isReturn) return codes.givenBack;
  return (direction === "credit" ? codes.pulled : undefined) ?? codes.sent;
}

function entryOf({ detail, ...movement }: Movement, at: Instant): ReportedEntry {
  return {
    currency: "USD",
    isReversal: false,
    status: "BOOK",
    bankReference: undefined,
    bookedAt: formatInstant(at),
    details: [
      {
        endToEndId: undefined,
        transactionId: undefined,
        uetr: undefined,
        clearingReference: undefined,
        bankReference: undefined,
        amountCents: movement.amountCents,
        debtor: noOne,
        creditor: noOne,
        remittance: undefined,
        ...detail,
      },
    ],
    ...movement,
  };
}

export const noOne: IsoParty = {
  name: undefined,
  accountNumber: undefined,
  routingNumber: undefined,
  bankName: undefined,
};

/** A Nacha file with one addenda record about an entry of ours. */
export function achReply(
  { at }: Pick<ReplyHead, "at">,
  item: Pick<TakenItem, "reference" | "amountCents" | "direction">,
  addenda: (traceNumber: string) => NachaAddenda,
  sequence = 1,
): Buffer {
  const traceNumber = `09100001${`${sequence}`.padStart(7, "0")}`;
  const about = addenda(traceNumber);
  const entry: NachaEntry = {
    transactionCode: item.direction === "debit" ? "21" : "26",
    rdfi: doubleIdentity.routingNumber,
    accountNumber: "123456",
    amountCents: about.type === "correction" ? 0n : item.amountCents,
    individualId: "",
    individualName: "JOHN DOE",
    discretionaryData: "",
    traceNumber,
    addenda: [about],
  };
  const date = formatInstant(at).slice(0, 10);
  return writeNacha({
    header: {
      destination: doubleIdentity.routingNumber,
      origin: "091000019",
      createdOn: date,
      createdAt: "12:00",
      modifier: "A",
      destinationName: "DOUBLE BANK",
      originName: "ACH OPERATOR",
      referenceCode: "",
    },
    batches: [
      {
        serviceClass: item.direction === "debit" ? "220" : "225",
        companyName: "FLORIN TEST",
        discretionaryData: "",
        companyId: doubleIdentity.companyId,
        sec: about.type === "correction" ? "COR" : "CCD",
        description: "PAYMENT",
        descriptiveDate: "",
        effectiveDate: date,
        settlementDay: undefined,
        originatorStatus: "1",
        odfi: "09100001",
        number: 1,
        entries: [entry],
      },
    ],
  });
}

export function achReturn(code: string, originalTrace: string): (traceNumber: string) => NachaAddenda {
  return (traceNumber) => ({
    type: "return",
    code,
    originalTrace,
    originalRdfi: "09100001",
    dateOfDeath: undefined,
    text: "",
    traceNumber,
  });
}

export function achCorrection(
  code: string,
  originalTrace: string,
  correctedData = "123457",
): (traceNumber: string) => NachaAddenda {
  return (traceNumber) => ({
    type: "correction",
    code,
    originalTrace,
    originalRdfi: "09100001",
    correctedData,
    traceNumber,
  });
}
