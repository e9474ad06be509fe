import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  batchOf,
  corrections,
  disputes,
  entryOf,
  fileOf,
  header,
  otherClasses,
  payments,
  returns,
} from "../../../test/nacha-files.ts";
import { toAsciiText } from "../ascii-text.ts";
import type { NachaEntry, NachaFile } from "./nacha-file.ts";
import { readNacha } from "./read-nacha.ts";
import { writeNacha } from "./write-nacha.ts";

const golden: readonly (readonly [string, NachaFile])[] = [
  ["payments", payments],
  ["returns", returns],
  ["corrections", corrections],
  ["disputes", disputes],
  ["other-classes", otherClasses],
];

describe.each(golden)("golden/%s.ach", (name, file) => {
  const bytes = readFileSync(join(import.meta.dirname, "golden", `${name}.ach`));

  test("is written byte for byte", () => {
    expect(writeNacha(file).toString("latin1")).toBe(bytes.toString("latin1"));
  });

  test("is read", () => {
    expect(readNacha(bytes)).toEqual({ ok: true, file });
  });
});

describe("texts", () => {
  test("lose their accents, and then what does not fit", () => {
    const written = firstEntry(
      fileOf(batchOf([entryOf(1, { individualName: "Łucja Brøndby-Ångström-Müller" })])),
    );
    expect(written.individualName).toBe("Lucja Brondby-Angstrom");
  });

  test.each([
    ["Zażółć gęślą jaźń", "Zazolc gesla jazn"],
    ["Straße “Æther” — €5", 'Strasse "AEther" - EUR5'],
    ["ﬁne\tprint\n", "fine print "],
    ["株式会社", "????"],
    ["👍 ok", "? ok"],
  ])("%j becomes %j", (text, ascii) => {
    expect(toAsciiText(text)).toBe(ascii);
  });
});

describe("a file is not written", () => {
  const withEntry = (changes: Partial<NachaEntry>): NachaFile => fileOf(batchOf([entryOf(1, changes)]));
  const wrong: readonly (readonly [string, NachaFile, RegExp])[] = [
    ["with an amount of eleven digits", withEntry({ amountCents: 10_000_000_000n }), /amount has 10 digits/],
    ["with a negative amount", withEntry({ amountCents: -1n }), /amount has 10 digits/],
    [
      "with an account number that is too long",
      withEntry({ accountNumber: "1".repeat(18) }),
      /account number fits/,
    ],
    [
      "with an account number that is not ASCII",
      withEntry({ accountNumber: "１２３" }),
      /account number is ASCII/,
    ],
    ["with blanks before an account number", withEntry({ accountNumber: " 123" }), /no blanks before/],
    [
      "with an identification that is too long",
      withEntry({ individualId: "1".repeat(16) }),
      /identification number fits/,
    ],
    ["with a wrong check digit", withEntry({ rdfi: "091000018" }), /entry-check-digit in line 3/],
    ["with an unknown transaction code", withEntry({ transactionCode: "90" }), /transaction-code in line 3/],
    ["with no money in it", withEntry({ amountCents: 0n }), /amount-zero in line 3/],
    [
      "with a day that is none",
      fileOf(batchOf([entryOf(1)], { effectiveDate: "2026-02-30" })),
      /effective date/,
    ],
    ["without batches", fileOf(), /no-batches/],
    ["with trace numbers that descend", fileOf(batchOf([entryOf(2), entryOf(1)])), /trace-order in line 4/],
    ["of another bank", fileOf(batchOf([entryOf(1)], { odfi: "09100001" })), /odfi-trace/],
    [
      "without a name of the company",
      fileOf(batchOf([entryOf(1)], { companyName: "" })),
      /mandatory in line 2/,
    ],
    ["with a total of thirteen digits", fileOf(batchOf(manyGreatEntries())), /credit total has 12 digits/],
    [
      "to a bank that is none",
      { ...payments, header: { ...header, destination: "12345678" } },
      /destination has 9/,
    ],
  ];

  test.each(wrong)("%s", (_, file, message) => {
    expect(() => writeNacha(file)).toThrow(message);
  });

  test("and nothing of it is said, since there are names in it", () => {
    const accountNumber = "123456789012345678";
    expect(() => writeNacha(withEntry({ accountNumber }))).not.toThrow(/1234/);
  });
});

function manyGreatEntries(): readonly NachaEntry[] {
  return Array.from({ length: 101 }, (_, index) => entryOf(index + 1, { amountCents: 9_999_999_999n }));
}

function firstEntry(file: NachaFile): NachaEntry {
  const reading = readNacha(writeNacha(file));
  const [entry] = reading.ok ? (reading.file.batches[0]?.entries ?? []) : [];
  if (entry === undefined) throw new Error("the file has no entry");
  return entry;
}
