/** A CSV line (RFC 4180) ended by CRLF. Cells are escaped so that none is a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

// Spreadsheets run a cell with such a first character as a formula, including the full-width signs of East Asian
// keyboards. White space and invisible characters count because some spreadsheets skip them.
const formulaStart = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;

const negativeDecimal = /^-\d+(?:\.\d+)?$/;

/**
 * A text cell: never a formula, and quoted where RFC 4180 requires it or where a spreadsheet might split it at another
 * separator. A negative amount keeps its minus: it is a number.
 */
export function csvCell(text: string): string {
  const isFormula = formulaStart.test(text) && !negativeDecimal.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
