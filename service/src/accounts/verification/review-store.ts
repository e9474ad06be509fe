import type { Session } from "../../db/database.ts";
import { list } from "../../db/list.ts";
import type { WorkQueue } from "../../db/queue.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { Network } from "../../kernel/id.ts";
import { verifications } from "../tables.ts";
import { toVerification } from "./store.ts";
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

type QueuedRow = RowOf<typeof verifications> & Omit<QueuedReview, "verification">;

export interface ReviewFilters {
  readonly network?: Network | undefined;
}

/** Joins, by key, each row's account, its manager, its profile and its last screening. */
const shown = {
  from: `verifications AS review
    JOIN accounts AS account ON account.tenant_id = review.tenant_id AND account.id = review.account_id
    JOIN accounts AS tenant ON tenant.tenant_id = review.tenant_id AND tenant.id = review.tenant_id
    JOIN account_profiles AS profile
      ON profile.tenant_id = review.tenant_id AND profile.account_id = review.account_id`,
  columns: `${verifications.list("review")},
         account.name AS account_name, tenant.name AS tenant_name, jsonb_array_length(profile.flags) AS flag_count,
         (SELECT coalesce(sum(jsonb_array_length(hits) + further_hits + unreadable_names), 0)::integer
            FROM screenings
           WHERE tenant_id = review.tenant_id AND account_id = review.account_id
             AND screened_at = (SELECT screened_at FROM screenings
                                 WHERE tenant_id = review.tenant_id AND account_id = review.account_id
                                 ORDER BY id DESC LIMIT 1)) AS hit_count`,
  first: "oldest",
  types: { "review.waiting_since": "timestamptz", "review.stage_since": "timestamptz" },
  toItem: toQueued,
} as const;

/** Reviews of all tenants that need manual action, longest waiting first. Index: verifications_waiting. */
export const reviewQueue = list<QueuedRow, ReviewFilters, QueuedReview>({
  ...shown,
  where: ["review.waiting_since IS NOT NULL"],
  filters: { network: "review.network" },
  orders: { created: ["review.waiting_since", "review.account_id"] },
  time: "review.waiting_since",
});

/** Whether or not manual action is needed; longest in the state first. Index: verifications_by_stage. */
export const reviewsAtStage = list<QueuedRow, ReviewFilters & { readonly stage: OpenStage }, QueuedReview>({
  ...shown,
  where: ["review.stage NOT IN ('complete', 'rejected')"],
  filters: { stage: "review.stage", network: "review.network" },
  orders: { created: ["review.stage_since", "review.account_id"] },
  time: "review.stage_since",
});

function toQueued({ accountName, tenantName, flagCount, hitCount, ...row }: QueuedRow): QueuedReview {
  return { verification: toVerification(row), accountName, tenantName, flagCount, hitCount };
}

/** Index: verifications_by_account. */
export const selectReviewKey = verifications.one({ by: ["accountId"], columns: ["tenantId", "accountId"] });

/** An account last screened with another list, and its position in the scan. */
export interface ScreenedOtherwise
  extends Pick<RowOf<typeof verifications>, "tenantId" | "accountId" | "screenedWith"> {
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
const moveMarks = statement(
  `
  UPDATE verifications AS review SET screened_with = $4
    FROM unnest($1::text[], $2::text[], $3::text[]) AS given (tenant_id, account_id, screened_with)
   WHERE review.tenant_id = given.tenant_id AND review.account_id = given.account_id
     AND review.screened_with = given.screened_with`,
  { audited: [] },
);

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

/** Indexes: verifications_waiting, verifications_by_account; for the name accounts_pkey. */
export const waitingReviews: WorkQueue = {
  from: verifications,
  id: "account_id",
  where: "waiting_since IS NOT NULL",
  orderBy: "waiting_since",
  since: "waiting_since",
  title: `(
    SELECT name FROM accounts WHERE accounts.tenant_id = verifications.tenant_id AND id = verifications.account_id)`,
};

export const verificationView = verifications.view("tenant_id, network, account_id, stage, stage_since");
