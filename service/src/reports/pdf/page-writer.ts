import { footerSize, type PageSize } from "./pdf-file.ts";
import { encodeWinAnsi, literalOf, widthOf } from "./win-ansi.ts";

export interface TextStyle {
  readonly size: number;
  readonly isBold?: boolean;
  readonly isGrey?: boolean;
}

/** Draws from top to bottom, and returns pages as they fill. Lengths are in points. */
export interface PageWriter {
  readonly width: number;
  /** Text with its baseline `drop` below the current position, `left` from the margin. */
  text(left: number, drop: number, codes: readonly number[], style: TextStyle): void;
  /** The same, ending `right` from the margin. */
  textEndingAt(right: number, drop: number, codes: readonly number[], style: TextStyle): void;
  rule(drop: number): void;
  shade(height: number): void;
  moveDown(height: number): void;
  fits(height: number): boolean;
  /** Ends the page; its content stream is among the finished ones. */
  breakPage(): void;
  takeFinished(): readonly string[];
  isAtTop(): boolean;
}

const margin = 42;
const footerHeight = 24;
const grey = "0.35 g";
const black = "0 g";

export const letterPortrait: PageSize = { width: 612, height: 792 };
export const letterLandscape: PageSize = { width: 792, height: 612 };

export function createPageWriter(size: PageSize, footer: string): PageWriter {
  const width = size.width - 2 * margin;
  const top = size.height - margin;
  let finished: string[] = [];
  let commands: string[] = [];
  let y = top;
  let pageNumber = 1;

  const put = (left: number, baseline: number, codes: readonly number[], style: TextStyle): void => {
    if (codes.length === 0) return;
    const { size: fontSize, isBold = false, isGrey = false } = style;
    const font = `/${isBold ? "F2" : "F1"} ${fontSize} Tf`;
    const place = `${coordinate(margin + left)} ${coordinate(baseline)} Td`;
    commands.push(`BT ${isGrey ? grey : black} ${font} ${place} ${literalOf(codes)} Tj ET`);
  };
  const drawFooter = (): void => {
    const style = { size: footerSize, isGrey: true };
    const numbered = encodeWinAnsi(`Page ${pageNumber} of `).codes;
    const left = width - 80;
    put(0, margin, encodeWinAnsi(footer).codes, style);
    put(left, margin, numbered, style);
    const count = margin + left + widthOf(numbered, footerSize);
    commands.push(`q 1 0 0 1 ${coordinate(count)} ${margin} cm /Count Do Q`);
  };
  return {
    width,
    text: (left, drop, codes, style) => put(left, y - drop, codes, style),
    textEndingAt: (right, drop, codes, style) =>
      put(right - widthOf(codes, style.size), y - drop, codes, style),
    rule: (drop) => {
      const [from, to, at] = [margin, margin + width, y - drop].map(coordinate);
      commands.push(`0.8 G 0.5 w ${from} ${at} m ${to} ${at} l S`);
    },
    shade: (height) => {
      commands.push(`0.93 g ${margin} ${coordinate(y - height)} ${width} ${height} re f`);
    },
    moveDown: (height) => {
      y -= height;
    },
    fits: (height) => y - height >= margin + footerHeight,
    breakPage: () => {
      drawFooter();
      finished.push(commands.join("\n"));
      commands = [];
      y = top;
      pageNumber += 1;
    },
    takeFinished: () => {
      const taken = finished;
      finished = [];
      return taken;
    },
    isAtTop: () => y === top,
  };
}

/** Two decimals are more than a printer resolves. */
function coordinate(value: number): string {
  return (Math.round(value * 100) / 100).toString();
}
