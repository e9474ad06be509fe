import Table from "cli-table3";

// Values no longer than an id are never truncated: a truncated id is useless.
const minWidth = 26;
// Each cell has a space on either side and a border on the right; the table has a border on the left.
const cellMargin = 3;
const tableMargin = 1;

/** Renders a table that fits the terminal, as long as every column has space for an id. */
export function tableText(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  terminalWidth: number,
): string {
  const head = columns.map((column) => column.replaceAll("_", " "));
  const widths = fittingWidths([head, ...rows], terminalWidth);
  const table = new Table({ head, style: { head: [], border: [], compact: true } });
  table.push(...rows.map((row) => row.map((cell, index) => cut(cell, widths[index] ?? minWidth))));
  return table.toString();
}

/** Shrinks the widest column first. */
function fittingWidths(rows: readonly (readonly string[])[], terminalWidth: number): readonly number[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  let excess = widths.reduce((sum, width) => sum + width + cellMargin, tableMargin) - terminalWidth;
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    const second = Math.max(minWidth, ...widths.filter((_, index) => index !== widest));
    const width = widths[widest] ?? 0;
    if (width <= minWidth) break;
    const narrower = Math.max(minWidth, width - excess, Math.min(second, width - 1));
    widths[widest] = narrower;
    excess -= width - narrower;
  }
  return widths;
}

function cut(text: string, width: number): string {
  if (text.length <= width) return text;
  return `${Array.from(text)
    .slice(0, width - 1)
    .join("")}…`;
}
