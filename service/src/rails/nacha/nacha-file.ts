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
  readonly individualId: string;
  readonly individualName: string;
  readonly discretionaryData: string;
  readonly traceNumber: string;
  readonly addenda: readonly NachaAddenda[];
}

export type NachaAddenda =
  /** Type 05: free text of the payment. */
  | { readonly type: "payment"; readonly text: string }
  /** Type 98: a notification of change. */
  | {
      readonly type: "correction";
      readonly code: string;
      readonly originalTrace: string;
      readonly originalRdfi: string;
      readonly correctedData: string;
      readonly traceNumber: string;
    }
  /** Type 99: a return; the codes R61 to R70 dishonour one, R71 to R77 contest that. */
  | {
      readonly type: "return" | "dishonored_return" | "contested_return";
      readonly code: string;
      readonly originalTrace: string;
      /** `YYYY-MM-DD`, with R14 and R15. */
      readonly dateOfDeath: string | undefined;
      readonly originalRdfi: string;
      readonly text: string;
      readonly traceNumber: string;
    };

/** Where a file is wrong: lines and columns count from 1. */
export interface NachaProblem {
  readonly line: number;
  readonly column: number;
  /** A short stable name, such as `batch-hash`. */
  readonly rule: string;
  readonly detail: string;
}

export type NachaReading =
  | { readonly ok: true; readonly file: NachaFile }
  | { readonly ok: false; readonly problems: readonly NachaProblem[] };
