import type { OperationType } from "../operation.ts";
import type { Finding } from "./finding.ts";

/** A stored record, in types that accept any tampered value. */
export interface JournalRow {
  readonly sequence: bigint;
  /** Microseconds since 1970; null if it is not a valid instant before the year 10000. */
  readonly atMicros: bigint | undefined;
  /** By the database clock when the row was read. */
  readonly isAhead: boolean;
  readonly type: string;
  readonly key: string;
  readonly holdKey: string | undefined;
  /** PostgreSQL's text of the array. */
  readonly accountNumbers: string;
  readonly units: string;
  readonly hash: Buffer;
}

export interface RecordLine {
  readonly number: bigint;
  readonly units: bigint;
}

/** A readable record, whether or not it is valid. */
export interface ReadableRecord {
  readonly sequence: bigint;
  readonly atMs: number;
  readonly isAhead: boolean;
  readonly type: OperationType;
  readonly key: string;
  readonly holdKey: string | undefined;
  readonly lines: readonly RecordLine[];
  readonly hash: Buffer;
}

/** Returns undefined with a finding if the row contains invalid values. */
export function readRow(row: JournalRow, report: (finding: Finding) => void): ReadableRecord | undefined {
  const { sequence, key, hash, isAhead } = row;
  const invalid = (detail: string): undefined => {
    report({ table: "ledger_journal", sequence, detail });
    return undefined;
  };
  const atMs = wholeMs(row.atMicros);
  if (atMs === undefined) return invalid("its time is not a whole millisecond between 1970 and 9999");
  const type = operationTypes.find((known) => known === row.type);
  if (type === undefined) return invalid("its type is unknown");
  const lines = readLines(row);
  if (lines === undefined)
    return invalid("its accounts and units are not two lists of integers of equal length");
  if (lines.length > maxPostings) return invalid(`it has more than ${maxPostings} postings`);
  return { sequence, atMs, isAhead, type, key, holdKey: row.holdKey, lines, hash };
}

const operationTypes: readonly OperationType[] = ["post", "hold", "post_hold", "void_hold"];
const maxPostings = 100;
const microsPerMs = 1_000n;

function wholeMs(micros: bigint | undefined): number | undefined {
  if (micros === undefined || micros < 0n || micros % microsPerMs !== 0n) return undefined;
  const ms = Number(micros / microsPerMs);
  return Number.isSafeInteger(ms) ? ms : undefined;
}

// A list with other bounds, or with NULL or NaN, is not what was recorded.
const wholeNumbers = /^\{(?:-?\d+(?:,-?\d+)*)?\}$/;

function readLines({ accountNumbers, units }: JournalRow): readonly RecordLine[] | undefined {
  if (!wholeNumbers.test(accountNumbers) || !wholeNumbers.test(units)) return undefined;
  const numbers = membersOf(accountNumbers);
  const amounts = membersOf(units);
  if (numbers.length !== amounts.length) return undefined;
  return numbers.map((number, index) => ({ number, units: amounts[index] ?? 0n }));
}

function membersOf(list: string): readonly bigint[] {
  const inner = list.slice(1, -1);
  return inner === "" ? [] : inner.split(",").map(BigInt);
}
