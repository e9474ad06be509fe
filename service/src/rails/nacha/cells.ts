import type { NachaRecord } from "./arrange-records.ts";
import { type Columns, widthOf } from "./columns.ts";
import type { NachaRule } from "./nacha-rule.ts";
import type { ProblemList } from "./problem-list.ts";

/** Reads the fields of one record. An invalid field is reported and read as a placeholder of the right format. */
export interface Cells {
  /** The raw value without trailing blanks. */
  text(columns: Columns): string;
  /** Without leading and trailing blanks. */
  trimmed(columns: Columns): string;
  /** Without leading and trailing blanks; must not be blank. */
  mandatory(columns: Columns, name: string): string;
  /** Digits in every column. */
  digits(columns: Columns, name: string): string;
  /** Digits in every column, or blank. */
  digitsIfAny(columns: Columns, name: string): string | undefined;
  number(columns: Columns, name: string): bigint;
  /** Blank. Zeros are accepted too, because some banks zero-fill reserved fields. */
  reserved(columns: Columns): void;
  /** Julian date of settlement, inserted by the ACH operator. Zeros mean none. */
  settlementDay(columns: Columns): string | undefined;
  refuse(columns: Columns, rule: NachaRule, detail: string): void;
}

export function cellsOf(record: NachaRecord, problems: ProblemList): Cells {
  const at = ({ from, to }: Columns): string => record.text.slice(from - 1, to);
  const refuse = ({ from }: Columns, rule: NachaRule, detail: string): void => {
    // A record of the wrong length is already reported; problems in its fields would be noise.
    if (record.isWhole) problems.add({ line: record.line, column: from, rule, detail });
  };
  const digits = (columns: Columns, name: string): string => {
    const text = at(columns);
    if (/^[0-9]+$/.test(text)) return text;
    refuse(columns, "numeric", `${name} must be ${widthOf(columns)} digits`);
    return "0".repeat(widthOf(columns));
  };
  const digitsIfAny = (columns: Columns, name: string): string | undefined =>
    at(columns).trim() === "" ? undefined : digits(columns, name);
  return {
    text: (columns) => at(columns).trimEnd(),
    trimmed: (columns) => at(columns).trim(),
    mandatory: (columns, name) => {
      const text = at(columns).trim();
      if (text === "") refuse(columns, "mandatory", `${name} must not be blank`);
      return text;
    },
    digits,
    digitsIfAny,
    number: (columns, name) => BigInt(digits(columns, name)),
    reserved: (columns) => {
      if (!/^(?: *|0*)$/.test(at(columns)))
        refuse(columns, "reserved", "the field is reserved and must be blank");
    },
    settlementDay: (columns) => {
      const day = digitsIfAny(columns, "settlement date");
      if (day === undefined || day === "000") return undefined;
      if (day > "366")
        refuse(columns, "settlement-day", "settlement date must be a Julian date from 001 to 366");
      return day;
    },
    refuse,
  };
}
