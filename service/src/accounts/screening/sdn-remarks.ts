import type { SanctionedBirthDate } from "./birth-date.ts";
import type { SanctionedChainAddress } from "./sanctions-list.ts";

/** Facts in the remarks of an entry that screening uses. Everything else is ignored. */
export interface SdnRemarks {
  readonly birthDates: readonly SanctionedBirthDate[];
  readonly weakAliases: readonly string[];
  readonly chainAddresses: readonly SanctionedChainAddress[];
}

/** Remarks are statements separated by semicolons, with a full stop after the last. */
export function parseSdnRemarks(remarks: string): SdnRemarks {
  const statements = remarks
    .split(";")
    .map((statement) => statement.trim().replace(/\.$/, ""))
    .filter((statement) => statement !== "");
  return {
    birthDates: statements.flatMap((statement) => readBirthDate(statement) ?? []),
    weakAliases: statements.flatMap((statement) => weakAlias.exec(statement)?.[1]?.trim() ?? []),
    chainAddresses: statements.flatMap((statement) => readChainAddress(statement) ?? []),
  };
}

// A weak alias is in quotation marks in the remarks, and not in the alias file.
const weakAlias = /^a\.k\.a\.,? ['"‘“](.+?)['"’”]$/i;
const chainAddress = /^(?:alt\. )?Digital Currency Address - ([A-Z0-9]{2,10}) ([!-~]{20,200})$/;

function readChainAddress(statement: string): SanctionedChainAddress | undefined {
  const [, currency, address] = chainAddress.exec(statement) ?? [];
  return currency === undefined || address === undefined ? undefined : { currency, address };
}

/** An unreadable date is skipped: then there is no second factor, and only the name counts. */
function readBirthDate(statement: string): SanctionedBirthDate | undefined {
  const text = /^(?:alt\. )?DOB (.+)$/.exec(statement)?.[1];
  return text === undefined ? undefined : readSdnBirthDate(text);
}

/** Such as `12 Mar 1960`, `circa 1958` or `1958 to 1960`. */
export function readSdnBirthDate(text: string): SanctionedBirthDate | undefined {
  const isCirca = /\bcirca\b/.test(text);
  const [first = "", last = first, ...more] = text.replaceAll(/\bcirca\b/g, "").split(/\bto\b/);
  const [from, to] = [readDate(first.trim())?.from, readDate(last.trim())?.to];
  if (from === undefined || to === undefined || from > to || more.length > 0) return undefined;
  return { text, from, to, isCirca };
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const dateShape = /^(?:(?:(\d{1,2}) )?([A-Z][a-z]{2}) )?(\d{4})$/;

/** First and last day of `12 Mar 1960`, `Mar 1960` or `1960`. */
function readDate(text: string): { readonly from: string; readonly to: string } | undefined {
  const [, day, monthName, year] = dateShape.exec(text) ?? [];
  if (year === undefined) return undefined;
  if (monthName === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` };
  const month = months.indexOf(monthName) + 1;
  if (month === 0) return undefined;
  const lastDay = new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
  if (day === undefined) return { from: dateText(year, month, 1), to: dateText(year, month, lastDay) };
  if (Number(day) < 1 || Number(day) > lastDay) return undefined;
  return { from: dateText(year, month, Number(day)), to: dateText(year, month, Number(day)) };
}

function dateText(year: string, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
