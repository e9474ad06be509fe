import { presentCsv } from "./present-csv.ts";
import { presentJson } from "./present-json.ts";
import { presentPdf } from "./present-pdf.ts";
import type { ReportContent } from "./report.ts";

export const reportFormats = ["pdf", "csv", "json"] as const;
export type ReportFormat = (typeof reportFormats)[number];

interface Presenter {
  readonly contentType: string;
  /** The file in pieces of text; a PDF is ASCII. */
  readonly present: (content: ReportContent) => AsyncGenerator<string>;
}

export const presenters: Readonly<Record<ReportFormat, Presenter>> = {
  pdf: { contentType: "application/pdf", present: presentPdf },
  csv: { contentType: "text/csv; charset=utf-8", present: presentCsv },
  json: { contentType: "application/json", present: presentJson },
};
