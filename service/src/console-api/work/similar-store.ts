import { accountView, findTenantIds, verificationView } from "../../accounts/index.ts";
import { claimView } from "../../claims/index.ts";
import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { transferView } from "../../transfers/index.ts";

/** An earlier case, and how it ended. */
export interface SimilarCase {
  readonly id: string;
  /** What it was about: a name or a code. */
  readonly title: string | undefined;
  readonly units: bigint | undefined;
  readonly scale: number | undefined;
  readonly currency: string | undefined;
  readonly at: Instant;
  readonly outcome: string;
}

/** A case that always has these fields. */
type Having<Field extends keyof SimilarCase> = Omit<SimilarCase, Field> & {
  readonly [Name in Field]: NonNullable<SimilarCase[Name]>;
};

const maxTransfersRead = 500;

// Primary key, in each tenant, and transfers_by_account.
const heldTransfers = statement<Having<"title" | "units" | "currency">>(`
  SELECT other.id, other.flow AS title, other.units, 6 AS scale, other.currency, other.created_at AS at,
         CASE WHEN other.step = 'held' THEN 'held' ELSE other.status END AS outcome
    FROM ${transferView} AS this
   CROSS JOIN LATERAL (
     SELECT id, flow, units, currency, created_at, step, status, hold_end, held_for_claim FROM ${transferView} AS transfer
      WHERE transfer.tenant_id = this.tenant_id AND transfer.account_id = this.account_id
        AND transfer.network = this.network AND transfer.resource = this.resource AND transfer.id <> this.id
      ORDER BY transfer.id DESC LIMIT ${maxTransfersRead}) AS other
   WHERE this.tenant_id = ANY ($3::text[]) AND this.id = $1 AND (other.hold_end IS NOT NULL OR other.held_for_claim)
   ORDER BY other.id DESC LIMIT $2`);

// Index: claims_by_id and the primary key; a tenant has few claims.
const claims = statement<Having<"title" | "units">>(`
  SELECT other.id, other.return_code AS title, other.cents AS units, 2 AS scale, 'USD' AS currency,
         other.opened_at AS at, other.status AS outcome
    FROM ${claimView} AS this
   CROSS JOIN LATERAL (
     SELECT id, return_code, cents, opened_at, status FROM ${claimView} AS claim
      WHERE claim.tenant_id = this.tenant_id AND claim.account_id = this.account_id
        AND claim.network = this.network AND claim.id <> this.id
      ORDER BY claim.id DESC LIMIT $2) AS other
   WHERE this.id = $1 ORDER BY other.id DESC`);

// Index: verifications_by_account.
const reviewed = statement<ReviewedAccount>(`
  SELECT account.name, account.network FROM ${verificationView} AS reviewed
    JOIN ${accountView} AS account ON account.tenant_id = reviewed.tenant_id AND account.id = reviewed.account_id
   WHERE reviewed.account_id = $1`);

// Index: accounts_managed_by_name and verifications_pkey.
const reviews = statement<Having<"title">>(`
  SELECT other.id, other.name AS title, NULL::numeric AS units, NULL::int AS scale, NULL::text AS currency,
         verification.stage_since AS at, verification.stage AS outcome
    FROM (
      SELECT tenant_id, id, name FROM ${accountView} AS account
       WHERE lower(name) COLLATE "C" = lower($3) COLLATE "C" AND kind = 'managed' AND network = $4 AND id <> $1
       ORDER BY id DESC LIMIT $2) AS other
    JOIN ${verificationView} AS verification ON verification.tenant_id = other.tenant_id AND verification.account_id = other.id
   ORDER BY verification.stage_since DESC`);

interface ReviewedAccount {
  readonly name: string;
  /** Undefined only for managing accounts. */
  readonly network: Network | undefined;
}

/** Accounts of the same name belong to any tenant, so the name is read first: Citus joins tenants by their id only. */
async function selectReviews(
  session: Session,
  accountId: string,
  limit: number,
): Promise<readonly SimilarCase[]> {
  const account = await session.first(reviewed, [accountId]);
  return account === undefined
    ? []
    : session.rows(reviews, [accountId, limit, account.name, account.network]);
}

/**
 * Held transfers of the same account, claims against the same account, or accounts of the same name; of the same network,
 * newest first. Of all tenants: for operators.
 */
export async function selectSimilar(
  session: Session,
  { kind, objectId }: { readonly kind: "held_transfer" | "claim" | "review"; readonly objectId: string },
  limit: number,
): Promise<readonly SimilarCase[]> {
  if (kind === "review") return selectReviews(session, objectId, limit);
  if (kind === "claim") return session.rows(claims, [objectId, limit]);
  return session.rows(heldTransfers, [objectId, limit, await findTenantIds(session)]);
}
