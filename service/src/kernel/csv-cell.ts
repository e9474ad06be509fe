// A spreadsheet takes a cell that begins so for a formula, also with the full-width signs of East Asian keyboards. White
// space counts, as some skip it first.
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A cell of text: never a formula, and in quotes where RFC 4180 wants them, or a spreadsheet might split it at another
 * separator. Amounts are no text: a minus is theirs.
 */
export function csvCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
