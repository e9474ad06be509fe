import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  correctionOf,
  isSameDay,
  maxTraceSequence,
  overSameDayLimit,
  returnEntryOf,
  sameDayLimitCents,
  traceNumberOf,
} from "../../../test/nacha-entries.ts";
import { batchOf, entryOf, fileOf, odfi, payments, rdfi } from "../../../test/nacha-files.ts";
import { allCorrectionCodes, correctionCodeOf } from "./correction-codes.ts";
import type { NachaBatch } from "./nacha-file.ts";
import { readNacha } from "./read-nacha.ts";
import { allReturnCodes, endsAuthorization, retryRule, returnCodeOf } from "./return-codes.ts";
import { isRoutingNumber, withCheckDigit } from "./routing-digits.ts";
import { creditCode, debitCode, prenoteCode, returnCodeFor, transactionCodeOf } from "./transaction-codes.ts";
import { writeNacha } from "./write-nacha.ts";

const returning = { odfi: rdfi.slice(0, 8), traceNumber: traceNumberOf(rdfi.slice(0, 8), 7) };

describe("transaction codes", () => {
  test("payments and prenotes have one code per account type and direction", () => {
    expect([creditCode("checking"), creditCode("savings")]).toEqual(["22", "32"]);
    expect([debitCode("checking"), debitCode("savings")]).toEqual(["27", "37"]);
    expect([prenoteCode("credit", "checking"), prenoteCode("debit", "savings")]).toEqual(["23", "38"]);
  });

  test.each([
    ["22", "21"],
    ["23", "21"],
    ["27", "26"],
    ["28", "26"],
    ["32", "31"],
    ["37", "36"],
    ["42", "41"],
    ["55", "56"],
  ])("%s is returned as %s", (code, returned) => {
    expect(returnCodeFor(code)).toBe(returned);
    expect(() => returnCodeFor(returned)).toThrow(/cannot be returned/);
  });

  test("30 codes are known", () => {
    const all = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, "0"));
    expect(all.filter((code) => transactionCodeOf(code) !== undefined)).toHaveLength(30);
  });
});

describe("returns", () => {
  test("only insufficient and uncollected funds are retriable", () => {
    const retriable = allReturnCodes().filter((code) => code.retriable);
    expect(retriable.map(({ code }) => code)).toEqual(["R01", "R09"]);
  });

  test("71 return codes are known, each with a reason", () => {
    expect(allReturnCodes()).toHaveLength(71);
    for (const { reason } of allReturnCodes()) expect(reason).toMatch(/^[A-Z].{10,}[^.]$/);
    expect(returnCodeOf("R96")).toBeUndefined();
    expect(correctionCodeOf("C62")).toMatchObject({ stage: "refused" });
  });

  test("a return goes to the ODFI with the original amount and references the original entry", () => {
    const original = entryOf(3, { transactionCode: debitCode("savings") });
    const returned = returnEntryOf(original, { code: "R01", traceNumber: returning.traceNumber });
    expect(returned).toMatchObject({
      transactionCode: "36",
      rdfi: withCheckDigit(odfi),
      accountNumber: original.accountNumber,
      amountCents: original.amountCents,
      traceNumber: returning.traceNumber,
    });
    expect(returned.addenda).toEqual([
      {
        type: "return",
        code: "R01",
        originalTrace: original.traceNumber,
        originalRdfi: rdfi.slice(0, 8),
        dateOfDeath: undefined,
        text: "",
        traceNumber: returning.traceNumber,
      },
    ]);
    expectReadable(batchOf([returned], { serviceClass: "225", odfi: returning.odfi }));
  });

  test("a dishonored return, contested return or correction code cannot return an entry", () => {
    for (const code of ["R61", "R71", "R99", "C01"]) {
      expect(() => returnEntryOf(entryOf(1), { code, traceNumber: returning.traceNumber })).toThrow(/return/);
    }
  });
});

describe("corrections", () => {
  test("have a zero amount", () => {
    const options = { code: "C01", correctedData: "42", traceNumber: returning.traceNumber };
    const correction = correctionOf(entryOf(1), options);
    expect(correction).toMatchObject({ transactionCode: "21", amountCents: 0n });
    expectReadable(batchOf([correction], { sec: "COR", odfi: returning.odfi }));
    expect(() => correctionOf(entryOf(1), { ...options, code: "C61" })).toThrow(/correction/);
  });
});

describe("Same Day ACH", () => {
  test("is requested by SD and a time in the descriptive date", () => {
    const isRequested = (descriptiveDate: string): boolean => isSameDay({ descriptiveDate });
    expect(["SD1300", "SD1700", "SD1800"].every(isRequested)).toBe(true);
    expect(["", "261116", "SD", "SD2460", "sd1300"].some(isRequested)).toBe(false);
  });

  test("applies its limit to each entry", () => {
    const at = (amountCents: bigint): number =>
      overSameDayLimit(fileOf(batchOf([entryOf(1, { amountCents })], { descriptiveDate: "SD1300" }))).length;
    expect([at(sameDayLimitCents), at(sameDayLimitCents + 1n)]).toEqual([0, 1]);
    expect(overSameDayLimit(payments)).toEqual([]);
  });
});

describe("the page of ACH codes", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/operations/ach-codes.md"), "utf8");
  /** The cells of rows that begin with such a code. */
  const rowsOf = (letter: string): readonly (readonly string[])[] =>
    page
      .split("\n")
      .filter((line) => new RegExp(`^\\| \`${letter}[0-9]{2}\``).test(line))
      .map((line) =>
        line
          .slice(1, -1)
          .split("|")
          .map((cell) => cell.trim().replaceAll("`", "")),
      );

  test("has every return code with its category, its retry rule and what it ends", () => {
    const retries = `${retryRule.maxRetries} within ${retryRule.withinDays} days`;
    expect(rowsOf("R")).toEqual(
      allReturnCodes().map(({ code, reason, stage, category, retriable }) => {
        const ends = endsAuthorization(code) ? "yes" : "no";
        return [code, reason, stage, category, retriable ? retries : "no", ends];
      }),
    );
    expect(page).toContain(`\`${retryRule.description}\``);
  });

  test("has every change code with its handling", () => {
    expect(rowsOf("C")).toEqual(
      allCorrectionCodes().map(({ code, reason, handling }) => [code, reason, handling]),
    );
  });
});

describe("numbers", () => {
  test("a routing number ends with a check digit", () => {
    expect(["021000021", "091000019", "121042882", "231380104"].every(isRoutingNumber)).toBe(true);
    expect(["021000020", "231380105", "000000000", "12345678", "12345678A"].some(isRoutingNumber)).toBe(
      false,
    );
  });

  test("a trace number is the ODFI and a sequence number of seven digits", () => {
    expect(traceNumberOf("12104288", 42)).toBe("121042880000042");
    expect(() => traceNumberOf("12104288", maxTraceSequence + 1)).toThrow(/seven digits/);
    expect(() => traceNumberOf("1210428", 1)).toThrow(/eight digits/);
  });
});

function expectReadable(batch: NachaBatch): void {
  const file = fileOf(batch);
  expect(readNacha(writeNacha(file))).toEqual({ ok: true, file });
}
