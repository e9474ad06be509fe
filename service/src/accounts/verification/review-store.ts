import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { AccountId, Network, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { toVerification, type VerificationRow, verificationColumns } from "./store.ts";
import type { OpenStage, Verification } from "./verification.ts";

/* These span all tenants: for the operator and the service itself, never on the request path. */

/** A review as shown in a list. */
export interface QueuedReview {
  readonly verification: Verification;
  readonly accountName: string;
  /** The account's managing account. */
  readonly tenantName: string;
  readonly flagCount: number;
  /** From the last screening. */
  readonly hitCount: number;
}

export interface QueueSlice {
  readonly network: Network | undefined;
  readonly direction: "after" | "before";
  /** Of the last review of the previous page. */
  readonly position: QueuePlace | undefined;
  readonly limit: number;
}

/** Sort key: time and account. */
export interface QueuePlace {
  readonly since: Instant;
  readonly accountId: AccountId;
}

type QueuedRow = VerificationRow & Omit<QueuedReview, "verification">;

/** Joins, by key, each row's account, its manager, its profile and its last screening. */
const selectShown = `
  SELECT ${verificationColumns
    .split(",")
    .map((column) => `review.${column.trim()}`)
    .join(", ")},
         account.name AS account_name, tenant.name AS tenant_name, jsonb_array_length(profile.flags) AS flag_count,
         (SELECT coalesce(sum(jsonb_array_length(hits) + further_hits + unreadable_names), 0)::integer
            FROM screenings
           WHERE tenant_id = review.tenant_id AND account_id = review.account_id
             AND screened_at = (SELECT screened_at FROM screenings
                                 WHERE tenant_id = review.tenant_id AND account_id = review.account_id
                                 ORDER BY id DESC LIMIT 1)) AS hit_count
    FROM verifications AS review
    JOIN accounts AS account ON account.tenant_id = review.tenant_id AND account.id = review.account_id
    JOIN accounts AS tenant ON tenant.tenant_id = review.tenant_id AND tenant.id = review.tenant_id
    JOIN account_profiles AS profile
      ON profile.tenant_id = review.tenant_id AND profile.account_id = review.account_id`;

const waiting = `${selectShown}
   WHERE review.waiting_since IS NOT NULL AND ($1::text IS NULL OR review.network = $1)`;
// Index: verifications_waiting.
const selectQueue = {
  after: statement<QueuedRow>(`${waiting}
     AND (review.waiting_since, review.account_id) > ($2::timestamptz, $3)
   ORDER BY review.waiting_since, review.account_id LIMIT $4`),
  before: statement<QueuedRow>(`${waiting}
     AND (review.waiting_since, review.account_id) < ($2::timestamptz, $3)
   ORDER BY review.waiting_since DESC, review.account_id DESC LIMIT $4`),
};

/** Longest waiting first. */
export async function selectQueuedReviews(
  session: Session,
  slice: QueueSlice,
): Promise<readonly QueuedReview[]> {
  return (await session.rows(selectQueue[slice.direction], queueValues(slice))).map(toQueued);
}

const atStage = `${selectShown}
   WHERE review.stage = $5 AND review.stage NOT IN ('complete', 'rejected')
     AND ($1::text IS NULL OR review.network = $1)`;
// Index: verifications_by_stage.
const selectAtStage = {
  after: statement<QueuedRow>(`${atStage}
     AND (review.stage_since, review.account_id) > ($2::timestamptz, $3)
   ORDER BY review.stage_since, review.account_id LIMIT $4`),
  before: statement<QueuedRow>(`${atStage}
     AND (review.stage_since, review.account_id) < ($2::timestamptz, $3)
   ORDER BY review.stage_since DESC, review.account_id DESC LIMIT $4`),
};

/** Whether or not manual action is needed; longest in the state first. */
export async function selectReviewsAtStage(
  session: Session,
  stage: OpenStage,
  slice: QueueSlice,
): Promise<readonly QueuedReview[]> {
  const rows = await session.rows(selectAtStage[slice.direction], [...queueValues(slice), stage]);
  return rows.map(toQueued);
}

const ends = { after: ["-infinity", ""], before: ["infinity", "~"] } as const;

function queueValues({ network, direction, position, limit }: QueueSlice) {
  const place =
    position === undefined ? ends[direction] : [formatInstant(position.since), position.accountId];
  return [network, ...place, limit];
}

function toQueued({ accountName, tenantName, flagCount, hitCount, ...row }: QueuedRow): QueuedReview {
  return { verification: toVerification(row), accountName, tenantName, flagCount, hitCount };
}

// Index: verifications_by_account.
const findTenant = statement<{ readonly tenantId: TenantId }>(
  "SELECT tenant_id FROM verifications WHERE account_id = $1",
);

export async function selectTenantOfReview(
  session: Session,
  accountId: AccountId,
): Promise<TenantId | undefined> {
  return (await session.first(findTenant, [accountId]))?.tenantId;
}

/** An account last screened with another list, and its position in the scan. */
export interface ScreenedOtherwise {
  readonly tenantId: TenantId;
  readonly accountId: AccountId;
  readonly screenedWith: string;
  /** The current list has already screened it under its current names. */
  readonly wasSeen: boolean;
}

export interface ScreenedOtherwiseSlice {
  readonly mark: string;
  readonly listSha256: string;
  readonly threshold: number;
  readonly algorithm: number;
  readonly after: ScreenedOtherwise | undefined;
  readonly limit: number;
}

// `wasSeen` uses the index screenings_by_account. An empty identifier was never screened, whatever the nodes' clocks
// say.
const rangeOfOthers = (comparison: "<" | ">"): string => `
  SELECT tenant_id, account_id, screened_with,
         screened_with <> '' AND EXISTS (
           SELECT 1 FROM screenings
            WHERE tenant_id = review.tenant_id AND account_id = review.account_id
              AND list_sha256 = $2 AND threshold = $3 AND algorithm = $7
              AND screened_at > coalesce(review.renamed_at, '-infinity')) AS was_seen
    FROM verifications AS review
   WHERE stage NOT IN ('screening', 'rejected') AND screened_with ${comparison} $1
     AND (screened_with, account_id) > ($4, $5)
   ORDER BY screened_with, account_id LIMIT $6`;

/**
 * Index: verifications_screened_with, on both sides of the current identifier, so that the query is cheap when all is
 * done.
 */
const selectOthers = statement<ScreenedOtherwise>(`
  SELECT * FROM ((${rangeOfOthers("<")}) UNION ALL (${rangeOfOthers(">")})) AS others
   ORDER BY screened_with, account_id LIMIT $6`);

export async function selectScreenedOtherwise(
  session: Session,
  { mark, listSha256, threshold, algorithm, after, limit }: ScreenedOtherwiseSlice,
): Promise<readonly ScreenedOtherwise[]> {
  const place = [after?.screenedWith ?? "", after?.accountId ?? ""];
  return session.rows(selectOthers, [mark, listSha256, threshold, ...place, limit, algorithm]);
}

// By the primary key. Skips accounts whose identifier changed meanwhile: they may have been renamed.
const moveMarks = statement(`
  UPDATE verifications AS review SET screened_with = $4
    FROM unnest($1::text[], $2::text[], $3::text[]) AS given (tenant_id, account_id, screened_with)
   WHERE review.tenant_id = given.tenant_id AND review.account_id = given.account_id
     AND review.screened_with = given.screened_with`);

/**
 * Switching back to a list that already screened these accounts is not a new screening; avoids checking them
 * repeatedly.
 */
export async function updateMarks(
  tx: Session,
  accounts: readonly ScreenedOtherwise[],
  mark: string,
): Promise<void> {
  await tx.run(moveMarks, [
    accounts.map(({ tenantId }) => tenantId),
    accounts.map(({ accountId }) => accountId),
    accounts.map(({ screenedWith }) => screenedWith),
    mark,
  ]);
}
