import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  batchOf,
  corrections,
  disputes,
  entryOf,
  fileOf,
  otherClasses,
  payments,
  returns,
} from "../../../test/nacha-files.ts";
import { maxFileBytes } from "./arrange-records.ts";
import type { NachaBatch, NachaEntry, NachaFile } from "./nacha-file.ts";
import { type NachaRule, nachaRules } from "./nacha-rule.ts";
import { maxProblems } from "./problem-list.ts";
import { readNacha } from "./read-nacha.ts";
import { writeNacha } from "./write-nacha.ts";

const linesOf = (file: NachaFile): readonly string[] =>
  writeNacha(file).toString("latin1").trimEnd().split("\n");
const bytesOf = (lines: readonly string[]): Buffer => Buffer.from(`${lines.join("\n")}\n`, "latin1");

const paid = linesOf(payments);
/** The line of the batch header of `otherClasses` whose SEC code is IAT. */
const iatHeader = linesOf(otherClasses).findIndex((text) => text.slice(50, 53) === "IAT") + 1;
const nines = "9".repeat(94);

interface Broken {
  readonly rule: NachaRule;
  readonly what: string;
  readonly line: number;
  readonly column: number;
  readonly bytes: Buffer;
}

/** The file with characters replaced at a position. */
function put(
  rule: NachaRule,
  line: number,
  column: number,
  characters: string,
  file: NachaFile = payments,
): Broken {
  const lines = linesOf(file).map((text, index) =>
    index === line - 1
      ? text.slice(0, column - 1) + characters + text.slice(column - 1 + characters.length)
      : text,
  );
  return {
    rule,
    what: `${JSON.stringify(characters)} at ${line}:${column}`,
    line,
    column,
    bytes: bytesOf(lines),
  };
}

/** The file with lines reordered, added or removed. */
function arranged(
  rule: NachaRule,
  what: string,
  line: number,
  lines: readonly (string | undefined)[],
): Broken {
  return { rule, what, line, column: 1, bytes: bytesOf(lines.map((text) => text ?? "")) };
}

/** A file with one debit in a batch of this class. */
function ofClass(
  sec: string,
  entryChanges: Partial<NachaEntry> = {},
  batchChanges: Partial<NachaBatch> = {},
): NachaFile {
  const isDebit = entryChanges.transactionCode === undefined;
  const counted = sec === "ATX" || sec === "TRX" ? { individualName: "0000Wanda Receiver" } : {};
  const only = entryOf(1, { transactionCode: "27", ...counted, ...entryChanges });
  return fileOf(batchOf([only], { sec, serviceClass: isDebit ? "225" : "220", ...batchChanges }));
}

const without = (...numbers: readonly number[]): readonly string[] =>
  paid.filter((_, index) => !numbers.includes(index + 1));
const [fileHeader, batchHeader, entry, addenda] = paid;
const fileControl = paid[10];

const broken: readonly Broken[] = [
  { rule: "empty", what: "no bytes", line: 1, column: 1, bytes: Buffer.alloc(0) },
  { rule: "file-size", what: "too many", line: 1, column: 1, bytes: Buffer.alloc(maxFileBytes + 1) },
  {
    rule: "line-end",
    what: "one CRLF among LF",
    line: 2,
    column: 95,
    bytes: Buffer.from(`${paid[0]}\r\n${paid.slice(1).join("\n")}\n`, "latin1"),
  },
  {
    ...arranged(
      "line-length",
      "93 columns",
      3,
      paid.map((text, at) => (at === 2 ? text.slice(0, 93) : text)),
    ),
    column: 94,
  },
  {
    ...arranged(
      "line-length",
      "95 columns",
      3,
      paid.map((text, at) => (at === 2 ? `${text} ` : text)),
    ),
    column: 95,
  },
  { ...arranged("line-length", "a blank line inside", 3, paid.toSpliced(2, 0, "")), column: 1 },
  {
    rule: "empty",
    what: "only line ends and Ctrl-Z",
    line: 1,
    column: 1,
    bytes: Buffer.from("\r\n\n \n\u001a"),
  },
  put("character", 3, 60, "\u001a"),
  put("character", 3, 60, "\u00e9"),
  put("character", 3, 60, "\t"),

  put("record-type", 6, 1, "4"),
  arranged("record-order", "an entry after the file control", 20, [...paid.slice(0, 19), entry]),
  arranged("record-order", "an entry outside of a batch", 2, [fileHeader, entry, ...paid.slice(1, 19)]),
  arranged("record-order", "a batch control without a batch", 8, [
    ...paid.slice(0, 7),
    paid[6],
    ...paid.slice(7, 19),
  ]),
  arranged("file-header", "no header", 20, without(1)),
  arranged("file-header", "two headers", 2, [fileHeader, fileHeader, ...paid.slice(1, 19)]),
  arranged("file-control", "no control", 20, without(11)),
  arranged("file-control", "two controls", 12, [...paid.slice(0, 11), fileControl, ...paid.slice(12)]),
  arranged("batch-control", "missing before the next batch", 7, without(7)),
  arranged("batch-control", "missing in the last batch", 10, without(10)),
  arranged("addenda-outside-entry", "addenda first", 3, [
    fileHeader,
    batchHeader,
    addenda,
    entry,
    ...paid.slice(4),
  ]),
  arranged("no-batches", "a header and a control", 11, [fileHeader, fileControl, ...paid.slice(12)]),
  arranged("no-entries", "a header and a control", 2, without(3, 4, 5, 6)),
  arranged("blocking", "a line too few", 19, paid.slice(0, 19)),
  arranged("blocking", "a block too many", 30, [...paid, ...Array.from({ length: 10 }, () => nines)]),
  arranged("blocking", "padding before the file control", 11, [
    ...paid.slice(0, 10),
    nines,
    fileControl,
    ...paid.slice(12),
  ]),

  put("fixed", 1, 2, "02"),
  put("fixed", 1, 35, "096"),
  put("fixed", 1, 38, "09"),
  put("fixed", 1, 40, "2"),
  put("reserved", 11, 56, "X"),
  put("reserved", 7, 74, "X"),
  put("reserved", 4, 65, "X", corrections),
  put("numeric", 3, 30, "A"),
  put("numeric", 3, 30, " "),
  put("numeric", 1, 4, " YYYYYYYYY"),
  put("numeric", 7, 21, "-"),
  put("mandatory", 2, 54, "          "),
  put("mandatory", 3, 13, " ".repeat(17)),
  put("mandatory", 1, 14, " ".repeat(10)),
  put("zeros", 2, 5, "0".repeat(16)),
  put("zeros", 2, 41, "0".repeat(10)),
  put("zeros", 2, 54, "0".repeat(10)),
  put("date", 1, 24, "260230"),
  put("date", 2, 70, "261301"),
  put("date", 6, 22, "261131", returns),
  put("time", 1, 30, "2400"),
  put("modifier", 1, 34, "a"),
  put("settlement-day", 2, 76, "367"),

  { ...put("destination-check-digit", 1, 13, "5"), column: 4 },
  { ...put("entry-check-digit", 3, 12, "8"), column: 4 },
  put("entry-check-digit", 3, 4, "000000000"),
  put("service-class", 2, 2, "280"),
  put("service-class-control", 7, 2, "200"),
  put("service-class-direction", 3, 2, "27"),
  put("service-class-direction", 9, 2, "22"),
  put("sec-code", 2, 51, "ZZZ"),
  put("sec-code", 2, 51, "ADV"),
  put("originator-status", 2, 79, "9"),
  put("originator-status", 2, 79, "0"),
  put("transaction-code", 3, 2, "90"),
  put("transaction-code", 3, 2, "25"),
  put("amount-zero", 5, 30, "0000000000"),
  put("amount-not-zero", 6, 30, "0000000001"),
  put("amount-not-zero", 3, 30, "0000000001", corrections),
  put("amount-not-zero", 3, 30, "0000000001", ofClass("ATX", { transactionCode: "24", amountCents: 0n })),
  put("individual-name", 9, 55, " ".repeat(22)),
  put("individual-name", 9, 55, "0".repeat(22)),
  put("individual-name", 3, 55, " ".repeat(22), ofClass("TEL")),
  put("tel-direction", 3, 2, "22", ofClass("TEL", {}, { serviceClass: "200" })),
  { ...put("tel-direction", 2, 54, "REVERSAL  ", ofClass("TEL")), line: 3, column: 2 },
  put("redepcheck", 2, 54, "PAYOUT    ", ofClass("RCK", {}, { description: "REDEPCHECK" })),
  put("card-transaction-type", 3, 77, "  ", otherClasses),
  put("card-transaction-type", 3, 77, "22", otherClasses),

  put("odfi-control", 7, 80, "09100001"),
  put("odfi-trace", 5, 80, "09100001"),
  put("company-control", 7, 45, "1987654321"),
  put("batch-number-control", 7, 88, "0000009"),
  put("batch-number-order", 8, 88, "0000001"),
  { ...put("trace-order", 5, 88, "0000001"), column: 80 },

  put("addenda-indicator", 3, 79, "0"),
  put("addenda-indicator", 5, 79, "1"),
  put("addenda-type", 4, 2, "77"),
  { ...put("addenda-type", 4, 2, "02"), line: 3, column: 79 },
  {
    ...arranged("addenda-count", "two addenda records where one is allowed", 3, [
      ...paid.slice(0, 4),
      addenda,
      ...paid.slice(4, 19),
    ]),
    column: 79,
  },
  put("addenda-count", 7, 55, "0002", otherClasses),
  put("addenda-count", 3, 55, "0001", ofClass("TRX")),
  put("addenda-sequence", 4, 84, "0002"),
  put("addenda-sequence", 22, 84, "0001", otherClasses),
  put("addenda-entry", 4, 88, "0000009"),
  put("return-code", 4, 4, "R96", returns),
  put("return-code", 4, 57, "99", disputes),
  put("correction-code", 4, 4, "C99", corrections),
  put("correction-code", 12, 65, "C61", disputes),
  { ...put("correction-class", 2, 51, "CCD", corrections), line: 3, column: 79 },
  { ...put("correction-class", 2, 51, "COR", returns), line: 3, column: 79 },
  put("correction-transaction-code", 3, 2, "24", corrections),
  { ...put("return-without-addenda", 5, 2, "31"), column: 79 },

  put("batch-count", 7, 5, "000005"),
  put("batch-hash", 7, 11, "0027300004"),
  put("batch-debit-total", 7, 21, "000000000001"),
  put("batch-credit-total", 7, 33, "000000125001"),
  put("file-batch-count", 11, 2, "000003"),
  put("file-block-count", 11, 8, "000003"),
  put("file-count", 11, 14, "00000006"),
  put("file-hash", 11, 22, "0036400005"),
  put("file-debit-total", 11, 32, "000100000001"),
  put("file-credit-total", 11, 44, "000000125001"),
];

describe("a file that breaks a rule is rejected", () => {
  test.each(broken)("$rule: $what", ({ rule, line, column, bytes }) => {
    const reading = readNacha(bytes);
    expect(reading.ok ? [] : reading.problems).toContainEqual(
      expect.objectContaining({ rule, line, column }),
    );
  });

  test("every rule is covered", () => {
    const tried = new Set(broken.map(({ rule }) => rule));
    expect([...tried].sort()).toEqual(Object.keys(nachaRules).sort());
  });

  test("the README lists every rule with the same description", () => {
    const readme = readFileSync(join(import.meta.dirname, "README.md"), "utf8");
    const rows = [...readme.matchAll(/^\| `([a-z-]+)` +\| (.+?) +\|$/gm)].map(([, rule, words]) => [
      rule,
      words,
    ]);
    expect(rows).toEqual(Object.entries(nachaRules));
  });
});

describe("problems of a broken file", () => {
  test("are all reported, in file order", () => {
    const lines = linesOf(payments).map((text) =>
      text.replace(/^820/, "821").replace(/^6(..)091000019/, "6$1091000010"),
    );
    const reading = readNacha(bytesOf(lines));
    const places = reading.ok ? [] : reading.problems.map(({ line, rule }) => `${line} ${rule}`);
    expect(places).toEqual([
      "3 entry-check-digit",
      "5 entry-check-digit",
      "6 entry-check-digit",
      "9 entry-check-digit",
    ]);
  });

  test("are limited to a hundred", () => {
    const reading = readNacha(bytesOf(Array.from({ length: 1_000 }, () => "noise")));
    expect(reading.ok ? [] : reading.problems).toHaveLength(maxProblems);
  });

  test("quote no name, account number or other contents", () => {
    const details = broken.flatMap(({ bytes }) => {
      const reading = readNacha(bytes);
      return reading.ok ? [] : reading.problems.map(({ detail }) => detail);
    });
    expect(details.length).toBeGreaterThan(broken.length);
    for (const detail of details) expect(detail).not.toMatch(/0123456789|Wanda|Issuer|invoice|987654/);
  });
});

describe("common deviations of banks are accepted", () => {
  const accepted: readonly (readonly [string, Broken])[] = [
    ["a zero before the immediate destination", put("fixed", 1, 4, "0")],
    ["zeros instead of a blank effective entry date", put("fixed", 2, 70, "000000", returns)],
    ["zeros instead of a blank settlement date", put("fixed", 2, 76, "000")],
    ["zeros in reserved columns", put("fixed", 4, 22, "000000", corrections)],
    ["a right-aligned company identification in a batch control", put("fixed", 7, 45, "1987654320")],
    ["no company identification in a batch control", put("fixed", 7, 45, " ".repeat(10))],
    ["a message authentication code", put("fixed", 7, 55, "MAC0123456789ABCDEF")],
  ];

  test.each(accepted)("%s", (_, { bytes }) => {
    const reading = readNacha(bytes);
    expect(reading.ok ? [] : reading.problems).toEqual([]);
  });

  const lines = paid.join("\n");
  test.each([
    ["no line end after the last record", lines],
    ["a blank last line", `${lines}\n\n`],
    ["blank last lines with blanks", `${lines}\n   \n${" ".repeat(94)}\n`],
    ["a blank last line after CRLF", `${paid.join("\r\n")}\r\n\r\n`],
    ["Ctrl-Z at the end", `${lines}\n\u001a`],
    ["Ctrl-Z and a line end", `${lines}\n\u001a\r\n`],
    ["records without line ends, but one at the end", `${paid.join("")}\n`],
    ["records without line ends, but CRLF and Ctrl-Z at the end", `${paid.join("")}\r\n\u001a`],
  ])("%s", (_, text) => {
    expect(readNacha(Buffer.from(text, "latin1"))).toEqual({ ok: true, file: payments });
  });

  test("blanks at the end of the last record belong to it", () => {
    const full = fileOf(batchOf(Array.from({ length: 6 }, (_, index) => entryOf(index + 1))));
    const text = writeNacha(full).toString("latin1").replaceAll("\n", "");
    expect(text).toMatch(/ $/);
    expect(readNacha(Buffer.from(`${text}\n`, "latin1"))).toEqual({ ok: true, file: full });
  });

  test("0 as the originator status of an IAT batch", () => {
    expect(readNacha(put("fixed", iatHeader, 79, "0", otherClasses).bytes).ok).toBe(true);
  });
});

describe("an IAT entry with a wrong number of addenda", () => {
  const at = { line: iatHeader + 1, rule: "addenda-count" };

  test.each([
    ["the number is wrong", put("addenda-count", at.line, 13, "0007", otherClasses), 13],
    ["a mandatory type is missing", put("addenda-count", at.line + 1, 2, "11", otherClasses), 79],
  ])("is refused alone: %s", (_, { bytes }, column) => {
    const reading = readNacha(bytes);
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
    const entry = reading.file.batches.at(-1)?.entries[0];
    expect(reading.file.batches).toHaveLength(otherClasses.batches.length);
    expect(reading.refused).toEqual([
      { entry, problem: { ...at, column, detail: expect.not.stringContaining("DE89") } },
    ]);
  });

  test("is not written", () => {
    const iat = otherClasses.batches.at(-1);
    if (iat === undefined) throw new Error("the sample has an IAT batch");
    const entries = iat.entries.map((entry) => ({ ...entry, addenda: entry.addenda.slice(0, 6) }));
    expect(() => writeNacha(fileOf({ ...iat, entries }))).toThrow(/addenda-count in line 3/);
  });
});
