/** The ISO 20022 messages that we exchange with a bank, reduced to the fields that we use. Amounts are US cents. */
export type IsoMessage =
  | CreditTransfers
  | StatusReport
  | PaymentReturns
  | AccountReport
  | BankTransfers
  /** Only shown for manual review, such as a cancellation request (camt.056) and its resolution (camt.029). */
  | OtherMessage;

export interface OtherMessage {
  readonly type: "other";
  /** For example `camt.056.001.08`. */
  readonly name: string;
  /** Empty if the message type has none. */
  readonly messageId: string;
}

/** pacs.008 */
export interface CreditTransfers {
  readonly type: "credit_transfers";
  readonly messageId: string;
  /** RFC 3339. A time without an offset is New York time and gets that offset. */
  readonly createdAt: string;
  readonly transfers: readonly CreditTransfer[];
}

export interface CreditTransfer {
  readonly instructionId: string | undefined;
  readonly endToEndId: string;
  readonly transactionId: string | undefined;
  /** UUID version 4, lower case (RFC 4122). */
  readonly uetr: string | undefined;
  readonly amountCents: bigint;
  /** `YYYY-MM-DD` */
  readonly settlementDate: string;
  /** Clearing system code: `FDW` for Fedwire, `TCH` or a proprietary `RTP`. */
  readonly clearingSystem: string | undefined;
  readonly debtor: IsoParty;
  readonly creditor: IsoParty;
  /** External purpose code, such as `SALA`. */
  readonly purpose?: string | undefined;
  /** Unstructured remittance information, at most 140 characters. */
  readonly remittance: string | undefined;
}

/** pacs.009, between banks: only shown for manual review. */
export interface BankTransfers {
  readonly type: "bank_transfers";
  readonly messageId: string;
  readonly createdAt: string;
  readonly transfers: readonly BankTransfer[];
}

export interface BankTransfer {
  readonly endToEndId: string;
  readonly uetr: string | undefined;
  /** Set if it is in US dollars. */
  readonly amountCents: bigint | undefined;
  /** It settles a customer transfer that was sent separately. */
  readonly isCover: boolean;
}

export interface IsoParty {
  readonly name: string | undefined;
  readonly address?: IsoAddress | undefined;
  readonly accountNumber: string | undefined;
  /** Of the agent: the ABA routing number under USABA. */
  readonly routingNumber: string | undefined;
  readonly bankName: string | undefined;
  readonly bankAddress?: IsoAddress | undefined;
}

/** A postal address. It is written only with its town and country, which Fedwire requires since November 2026. */
export interface IsoAddress {
  readonly street: string | undefined;
  readonly building: string | undefined;
  readonly postalCode: string | undefined;
  readonly town: string | undefined;
  /** State or province. */
  readonly subdivision: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | undefined;
  /** Everything that the other parts don't contain, such as a suite. */
  readonly lines: readonly string[];
}

/** pacs.002 and pain.002 */
export interface StatusReport {
  readonly type: "status_report";
  readonly messageId: string;
  readonly createdAt: string;
  readonly statuses: readonly TransactionStatusReport[];
}

export interface TransactionStatusReport {
  readonly originalMessageId: string | undefined;
  /** Of pain.002: the batch (PmtInf) of the payment, or the batch that has the status. */
  readonly originalBatchId?: string | undefined;
  /** RTP status reports carry this and the transaction id, but no end-to-end id. */
  readonly originalInstructionId?: string | undefined;
  readonly originalEndToEndId: string | undefined;
  readonly originalTransactionId: string | undefined;
  /** Fedwire status reports carry this and the message id, and no other reference. */
  readonly originalUetr?: string | undefined;
  /** ACSC and ACCC settled; ACTC, ACSP and ACWP in process; RJCT rejected; PDNG pending. */
  readonly status: string;
  /** External status reason code, such as AC04. */
  readonly reasonCode: string | undefined;
  readonly reasonText: string | undefined;
  readonly acceptedAt: string | undefined;
  /** The clearing system reference; the IMAD of a wire. */
  readonly clearingReference: string | undefined;
}

/** pacs.004 */
export interface PaymentReturns {
  readonly type: "payment_returns";
  readonly messageId: string;
  readonly createdAt: string;
  readonly returns: readonly PaymentReturn[];
}

export interface PaymentReturn {
  readonly returnId: string | undefined;
  readonly originalMessageId: string | undefined;
  readonly originalEndToEndId: string | undefined;
  readonly originalTransactionId: string | undefined;
  readonly originalUetr: string | undefined;
  readonly amountCents: bigint;
  readonly settlementDate: string | undefined;
  readonly reasonCode: string | undefined;
  readonly reasonText: string | undefined;
  /** Only written, where a profile requires it. */
  readonly original?: ReturnedTransfer | undefined;
}

/** The transfer that is returned, as its receiver knows it. */
export interface ReturnedTransfer {
  readonly createdAt: string;
  /** FDW for Fedwire and so on. */
  readonly clearingSystem: string;
  /** Debtor of the return: the creditor of the original. */
  readonly debtor: IsoParty;
  /** Creditor of the return: the debtor of the original. */
  readonly creditor: IsoParty;
}

/** camt.054 (notification), camt.053 (statement) and camt.052 (intraday report), which have the same entries. */
export interface AccountReport {
  readonly type: "notification" | "statement" | "intraday";
  readonly messageId: string;
  readonly createdAt: string;
  readonly accounts: readonly ReportedAccount[];
}

export interface ReportedAccount {
  readonly reportId: string;
  readonly accountNumber: string | undefined;
  /** Of the account, else of its opening or closing balance. */
  readonly currency: string | undefined;
  /** Of a statement, if in the currency of the account. Negative when overdrawn. */
  readonly openingCents: bigint | undefined;
  readonly closingCents: bigint | undefined;
  /** Date of the closing balance, `YYYY-MM-DD`. */
  readonly closingDate?: string | undefined;
  readonly entries: readonly ReportedEntry[];
}

export interface ReportedEntry {
  /** Hundredths of the currency. */
  readonly amountCents: bigint;
  /** The raw amount, if hundredths cannot represent it: only in currencies other than USD. */
  readonly amountText?: string | undefined;
  readonly currency: string;
  readonly direction: "credit" | "debit";
  readonly isReversal: boolean;
  /** BOOK, PDNG or INFO. */
  readonly status: string;
  /** The bank's reference of the entry (AcctSvcrRef). */
  readonly bankReference: string | undefined;
  /** RFC 3339 date-time or `YYYY-MM-DD`. */
  readonly bookedAt: string | undefined;
  /** Domain, family and sub-family, such as `PMNT/RCDT/DMCT`, or the proprietary code. */
  readonly transactionCode: string | undefined;
  readonly details: readonly ReportedTransaction[];
}

export interface ReportedTransaction {
  readonly endToEndId: string | undefined;
  readonly transactionId: string | undefined;
  readonly uetr: string | undefined;
  /** The clearing system reference: the trace number of an ACH entry, the IMAD of a wire. */
  readonly clearingReference: string | undefined;
  readonly bankReference: string | undefined;
  /** Set if it is in the currency of the entry. */
  readonly amountCents: bigint | undefined;
  readonly debtor: IsoParty;
  readonly creditor: IsoParty;
  readonly remittance: string | undefined;
}

/** A problem of a message. Line and column are 1-based and those of the element, or of the malformed markup. */
export interface IsoProblem {
  readonly line: number;
  readonly column: number;
  readonly rule: string;
  readonly detail: string;
}

export type IsoReading =
  | { readonly ok: true; readonly message: IsoMessage }
  | { readonly ok: false; readonly problems: readonly IsoProblem[] };
