import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { Hit, ScreeningResult } from "../screening/screening.ts";
import type { Finding, FoundEntry } from "./findings.ts";
import type { ScreeningId, Verification, VerificationKey } from "./verification.ts";

/** Screening result of one subject of an account. Never changed. */
export interface Screening {
  readonly id: ScreeningId;
  readonly subjectLabel: string;
  readonly listName: string;
  readonly listVersion: string;
  readonly listSha256: string;
  readonly algorithm: number;
  readonly threshold: number;
  readonly outcome: ScreeningResult["outcome"];
  readonly hits: readonly Hit[];
  readonly furtherHits: number;
  readonly unreadableNames: number;
  readonly screenedAt: Instant;
}

const insertMany = statement(`
  INSERT INTO screenings (tenant_id, network, account_id, id, subject_label, list_name, list_version, list_sha256,
                          threshold, outcome, hits, further_hits, unreadable_names, screened_at, algorithm)
  SELECT $1, $2, $3, id, subject_label, list_name, list_version, list_sha256, threshold, outcome, hits::jsonb,
         further_hits, unreadable_names, $14::timestamptz, algorithm
    FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::integer[], $10::text[], $11::text[],
                $12::integer[], $13::integer[], $15::integer[])
      AS screening (id, subject_label, list_name, list_version, list_sha256, threshold, outcome, hits, further_hits,
                    unreadable_names, algorithm)`);

export async function insertScreenings(
  tx: Session,
  { tenantId, network, accountId }: Pick<Verification, "tenantId" | "network" | "accountId">,
  results: readonly (ScreeningResult & { readonly id: ScreeningId })[],
  screenedAt: Instant,
): Promise<void> {
  await tx.run(insertMany, [
    tenantId,
    network,
    accountId,
    results.map(({ id }) => id),
    results.map(({ label }) => label),
    results.map(({ list }) => list.name),
    results.map(({ list }) => list.version),
    results.map(({ list }) => list.sha256),
    results.map(({ threshold }) => threshold),
    results.map(({ outcome }) => outcome),
    results.map(({ hits }) => JSON.stringify(hits)),
    results.map(({ furtherHits }) => furtherHits),
    results.map(({ unreadableNames }) => unreadableNames),
    formatInstant(screenedAt),
    results.map(({ algorithm }) => algorithm),
  ]);
}

interface FindingRow {
  readonly label: string;
  readonly uid: string | undefined;
  readonly sanctionedName: string;
  readonly birthDate: FoundEntry["birthDate"] | undefined;
  readonly furtherHits: number;
  readonly unreadableNames: number;
}

// Index: screenings_by_account.
const selectFindings = statement<FindingRow>(`
  SELECT DISTINCT subject_label AS label, hit ->> 'uid' AS uid, hit ->> 'sanctionedName' AS sanctioned_name,
         hit #>> '{explanation,birthDate,effect}' AS birth_date, further_hits, unreadable_names
    FROM screenings LEFT JOIN LATERAL jsonb_array_elements(hits) AS hit ON true
   WHERE tenant_id = $1 AND account_id = $2 AND outcome = 'hit'
     AND (subject_label <> 'business'
          OR screened_at > (SELECT coalesce(renamed_at, '-infinity') FROM verifications
                             WHERE tenant_id = $1 AND account_id = $2))`);

/** Earlier findings on this account; for the business, only under its current names. */
export async function selectKnownFindings(
  session: Session,
  { tenantId, accountId }: VerificationKey,
): Promise<readonly Finding[]> {
  const rows = await session.rows(selectFindings, [tenantId, accountId]);
  return rows.map(({ label, uid, sanctionedName, birthDate, furtherHits, unreadableNames }) => ({
    label,
    entry: uid === undefined ? undefined : { uid, sanctionedName, birthDate },
    furtherHits,
    unreadableNames,
  }));
}

const screeningColumns = `id, subject_label, list_name, list_version, list_sha256, algorithm, threshold,
  outcome, hits, further_hits, unreadable_names, screened_at`;

// Index: screenings_by_account.
const selectLatest = statement<Screening>(`
  SELECT ${screeningColumns}
    FROM screenings WHERE tenant_id = $1 AND account_id = $2 ORDER BY id DESC LIMIT $3`);

/** Newest first. */
export function selectScreenings(
  session: Session,
  { tenantId, accountId }: VerificationKey,
  limit: number,
): Promise<readonly Screening[]> {
  return session.rows(selectLatest, [tenantId, accountId, limit]);
}

/**
 * A finding that occurs more than once is returned once, in its latest form. Index: screenings_by_account, and
 * verification_decisions_tenant_id_account_id_revision_key for the last decision that closed a hit.
 */
const selectFound = statement<Screening>(`
  SELECT * FROM (
    SELECT DISTINCT ON (subject_label, hits, further_hits, unreadable_names) ${screeningColumns}
      FROM screenings
     WHERE tenant_id = $1 AND account_id = $2 AND outcome = 'hit'
       AND screened_at >= coalesce((SELECT at FROM verification_decisions
                                     WHERE tenant_id = $1 AND account_id = $2
                                       AND event IN ('reviewer_approved', 'reviewer_cleared_hit')
                                     ORDER BY revision DESC LIMIT 1), '-infinity')
     ORDER BY subject_label, hits, further_hits, unreadable_names, id DESC) AS found
   ORDER BY id DESC LIMIT $3`);

/** Open findings: every hit since the last decision on one, of any list. Newest first. */
export function selectUndecidedScreenings(
  session: Session,
  { tenantId, accountId }: VerificationKey,
  limit: number,
): Promise<readonly Screening[]> {
  return session.rows(selectFound, [tenantId, accountId, limit]);
}
