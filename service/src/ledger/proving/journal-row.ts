import type { OperationType } from "../operation.ts";
import type { Finding } from "./finding.ts";

/** A record as it stands in the table, in types that can hold whatever somebody may have written there. */
export interface JournalRow {
  readonly sequence: bigint;
  /** Microseconds since 1970; null for a moment that is none, or beyond the year 9999. */
  readonly atMicros: bigint | null;
  /** By the clock of the database, when the row was read. */
  readonly isAhead: boolean;
  readonly type: string;
  readonly key: string;
  readonly holdKey: string | null;
  /** PostgreSQL's text of the array. */
  readonly accountNumbers: string;
  readonly units: string;
  readonly hash: Buffer;
}

export interface RecordLine {
  readonly number: bigint;
  readonly units: bigint;
}

/** A record that can be read, whether or not it is right. */
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

/** Undefined, with a finding, where the row holds something that no record can say. */
export function readRow(row: JournalRow, report: (finding: Finding) => void): ReadableRecord | undefined {
  const { sequence, key, hash, isAhead } = row;
  const no = (detail: string): undefined => {
    report({ table: "ledger_journal", sequence, detail });
    return undefined;
  };
  const atMs = wholeMs(row.atMicros);
  if (atMs === undefined) return no("its time is no whole millisecond between 1970 and 9999");
  const type = operationTypes.find((known) => known === row.type);
  if (type === undefined) return no("its type is none that a record can have");
  const lines = readLines(row);
  if (lines === undefined)
    return no("its accounts and units are no two lists of whole numbers, alike in length");
  if (lines.length > maxPostings) return no(`it has more than ${maxPostings} postings`);
  return { sequence, atMs, isAhead, type, key, holdKey: row.holdKey ?? undefined, lines, hash };
}

const operationTypes: readonly OperationType[] = ["post", "hold", "post_hold", "void_hold"];
const maxPostings = 100;
const microsPerMs = 1_000n;

function wholeMs(micros: bigint | null): number | undefined {
  if (micros === null || micros < 0n || micros % microsPerMs !== 0n) return undefined;
  const ms = Number(micros / microsPerMs);
  return Number.isSafeInteger(ms) ? ms : undefined;
}

// Written with any other bounds, or with NULL or NaN in it, a list is not what was recorded.
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
