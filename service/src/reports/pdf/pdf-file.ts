import { encodeWinAnsi, literalOf } from "./win-ansi.ts";

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Objects with a fixed number; those of pages follow. */
const catalog = 1;
const pageTree = 2;
const regularFont = 3;
const boldFont = 4;
const pageCount = 5;
const information = 6;
const firstFree = 7;

/** Names of the resources of each page. `/Count` draws the number of pages, which is known after the last one. */
const resources = `<< /Font << /F1 ${regularFont} 0 R /F2 ${boldFont} 0 R >> /XObject << /Count ${pageCount} 0 R >> >>`;

/**
 * A PDF 1.7 file (ISO 32000-1), in pieces, from the content streams of its pages. It is ASCII, so that a character is a
 * byte and the pieces can be sent as text. Nothing in it depends on the time: the same pages are the same file.
 */
export async function* pdfFile(
  contents: AsyncIterable<string>,
  { title, size }: { readonly title: string; readonly size: PageSize },
): AsyncGenerator<string> {
  const offsets = new Map<number, number>();
  let length = 0;
  const written = (text: string): string => {
    length += text.length;
    return text;
  };
  const object = (number: number, body: string): string => {
    offsets.set(number, length);
    return written(`${number} 0 obj\n${body}\nendobj\n`);
  };
  yield written("%PDF-1.7\n");
  const kids: number[] = [];
  for await (const content of contents) {
    const [contentNumber, pageNumber] = [firstFree + 2 * kids.length, firstFree + 2 * kids.length + 1];
    yield object(contentNumber, streamOf(content));
    yield object(pageNumber, pageOf(contentNumber, size));
    kids.push(pageNumber);
  }
  for (const [number, body] of closingObjects(title, kids)) yield object(number, body);
  yield trailerOf(offsets, length);
}

function closingObjects(title: string, kids: readonly number[]): readonly (readonly [number, string])[] {
  const references = kids.map((number) => `${number} 0 R`).join(" ");
  const text = literalOf(encodeWinAnsi(title).codes);
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  return [
    [
      catalog,
      `<< /Type /Catalog /Pages ${pageTree} 0 R /Lang (en-US) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    ],
    [pageTree, `<< /Type /Pages /Count ${kids.length} /Kids [${references}] >>`],
    [regularFont, font("Helvetica")],
    [boldFont, font("Helvetica-Bold")],
    [pageCount, countForm(kids.length)],
    [information, `<< /Title ${text} /Producer (Florin) >>`],
  ];
}

/** The number of pages, drawn at the origin in the size of the footer. */
function countForm(count: number): string {
  const form = `/Type /XObject /Subtype /Form /BBox [0 -4 40 10] /Resources << /Font << /F1 ${regularFont} 0 R >> >>`;
  return streamOf(`0.35 g BT /F1 ${footerSize} Tf (${count}) Tj ET`, form);
}

export const footerSize = 8;

function pageOf(contentNumber: number, { width, height }: PageSize): string {
  const box = `[0 0 ${width} ${height}]`;
  return `<< /Type /Page /Parent ${pageTree} 0 R /MediaBox ${box} /Resources ${resources} /Contents ${contentNumber} 0 R >>`;
}

function streamOf(content: string, dictionary = ""): string {
  return `<< /Length ${content.length}${dictionary === "" ? "" : ` ${dictionary}`} >>\nstream\n${content}\nendstream`;
}

/** The cross-reference table, in lines of 20 bytes, and the trailer. */
function trailerOf(offsets: ReadonlyMap<number, number>, startOfTable: number): string {
  const size = offsets.size + 1;
  const lines = Array.from({ length: offsets.size }, (_, index) => {
    const offset = (offsets.get(index + 1) ?? 0).toString().padStart(10, "0");
    return `${offset} 00000 n \n`;
  });
  return (
    `xref\n0 ${size}\n0000000000 65535 f \n${lines.join("")}` +
    `trailer\n<< /Size ${size} /Root ${catalog} 0 R /Info ${information} 0 R >>\nstartxref\n${startOfTable}\n%%EOF\n`
  );
}
