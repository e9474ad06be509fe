import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { ScreeningResult } from "../screening/screening.ts";
import { screenings } from "../tables.ts";
import type { Finding, FoundEntry } from "./findings.ts";
import type { ReviewOwner, ScreeningId, VerificationKey } from "./verification.ts";

/** Screening result of one subject of an account. Never changed. */
export type Screening = Omit<RowOf<typeof screenings>, keyof ReviewOwner>;

const insertRows = screenings.insertMany({ of: ["tenantId", "network", "accountId", "screenedAt"] });

export async function insertScreenings(
  tx: Session,
  owner: ReviewOwner,
  results: readonly (ScreeningResult & { readonly id: ScreeningId })[],
  screenedAt: Instant,
): Promise<void> {
  const rows = results.map(({ label, list, ...result }) => ({
    ...result,
    subjectLabel: label,
    listName: list.name,
    listVersion: list.version,
    listSha256: list.sha256,
  }));
  await insertRows(tx, { ...owner, screenedAt }, rows);
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

/** Newest first. Index: screenings_by_account. */
export const selectScreenings = screenings.many({
  by: ["tenantId", "accountId"],
  orderBy: ["id DESC"],
  limit: true,
});

/**
 * A finding that occurs more than once is returned once, in its latest form. Index: screenings_by_account, and
 * verification_decisions_tenant_id_account_id_revision_key for the last decision that closed a hit.
 */
const selectFound = statement<RowOf<typeof screenings>>(`
  SELECT * FROM (
    SELECT DISTINCT ON (subject_label, hits, further_hits, unreadable_names) ${screenings.list()}
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
