/**
 * The standard font Helvetica with WinAnsiEncoding (ISO 32000-1, annex D.2): every PDF reader has it, so no font is
 * embedded. It has the characters of Western European languages; others are shown as a question mark.
 */
export interface EncodedText {
  readonly codes: readonly number[];
  /** Characters that the font does not have. */
  readonly missing: number;
}

export function encodeWinAnsi(text: string): EncodedText {
  const codes: number[] = [];
  let missing = 0;
  for (const character of text.normalize("NFC")) {
    const code = codeOf(character);
    if (code === undefined) missing += 1;
    codes.push(code ?? questionMark);
  }
  return { codes, missing };
}

const questionMark = 0x3f;
const space = 0x20;
// Codes 0x80 to 0x9f; dots are unassigned.
const windowsRange = "€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ";
const windowsCodes = new Map(
  Array.from(windowsRange).flatMap((character, index) =>
    character === "." ? [] : [[character, 0x80 + index] as const],
  ),
);

function codeOf(character: string): number | undefined {
  const point = character.codePointAt(0) ?? 0;
  if (point < space || point === 0x7f) return space;
  if (point < 0x7f || (point >= 0xa0 && point <= 0xff)) return point;
  return windowsCodes.get(character);
}

// Thousandths of the font size, from the metrics of Helvetica, for the codes from 0x20, 0x80 and 0xa0 on.
const asciiWidths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const windowsWidths = [
  556, 0, 222, 556, 333, 1000, 556, 556, 333, 1000, 667, 333, 1000, 0, 611, 0, 0, 222, 222, 333, 333, 350,
  556, 1000, 333, 1000, 500, 333, 944, 0, 500, 667,
];
const latinWidths = [
  278, 333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 333, 400, 584, 333, 333, 333,
  556, 537, 278, 333, 333, 365, 556, 834, 834, 834, 611, 667, 667, 667, 667, 667, 667, 1000, 722, 667, 667,
  667, 667, 278, 278, 278, 278, 722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667,
  611, 556, 556, 556, 556, 556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278, 278, 556, 556, 556, 556,
  556, 556, 556, 584, 611, 556, 556, 556, 556, 500, 556, 500,
];

/** Width of text in points. The digits of the bold font have the same width; its letters are a little wider. */
export function widthOf(codes: readonly number[], fontSize: number): number {
  return codes.reduce((sum, code) => sum + widthOfCode(code), 0) * (fontSize / 1_000);
}

function widthOfCode(code: number): number {
  if (code >= 0xa0) return latinWidths[code - 0xa0] ?? 0;
  if (code >= 0x80) return windowsWidths[code - 0x80] ?? 0;
  return asciiWidths[code - space] ?? 0;
}

/** A literal string (ISO 32000-1, 7.3.4.2) of ASCII characters only. */
export function literalOf(codes: readonly number[]): string {
  return `(${codes.map(escaped).join("")})`;
}

const specials = new Set(["(", ")", "\\"]);

function escaped(code: number): string {
  if (code > 0x7e) return `\\${code.toString(8).padStart(3, "0")}`;
  const character = String.fromCharCode(code);
  return specials.has(character) ? `\\${character}` : character;
}

/**
 * Breaks text into lines of a width: after spaces where there are any, otherwise anywhere, as within an id. The last of
 * `maxLines` lines ends with an ellipsis if the text goes on.
 */
export function wrapText(
  codes: readonly number[],
  {
    width,
    fontSize,
    maxLines,
  }: { readonly width: number; readonly fontSize: number; readonly maxLines: number },
): readonly (readonly number[])[] {
  const lines: (readonly number[])[] = [];
  let rest = codes;
  while (rest.length > 0 && lines.length < maxLines) {
    const fitting = fittingLength(rest, width, fontSize);
    const lastSpace = fitting < rest.length ? rest.slice(0, fitting + 1).lastIndexOf(space) : -1;
    const length = lastSpace > 0 ? lastSpace : fitting;
    lines.push(rest.slice(0, length));
    rest = rest.slice(rest[length] === space ? length + 1 : length);
  }
  const last = lines.at(-1);
  if (rest.length > 0 && last !== undefined) lines[lines.length - 1] = [...last.slice(0, -1), ellipsis];
  return lines;
}

const ellipsis = 0x85;

/** At least one, so that a narrow column ends. */
function fittingLength(codes: readonly number[], width: number, fontSize: number): number {
  let used = 0;
  for (const [index, code] of codes.entries()) {
    used += widthOf([code], fontSize);
    if (used > width) return Math.max(index, 1);
  }
  return codes.length;
}
