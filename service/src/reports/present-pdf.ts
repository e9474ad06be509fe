import { RefusalError, refuse } from "../kernel/refusal.ts";
import { createPageWriter, letterLandscape, letterPortrait, type PageWriter } from "./pdf/page-writer.ts";
import { pdfFile } from "./pdf/pdf-file.ts";
import { encodeWinAnsi, widthOf, wrapText } from "./pdf/win-ansi.ts";
import type { Fact, ReportColumn, ReportContent, ReportRow, ReportSection } from "./report.ts";

/** About 250 pages. A longer report is for programs: CSV and JSON have no limit. */
export const maxPdfRows = 10_000;

const textSize = 8;
const lineHeight = 10;
const cellPadding = 3;
const maxLinesPerCell = 3;
const rowPadding = 5;

/** Title, facts, a table for each section, notes; letter size, with page numbers. */
export async function* presentPdf(content: ReportContent): AsyncGenerator<string> {
  const size = content.isWide === true ? letterLandscape : letterPortrait;
  yield* pdfFile(pagesOf(content, createPageWriter(size, content.title)), { title: content.title, size });
}

async function* pagesOf(content: ReportContent, page: PageWriter): AsyncGenerator<string> {
  const text = createEncoder();
  const columns = placeColumns(content.columns, page.width);
  drawHeading(page, text, content);
  let rows = 0;
  for await (const section of content.sections) {
    drawSectionHeading(page, text, section, columns);
    for await (const some of section.pages) {
      rows += some.length;
      if (rows > maxPdfRows) throw tooLong();
      for (const row of some) drawRow(page, text, { columns, row });
      yield* page.takeFinished();
    }
    for (const row of section.totals()) drawRow(page, text, { columns, row, isTotal: true });
    page.moveDown(lineHeight);
  }
  if (rows === 0) drawParagraph(page, text, "No entries in this period.");
  const missing = text.missing() === 0 ? [] : [missingNote];
  for (const note of [...content.notes, ...missing]) drawParagraph(page, text, note);
  if (!page.isAtTop()) page.breakPage();
  yield* page.takeFinished();
}

const missingNote =
  "A question mark may replace a character that this PDF's font does not have. CSV and JSON contain all characters.";

function tooLong(): RefusalError {
  const detail = `the report has more than ${maxPdfRows} rows, too many for a PDF; choose CSV or JSON, or a shorter period`;
  return new RefusalError(refuse("unprocessable", detail));
}

interface Encoder {
  (text: string): readonly number[];
  missing(): number;
}

/** Remembers whether characters were missing, for the note at the end. */
function createEncoder(): Encoder {
  let missing = 0;
  const encode = (text: string): readonly number[] => {
    const encoded = encodeWinAnsi(text);
    missing += encoded.missing;
    return encoded.codes;
  };
  return Object.assign(encode, { missing: () => missing });
}

interface PlacedColumn {
  readonly index: number;
  readonly label: string;
  readonly type: ReportColumn["type"];
  readonly left: number;
  readonly width: number;
}

/** Columns without a width are not in a PDF. */
function placeColumns(columns: readonly ReportColumn[], pageWidth: number): readonly PlacedColumn[] {
  const sum = columns.reduce((total, { width = 0 }) => total + width, 0);
  let left = 0;
  return columns.flatMap(({ label, type, width: share = 0 }, index) => {
    if (share === 0) return [];
    const width = (share / sum) * pageWidth;
    const placed = { index, label, type, left, width };
    left += width;
    return [placed];
  });
}

function drawHeading(page: PageWriter, text: Encoder, { title, facts }: ReportContent): void {
  page.text(0, 16, text(title), { size: 16, isBold: true });
  page.moveDown(30);
  drawFacts(page, text, facts);
  page.moveDown(6);
}

const labelWidth = 130;

function drawFacts(page: PageWriter, text: Encoder, facts: readonly Fact[]): void {
  for (const [label, value] of facts) {
    const width = page.width - labelWidth;
    const lines = wrapText(text(value), { width, fontSize: 9, maxLines: maxLinesPerCell });
    const height = Math.max(lines.length, 1) * 12;
    if (!page.fits(height)) page.breakPage();
    page.text(0, 9, text(label), { size: 9, isGrey: true });
    for (const [index, line] of lines.entries()) page.text(labelWidth, 9 + index * 12, line, { size: 9 });
    page.moveDown(height);
  }
}

function drawSectionHeading(
  page: PageWriter,
  text: Encoder,
  { title, facts }: ReportSection,
  columns: readonly PlacedColumn[],
): void {
  const height = 24 + facts.length * 12 + 3 * lineHeight + 2 * rowPadding;
  if (!page.fits(height) && !page.isAtTop()) page.breakPage();
  page.text(0, 14, text(title), { size: 11, isBold: true });
  page.moveDown(20);
  drawFacts(page, text, facts);
  page.moveDown(4);
  drawColumnLabels(page, text, columns);
}

function drawColumnLabels(page: PageWriter, text: Encoder, columns: readonly PlacedColumn[]): void {
  const height = lineHeight + rowPadding;
  page.shade(height);
  for (const column of columns) {
    const style = { size: textSize, isBold: true };
    const codes = text(column.label);
    if (isNumeric(column)) page.textEndingAt(column.left + column.width - cellPadding, 10, codes, style);
    else page.text(column.left + cellPadding, 10, codes, style);
  }
  page.moveDown(height);
}

function isNumeric({ type }: Pick<PlacedColumn, "type">): boolean {
  return type === "amount" || type === "count";
}

interface TableRow {
  readonly columns: readonly PlacedColumn[];
  readonly row: ReportRow;
  readonly isTotal?: boolean;
}

/** On a new page, the labels of the columns are repeated. */
function drawRow(page: PageWriter, text: Encoder, { columns, row, isTotal = false }: TableRow): void {
  const cells = columns.map((column) => ({ column, lines: linesOf(column, text(shownCell(column, row))) }));
  const lineCount = Math.max(1, ...cells.map(({ lines }) => lines.length));
  const height = lineCount * lineHeight + rowPadding;
  if (!page.fits(height)) {
    page.breakPage();
    drawColumnLabels(page, text, columns);
  }
  for (const { column, lines } of cells) {
    for (const [index, line] of lines.entries()) {
      const drop = 10 + index * lineHeight;
      const right = column.left + column.width - cellPadding;
      if (isNumeric(column))
        page.textEndingAt(right, drop, line, { size: sizeOf(column, line), isBold: isTotal });
      else page.text(column.left + cellPadding, drop, line, { size: textSize, isBold: isTotal });
    }
  }
  page.rule(height);
  page.moveDown(height);
}

/** A time without its seconds and offset: the heading names the time zone. Amounts get thousands separators. */
function shownCell({ index, type }: PlacedColumn, row: ReportRow): string {
  const cell = row[index] ?? "";
  if (type === "time") return cell.slice(0, 16).replace("T", " ");
  return type === "amount" ? groupDigits(cell) : cell;
}

export function groupDigits(amount: string): string {
  const [whole = "", fraction] = amount.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** A number is one line, in a smaller size if it is long: a line break would make it two numbers. */
function linesOf(column: PlacedColumn, codes: readonly number[]) {
  if (isNumeric(column)) return codes.length === 0 ? [] : [codes];
  const width = column.width - 2 * cellPadding;
  return wrapText(codes, { width, fontSize: textSize, maxLines: maxLinesPerCell });
}

function sizeOf({ width }: PlacedColumn, codes: readonly number[]): number {
  const needed = widthOf(codes, textSize);
  const available = width - 2 * cellPadding;
  return needed <= available ? textSize : Math.floor((textSize * available * 10) / needed) / 10;
}

function drawParagraph(page: PageWriter, text: Encoder, paragraph: string): void {
  const lines = wrapText(text(paragraph), { width: page.width, fontSize: 9, maxLines: 20 });
  if (!page.fits(lines.length * 12)) page.breakPage();
  for (const line of lines) {
    page.text(0, 12, line, { size: 9, isGrey: true });
    page.moveDown(12);
  }
  page.moveDown(6);
}
