import type { Fact, ReportColumn, ReportContent, ReportRow, ReportSection } from "./report.ts";

/** One JSON object, in pieces. Amounts are strings, because JSON numbers are not exact. */
export async function* presentJson(content: ReportContent): AsyncGenerator<string> {
  const { title, facts, columns, sections, notes } = content;
  const described = columns.map(({ key, label, type }) => ({ key, label, type }));
  yield `{"title":${JSON.stringify(title)},"facts":${JSON.stringify(namedFacts(facts))}`;
  yield `,"columns":${JSON.stringify(described)},"sections":[`;
  let separator = "\n";
  for await (const section of sections) {
    yield separator;
    yield* presentSection(columns, section);
    separator = ",\n";
  }
  yield `],"notes":${JSON.stringify(notes)}}\n`;
}

async function* presentSection(
  columns: readonly ReportColumn[],
  { title, facts, pages, totals }: ReportSection,
): AsyncGenerator<string> {
  yield `{"title":${JSON.stringify(title)},"facts":${JSON.stringify(namedFacts(facts))},"rows":[`;
  let separator = "\n";
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => JSON.stringify(namedCells(columns, row))).join(",\n");
    separator = ",\n";
  }
  yield `],"totals":${JSON.stringify(totals().map((row) => namedCells(columns, row)))}}`;
}

function namedFacts(facts: readonly Fact[]) {
  return facts.map(([label, value]) => ({ label, value }));
}

function namedCells(columns: readonly ReportColumn[], row: ReportRow) {
  return Object.fromEntries(columns.map(({ key }, index) => [key, row[index] ?? ""]));
}
