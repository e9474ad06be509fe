import type { NachaRule } from "./nacha-rule.ts";

/** Contents of a Nacha file. Totals, counts and padding are derived; reader and writer handle them. */
export interface NachaFile {
  readonly header: NachaFileHeader;
  readonly batches: readonly NachaBatch[];
}

export interface NachaFileHeader {
  /** Immediate destination: the nine-digit routing number of the receiving bank. */
  readonly destination: string;
  /** Immediate origin, trimmed. By convention a blank and a routing number, or a digit and an EIN. */
  readonly origin: string;
  /** `YYYY-MM-DD` and, if given, `HH:MM`. */
  readonly createdOn: string;
  readonly createdAt: string | undefined;
  /** File ID modifier: distinguishes the files of one day. A to Z, 0 to 9. */
  readonly modifier: string;
  readonly destinationName: string;
  readonly originName: string;
  readonly referenceCode: string;
}

export interface NachaBatch {
  /** 200 mixed, 220 credits, 225 debits. */
  readonly serviceClass: "200" | "220" | "225";
  readonly companyName: string;
  readonly discretionaryData: string;
  readonly companyId: string;
  readonly sec: string;
  readonly description: string;
  /** Unparsed. Often a date in some format; for same-day entries `SDhhmm`; in IAT batches the two currencies. */
  readonly descriptiveDate: string;
  /** `YYYY-MM-DD`; undefined when blank, as in some returns. */
  readonly effectiveDate: string | undefined;
  /** Julian date (day of the year), set by the ACH operator. */
  readonly settlementDay: string | undefined;
  readonly originatorStatus: string;
  /** Eight digits of the ODFI. */
  readonly odfi: string;
  readonly number: number;
  readonly entries: readonly NachaEntry[];
}

export type BatchHeader = Omit<NachaBatch, "entries">;

export interface NachaEntry {
  /** 22, 27, 32, 37 and their return and prenote variants. */
  readonly transactionCode: string;
  /** Nine digits of the RDFI, with the check digit. */
  readonly rdfi: string;
  readonly accountNumber: string;
  readonly amountCents: bigint;
  /** The originator's number for the receiver or the payment. */
  readonly individualId: string;
  /** Unparsed. In CTX, ATX and TRX entries it begins with the number of addenda records, in four digits. */
  readonly individualName: string;
  /** In POS and SHR entries the card transaction type code. */
  readonly discretionaryData: string;
  readonly traceNumber: string;
  readonly addenda: readonly NachaAddenda[];
}

export type NachaAddenda =
  /** Type 05: payment related information. */
  | { readonly type: "payment"; readonly text: string }
  /** Type 02: terminal of a card transaction, in POS, SHR and MTE entries; unparsed. */
  | { readonly type: "terminal"; readonly text: string; readonly traceNumber: string }
  /** Types 10 to 18: the parties of an IAT entry; unparsed. */
  | { readonly type: "international"; readonly typeCode: string; readonly text: string }
  | NachaCorrection
  | NachaRefusedCorrection
  | NachaReturn
  | NachaDishonoredReturn
  | NachaContestedReturn;

/** Reference of a return or correction to its original entry. */
export interface AboutEntry {
  readonly code: string;
  readonly originalTrace: string;
  /** Eight digits of the RDFI of the original entry. */
  readonly originalRdfi: string;
  readonly traceNumber: string;
}

/** Type 98: a notification of change, C01 to C14. */
export interface NachaCorrection extends AboutEntry {
  readonly type: "correction";
  readonly correctedData: string;
}

/** Type 98: a refused notification of change, C61 to C69. */
export interface NachaRefusedCorrection extends AboutEntry {
  readonly type: "refused_correction";
  readonly correctedData: string;
  /** The refused change code, and the last seven digits of its trace number. */
  readonly changeCode: string;
  readonly changeTraceSequence: string;
}

/** Type 99: a return. */
export interface NachaReturn extends AboutEntry {
  readonly type: "return";
  /** `YYYY-MM-DD`, with R14 and R15. */
  readonly dateOfDeath: string | undefined;
  readonly text: string;
}

/** Type 99 with R61 to R70: a dishonored return, sent by the ODFI. */
export interface NachaDishonoredReturn extends AboutEntry {
  readonly type: "dishonored_return";
  readonly returned: NachaReturnStep;
  readonly text: string;
}

/** Type 99 with R71 to R77: a contested dishonored return, sent by the RDFI. */
export interface NachaContestedReturn extends AboutEntry {
  readonly type: "contested_return";
  /** Six digits, unparsed: the date of the original return. */
  readonly returnedOn: string | undefined;
  readonly originalSettlementDay: string | undefined;
  readonly returned: NachaReturnStep;
  readonly dishonored: NachaReturnStep;
}

/** An earlier step of a dispute; blank fields are undefined. */
export interface NachaReturnStep {
  readonly traceNumber: string | undefined;
  /** Julian date (day of the year). */
  readonly settlementDay: string | undefined;
  readonly code: string | undefined;
}

/** A problem of a file; lines and columns are 1-based. */
export interface NachaProblem {
  readonly line: number;
  readonly column: number;
  readonly rule: NachaRule;
  /** Never quotes the file, which contains names and account numbers. */
  readonly detail: string;
}

/** An entry of the file that must not be applied. Totals include it. */
export interface RefusedEntry {
  readonly entry: NachaEntry;
  readonly problem: NachaProblem;
}

export type NachaReading =
  | {
      readonly ok: true;
      readonly file: NachaFile;
      /** Undefined if every entry is accepted. */
      readonly refused?: readonly RefusedEntry[] | undefined;
    }
  | { readonly ok: false; readonly problems: readonly NachaProblem[] };
