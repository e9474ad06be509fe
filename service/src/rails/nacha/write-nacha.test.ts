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

  test("is what the writer produces", () => {
    expect(writeNacha(file).toString("latin1")).toBe(bytes.toString("latin1"));
  });

  test("is read back", () => {
    expect(readNacha(bytes)).toEqual({ ok: true, file });
  });
});

describe("texts", () => {
  test("are transliterated to ASCII and truncated", () => {
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

describe("writing fails for a file", () => {
  const withEntry = (changes: Partial<NachaEntry>): NachaFile => fileOf(batchOf([entryOf(1, changes)]));
  const wrong: readonly (readonly [string, NachaFile, RegExp])[] = [
    [
      "with an amount of eleven digits",
      withEntry({ amountCents: 10_000_000_000n }),
      /amount must be 10 digits/,
    ],
    ["with a negative amount", withEntry({ amountCents: -1n }), /amount must be 10 digits/],
    [
      "with an account number that is too long",
      withEntry({ accountNumber: "1".repeat(18) }),
      /account number must fit/,
    ],
    [
      "with an account number that is not ASCII",
      withEntry({ accountNumber: "１２３" }),
      /account number must be ASCII/,
    ],
    ["with leading blanks in an account number", withEntry({ accountNumber: " 123" }), /no leading blanks/],
    [
      "with an individual identification number that is too long",
      withEntry({ individualId: "1".repeat(16) }),
      /identification number must fit/,
    ],
    ["with a wrong check digit", withEntry({ rdfi: "091000018" }), /entry-check-digit in line 3/],
    ["with an unknown transaction code", withEntry({ transactionCode: "90" }), /transaction-code in line 3/],
    ["with a zero amount", withEntry({ amountCents: 0n }), /amount-zero in line 3/],
    [
      "with an invalid date",
      fileOf(batchOf([entryOf(1)], { effectiveDate: "2026-02-30" })),
      /effective entry date/,
    ],
    ["without batches", fileOf(), /no-batches/],
    ["with descending trace numbers", fileOf(batchOf([entryOf(2), entryOf(1)])), /trace-order in line 4/],
    [
      "with a trace number of another ODFI",
      fileOf(batchOf([entryOf(1)], { odfi: "09100001" })),
      /odfi-trace/,
    ],
    ["without a company name", fileOf(batchOf([entryOf(1)], { companyName: "" })), /mandatory in line 2/],
    [
      "with a total of thirteen digits",
      fileOf(batchOf(manyGreatEntries())),
      /total credit amount must be 12 digits/,
    ],
    [
      "with an invalid immediate destination",
      { ...payments, header: { ...header, destination: "12345678" } },
      /destination must be 9/,
    ],
  ];

  test.each(wrong)("%s", (_, file, message) => {
    expect(() => writeNacha(file)).toThrow(message);
  });

  test("without quoting its contents", () => {
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
