// The rule of the service's files: a spreadsheet runs a text with such a beginning as a formula, also in full width. A
// negative amount keeps its minus: it is a number.
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;
const negativeDecimal = /^-\d+(?:\.\d+)?$/;

/** A cell of a CSV file (RFC 4180). */
export function csvCell(text: string): string {
  const isFormula = formulaStart.test(text) && !negativeDecimal.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
