import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { AccountId, Network, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { toVerification, type VerificationRow, verificationColumns } from "./store.ts";
import type { Verification } from "./verification.ts";

/* These look over all tenants: for the operator and for the service itself, never on the path of a request. */

/** A review that waits for a person, with what a list shows of it. */
export interface QueuedReview {
  readonly verification: Verification;
  readonly waitingSince: Instant;
  readonly accountName: string;
  readonly flagCount: number;
  /** Of the last screening. */
  readonly hitCount: number;
}

export interface QueueSlice {
  readonly network: Network | undefined;
  readonly after: (Pick<QueuedReview, "waitingSince"> & { readonly accountId: AccountId }) | undefined;
  readonly limit: number;
}

interface QueuedRow extends VerificationRow {
  readonly waiting_since: Instant;
  readonly account_name: string;
  readonly flag_count: number;
  readonly hit_count: number;
}

/** Index: verifications_waiting; then for each row its account, its profile and its last screening by their keys. */
const selectQueue = statement(`
  SELECT ${verificationColumns
    .split(",")
    .map((column) => `review.${column.trim()}`)
    .join(", ")},
         account.name AS account_name, jsonb_array_length(profile.flags) AS flag_count,
         (SELECT coalesce(sum(jsonb_array_length(hits) + further_hits + unreadable_names), 0)::integer
            FROM screenings
           WHERE tenant_id = review.tenant_id AND account_id = review.account_id
             AND screened_at = (SELECT screened_at FROM screenings
                                 WHERE tenant_id = review.tenant_id AND account_id = review.account_id
                                 ORDER BY id DESC LIMIT 1)) AS hit_count
    FROM verifications AS review
    JOIN accounts AS account ON account.tenant_id = review.tenant_id AND account.id = review.account_id
    JOIN account_profiles AS profile
      ON profile.tenant_id = review.tenant_id AND profile.account_id = review.account_id
   WHERE review.waiting_since IS NOT NULL AND ($1::text IS NULL OR review.network = $1)
     AND (review.waiting_since, review.account_id) > ($2::timestamptz, $3)
   ORDER BY review.waiting_since, review.account_id LIMIT $4`);

const beginningOfTime = "-infinity";

/** Who has waited longest comes first. */
export async function selectQueuedReviews(
  session: Session,
  { network, after, limit }: QueueSlice,
): Promise<readonly QueuedReview[]> {
  const since = after === undefined ? beginningOfTime : formatInstant(after.waitingSince);
  const values = [network ?? null, since, after?.accountId ?? "", limit];
  const rows = await session.rows<QueuedRow>(selectQueue, values);
  return rows.map((row) => ({
    verification: toVerification(row),
    waitingSince: row.waiting_since,
    accountName: row.account_name,
    flagCount: row.flag_count,
    hitCount: row.hit_count,
  }));
}

// Index: verifications_by_account.
const findTenant = statement("SELECT tenant_id FROM verifications WHERE account_id = $1");

export async function selectTenantOfReview(
  session: Session,
  accountId: AccountId,
): Promise<TenantId | undefined> {
  return (await session.first<{ readonly tenant_id: TenantId }>(findTenant, [accountId]))?.tenant_id;
}

/** An account that was last screened with another list, and the place of it in the walk through them. */
export interface ScreenedOtherwise {
  readonly tenantId: TenantId;
  readonly accountId: AccountId;
  readonly screenedWith: string;
}

export interface ScreenedOtherwiseSlice {
  readonly mark: string;
  readonly listSha256: string;
  readonly threshold: number;
  readonly after: ScreenedOtherwise | undefined;
  readonly limit: number;
}

const rangeOfOthers = (comparison: "<" | ">"): string => `
  SELECT tenant_id AS "tenantId", account_id AS "accountId", screened_with AS "screenedWith"
    FROM verifications AS review
   WHERE stage NOT IN ('screening', 'rejected') AND screened_with ${comparison} $1
     AND (screened_with, account_id) > ($4, $5)
     AND NOT EXISTS (SELECT 1 FROM screenings
                      WHERE tenant_id = review.tenant_id AND account_id = review.account_id
                        AND list_sha256 = $2 AND threshold = $3)
   ORDER BY screened_with, account_id LIMIT $6`;

/**
 * Index: verifications_screened_with, around the mark in use, so that looking costs nothing when all is done. An account
 * that this very list has seen before is left out: while nodes have different lists they would undo each other's work.
 */
const selectOthers = statement(`
  SELECT * FROM ((${rangeOfOthers("<")}) UNION ALL (${rangeOfOthers(">")})) AS others
   ORDER BY "screenedWith", "accountId" LIMIT $6`);

export async function selectScreenedOtherwise(
  session: Session,
  { mark, listSha256, threshold, after, limit }: ScreenedOtherwiseSlice,
): Promise<readonly ScreenedOtherwise[]> {
  const place = [after?.screenedWith ?? "", after?.accountId ?? ""];
  return session.rows<ScreenedOtherwise>(selectOthers, [mark, listSha256, threshold, ...place, limit]);
}
