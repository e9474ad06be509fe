import { readFile, writeFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readPdf } from "../../test/read-pdf.ts";
import { encodeWinAnsi, widthOf, wrapText } from "./pdf/win-ansi.ts";
import { presenters, type ReportFormat } from "./present.ts";
import { groupDigits, maxPdfRows } from "./present-pdf.ts";
import type { ReportContent, ReportRow } from "./report.ts";

const columns: ReportContent["columns"] = [
  { key: "wallet", label: "Wallet", type: "text" },
  { key: "at", label: "Date", type: "time", width: 80 },
  { key: "counterparty", label: "Counterparty", type: "text", width: 160 },
  { key: "amount", label: "Amount", type: "amount", width: 90 },
];

function content(rows: readonly ReportRow[], title = "Account statement"): ReportContent {
  async function* pages() {
    yield rows;
  }
  async function* sections() {
    yield {
      title: "Operating wallet · USDX on base",
      facts: [["Opening balance", "1,000.00 USDX"] as const],
      pages: pages(),
      totals: () => [["Operating wallet", "", "Total", "-1234.56"]],
    };
  }
  return {
    title,
    facts: [["Account", "Zoë & Søn (Müller), Inc."]],
    columns,
    sections: sections(),
    notes: ["A note."],
  };
}

const rows: readonly ReportRow[] = [
  ["Operating wallet", "2026-10-01T12:30:59Z", '=HYPERLINK("x")', "-1234567.891"],
  ["Operating wallet", "2026-10-02T00:00:00Z", "José, “Quoted” – 100 €", "0.10"],
];

async function fileOf(format: ReportFormat, of: ReportContent): Promise<string> {
  let text = "";
  for await (const piece of presenters[format].present(of)) text += piece;
  return text;
}

test("CSV has one line per row; text is never a formula, and an amount stays a number", async () => {
  expect(await fileOf("csv", content(rows))).toBe(
    "wallet,at,counterparty,amount\r\n" +
      'Operating wallet,2026-10-01T12:30:59Z,"\'=HYPERLINK(""x"")",-1234567.891\r\n' +
      'Operating wallet,2026-10-02T00:00:00Z,"José, “Quoted” – 100 €",0.10\r\n',
  );
});

test("JSON names the cells by their columns, with totals and notes", async () => {
  const report = JSON.parse(await fileOf("json", content(rows)));
  expect(report).toMatchObject({ title: "Account statement", notes: ["A note."] });
  expect(report.sections[0].rows[1]).toEqual({
    wallet: "Operating wallet",
    at: "2026-10-02T00:00:00Z",
    counterparty: "José, “Quoted” – 100 €",
    amount: "0.10",
  });
  expect(report.sections[0].totals[0].amount).toBe("-1234.56");
});

test("a PDF is the same file for the same content", async () => {
  const golden = new URL("golden/statement.pdf", import.meta.url);
  const file = await fileOf("pdf", content(rows));
  if (process.env["UPDATE_GOLDEN"] === "true") await writeFile(golden, file);
  expect(file).toBe(await readFile(golden, "latin1"));
});

test("a PDF shows all cells, with page numbers, and repeats the labels of the columns", async () => {
  const many = Array.from({ length: 120 }, (_, index): ReportRow => {
    return ["Operating wallet", "2026-10-01T12:30:59Z", `Customer (${index}) \\ Søn`, `${index}000.00`];
  });
  const { pages, title } = readPdf(await fileOf("pdf", content(many)));
  expect(title).toBe("Account statement");
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, texts] of pages.entries()) {
    expect(texts).toContain("Counterparty");
    expect(texts).toContain(`Page ${index + 1} of `);
    expect(texts).toContain(`${pages.length}`);
  }
  const all = pages.flat();
  for (const [, , name = "", amount = ""] of many) {
    expect(all).toContain(name);
    expect(all).toContain(groupDigits(amount));
  }
  expect(all).toContain("2026-10-01 12:30");
  expect(all).not.toContain("Wallet");
});

test("characters that the font does not have are question marks, and a note says so", async () => {
  const { pages } = readPdf(await fileOf("pdf", content([["", "", "日本 Zażółć", "1.00"]])));
  const texts = pages.flat();
  expect(texts).toContain("?? Za?ó??");
  expect(texts.join(" ")).toContain("CSV and JSON contain all characters");
  const western = readPdf(await fileOf("pdf", content(rows)));
  expect(western.pages.flat().join(" ")).not.toContain("CSV and JSON contain all characters");
});

test("any text makes a readable PDF", async () => {
  const text = fc.string({ unit: "binary", maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(text, text, async (title, cell) => {
      expect(readPdf(await fileOf("pdf", content([["", "", cell, ""]], title))).pages.length).toBeGreaterThan(
        0,
      );
    }),
    { numRuns: 50 },
  );
});

test("too many rows for a PDF are refused", async () => {
  const many = Array.from({ length: maxPdfRows + 1 }, (): ReportRow => ["", "", "", ""]);
  await expect(fileOf("pdf", content(many))).rejects.toThrow(/too many for a PDF/);
});

test("lines fit their width and lose nothing but the spaces at their ends, up to the limit of lines", () => {
  const words = fc.string({ unit: fc.constantFrom("a", "W", "i", " ", "é"), maxLength: 80 });
  fc.assert(
    fc.property(words, fc.integer({ min: 12, max: 200 }), (text, width) => {
      const { codes } = encodeWinAnsi(text);
      const lines = wrapText(codes, { width, fontSize: 8, maxLines: 1_000 });
      for (const line of lines) expect(line.length === 1 || widthOf(line, 8) <= width).toBe(true);
      const kept = (some: readonly number[]) => some.filter((code) => code !== 0x20);
      expect(kept(lines.flat())).toEqual(kept(codes));
      const short = wrapText(codes, { width, fontSize: 8, maxLines: 2 });
      expect(short.length).toBeLessThanOrEqual(2);
      if (lines.length > 2) expect(short.at(-1)?.at(-1)).toBe(0x85);
    }),
  );
});

test("a long amount is one number in a smaller size", async () => {
  const amount = "123456789012345678901234567890.123456";
  const { pages } = readPdf(await fileOf("pdf", content([["", "", "", amount]])));
  expect(pages.flat()).toContain(groupDigits(amount));
});

test("thousands are grouped, and nothing else changes", () => {
  expect(["0.00", "-1234.5", "999.99", "1234567.123456"].map(groupDigits)).toEqual([
    "0.00",
    "-1,234.5",
    "999.99",
    "1,234,567.123456",
  ]);
});
