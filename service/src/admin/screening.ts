import { createSanctionsSource } from "../accounts/adapters/sanctions-source.ts";
import { createScreener, type Screener, type ScreeningResult, type SubjectKind } from "../accounts/index.ts";
import { readConfig } from "../config.ts";
import { formatInstant, systemClock } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { EnvironmentVariables } from "./open-admin.ts";

export interface NameCheckRequest {
  readonly name: string;
  readonly kind: SubjectKind;
  /** `YYYY-MM-DD`. */
  readonly birthDate?: string;
  /** Overrides the service's threshold, to see scores just below it. */
  readonly threshold?: number;
}

export type NameCheckView = Omit<ScreeningResult, "label">;

export interface SanctionsListView {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly publishedAt: string | undefined;
  readonly entries: number;
  /** When the list was last confirmed to be current; undefined for the demo list. */
  readonly asOf: string | undefined;
  readonly ageSeconds: number | undefined;
  readonly isStale: boolean;
}

/** Screens one name as the service would. Nothing is stored. */
export async function checkName(
  environment: EnvironmentVariables,
  { threshold, ...request }: NameCheckRequest,
): Promise<NameCheckView> {
  if (request.birthDate !== undefined) requireDate(request.birthDate);
  const screener = await openScreener(environment, threshold);
  const [result] = await screener.screen([{ label: "subject", names: [request.name], ...request }]);
  if (result === undefined) throw new Error("a screening of one subject gave no result");
  const { label: _, ...view } = result;
  return view;
}

/** The sanctions list that the service would use. */
export async function showSanctionsList(environment: EnvironmentVariables): Promise<SanctionsListView> {
  const { sanctions } = readConfig(environment);
  const screener = await openScreener(environment);
  const asOf = screener.listAsOf();
  const ageMs = asOf === undefined ? undefined : Math.max(0, systemClock.now() - asOf);
  const { name, version, sha256, publishedAt, entries } = screener.list();
  return {
    name,
    version,
    sha256,
    publishedAt,
    entries,
    asOf: asOf === undefined ? undefined : formatInstant(asOf),
    ageSeconds: ageMs === undefined ? undefined : Math.floor(ageMs / 1000),
    isStale: (ageMs ?? 0) > sanctions.listMaxAgeMs,
  };
}

/** Loaded once: a command doesn't run long enough to see a new list. */
async function openScreener(environment: EnvironmentVariables, threshold?: number): Promise<Screener> {
  const { sanctions } = readConfig(environment);
  const source = createSanctionsSource(sanctions);
  const screener = createScreener({ source, threshold: threshold ?? sanctions.threshold });
  await screener.refresh();
  return screener;
}

function requireDate(text: string): void {
  const day = new Date(`${text}T00:00:00.000Z`);
  // JavaScript parses February 30 as a day in March.
  if (!Number.isNaN(day.getTime()) && day.toISOString() === `${text}T00:00:00.000Z`) return;
  throw new RefusalError(refuse("validation_failed", "the birth date must be a date such as 1960-03-12"));
}
