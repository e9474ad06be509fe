import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Bank files outside of the checkout, with the expected result of each. */
const folder = join(import.meta.dirname, "../../../shared/fixtures");

export const hasFixtures = existsSync(join(folder, "index.json"));

export interface NachaFixture {
  readonly path: string;
  readonly verdict: string;
  readonly why: string;
  readonly batches: readonly FixtureBatch[];
  readonly totals: FixtureTotals;
  readonly returns?: readonly {
    readonly code: string;
    readonly orig_trace: string;
    readonly orig_rdfi: string;
  }[];
  readonly nocs?: readonly {
    readonly code: string;
    readonly origTrace: string;
    readonly corrected: string;
  }[];
}

interface FixtureBatch {
  readonly sec: string;
  readonly scc: string;
  readonly desc: string;
  readonly desc_date?: string;
  readonly entries: number;
  readonly addenda: number;
  readonly debits_cents: number;
  readonly credits_cents: number;
  readonly tx_codes: Readonly<Record<string, number>>;
}

interface FixtureTotals {
  readonly entries: number;
  readonly addenda: number;
  readonly debits: number;
  readonly credits: number;
  readonly hash: number;
}

export function nachaFixtures(): readonly NachaFixture[] {
  const index: readonly NachaFixture[] = readJson("index.json");
  return index.filter(({ path }) => path.startsWith("ach/"));
}

export function fixtureBytes(path: string): Buffer {
  return readFileSync(join(folder, path));
}

export interface ReferenceReturnCode {
  readonly code: string;
  readonly title: string;
  readonly stage: string;
  readonly category: string;
  readonly retriable: boolean;
}

export function referenceReturnCodes(): readonly ReferenceReturnCode[] {
  const table: { readonly codes: readonly ReferenceReturnCode[] } = readJson(
    "reference/ach-return-codes.json",
  );
  return table.codes;
}

function readJson<Value>(path: string): Value {
  return JSON.parse(readFileSync(join(folder, path), "utf8"));
}
