import type { NachaRule } from "./nacha-rule.ts";

/** A Nacha file by what it says; totals, counts and padding follow from it and are the codec's business. */
export interface NachaFile {
  readonly header: NachaFileHeader;
  readonly batches: readonly NachaBatch[];
}

export interface NachaFileHeader {
  /** Nine digits: the bank that gets the file. */
  readonly destination: string;
  /** Ten characters, by habit a blank and a routing number, or a digit and an EIN; kept as it stands, trimmed. */
  readonly origin: string;
  /** `YYYY-MM-DD` and, where it is given, `HH:MM`. */
  readonly createdOn: string;
  readonly createdAt: string | undefined;
  /** Tells the files of one day apart: A to Z, 0 to 9. */
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
  /** As it stands: often a date in some form, and for same-day entries `SDhhmm`. */
  readonly descriptiveDate: string;
  /** `YYYY-MM-DD`; undefined where the field is blank, as in some returns. */
  readonly effectiveDate: string | undefined;
  /** The day of the year, set by the ACH operator. */
  readonly settlementDay: string | undefined;
  readonly originatorStatus: string;
  /** Eight digits: the bank that sends. */
  readonly odfi: string;
  readonly number: number;
  readonly entries: readonly NachaEntry[];
}

export interface NachaEntry {
  /** 22, 27, 32, 37 and their return and prenote kin. */
  readonly transactionCode: string;
  /** Nine digits with the check digit: the bank that receives. */
  readonly rdfi: string;
  readonly accountNumber: string;
  readonly amountCents: bigint;
  /** Whom or what it concerns, by the originator's own number. */
  readonly individualId: string;
  /** As it stands; in CTX and ATX entries it begins with the number of addenda, in four digits. */
  readonly individualName: string;
  readonly discretionaryData: string;
  readonly traceNumber: string;
  readonly addenda: readonly NachaAddenda[];
}

export type NachaAddenda =
  /** Type 05: free text of the payment. */
  | { readonly type: "payment"; readonly text: string }
  /** Type 02: where a card was used, in POS, SHR and MTE entries; kept as it stands. */
  | { readonly type: "terminal"; readonly text: string; readonly traceNumber: string }
  /** Types 10 to 18: the parties of an IAT entry; kept as they stand. */
  | { readonly type: "international"; readonly typeCode: string; readonly text: string }
  | NachaCorrection
  | NachaRefusedCorrection
  | NachaReturn
  | NachaDishonoredReturn
  | NachaContestedReturn;

/** What returns and corrections say of the entry that they are about. */
interface AboutAnEntry {
  readonly code: string;
  readonly originalTrace: string;
  /** Eight digits: the bank that the entry was sent to. */
  readonly originalRdfi: string;
  readonly traceNumber: string;
}

/** Type 98: a notification of change, C01 to C14. */
export interface NachaCorrection extends AboutAnEntry {
  readonly type: "correction";
  readonly correctedData: string;
}

/** Type 98: the originator does not accept one, C61 to C69. */
export interface NachaRefusedCorrection extends AboutAnEntry {
  readonly type: "refused_correction";
  readonly correctedData: string;
  /** The code that is refused, and the last seven digits of its trace number. */
  readonly changeCode: string;
  readonly changeTraceSequence: string;
}

/** Type 99: the entry comes back. */
export interface NachaReturn extends AboutAnEntry {
  readonly type: "return";
  /** `YYYY-MM-DD`, with R14 and R15. */
  readonly dateOfDeath: string | undefined;
  readonly text: string;
}

/** Type 99 with R61 to R70: the originator does not accept a return. */
export interface NachaDishonoredReturn extends AboutAnEntry {
  readonly type: "dishonored_return";
  readonly returned: NachaReturnStep;
  readonly text: string;
}

/** Type 99 with R71 to R77: the receiver stands by its return. */
export interface NachaContestedReturn extends AboutAnEntry {
  readonly type: "contested_return";
  /** Six digits as they stand: the day on which the entry was returned. */
  readonly returnedOn: string | undefined;
  readonly originalSettlementDay: string | undefined;
  readonly returned: NachaReturnStep;
  readonly dishonored: NachaReturnStep;
}

/** An earlier round of a dispute; what the field leaves blank is undefined. */
export interface NachaReturnStep {
  readonly traceNumber: string | undefined;
  /** The day of the year. */
  readonly settlementDay: string | undefined;
  readonly code: string | undefined;
}

/** Where a file is wrong: lines and columns count from 1. */
export interface NachaProblem {
  readonly line: number;
  readonly column: number;
  readonly rule: NachaRule;
  /** In words, without anything that stands in the file: there may be names and account numbers in it. */
  readonly detail: string;
}

export type NachaReading =
  | { readonly ok: true; readonly file: NachaFile }
  | { readonly ok: false; readonly problems: readonly NachaProblem[] };
