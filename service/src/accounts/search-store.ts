import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { Account, AccountStatus } from "./account.ts";
import type { Stage } from "./verification/verification.ts";

/* Console search: these statements scan the accounts of one tenant, or of all tenants. */

/** An account in search results, with the state of its review. */
export interface FoundAccount {
  readonly id: AccountId;
  readonly kind: Account["kind"];
  readonly name: string;
  readonly businessName: string | undefined;
  readonly selfAttested: boolean;
  readonly status: AccountStatus;
  /** Undefined for a managing account, which has no review. */
  readonly stage: Stage | undefined;
  readonly createdAt: Instant;
}

export interface SearchSlice {
  /** Substring of a name, or prefix of an id. */
  readonly search: string | undefined;
  /** The id next to which the slice begins, and its direction. */
  readonly position: string;
  readonly isNewer: boolean;
  readonly limit: number;
}

const columns = `account.id, account.kind, account.name, account.business_name, account.self_attested, account.status,
  account.created_at`;

const matches = `($1::text IS NULL OR starts_with(account.id, upper($1)) OR strpos(lower(account.name), lower($1)) > 0
    OR strpos(lower(account.business_name), lower($1)) > 0)`;

const walk = {
  older: "account.id < $2 ORDER BY account.id DESC LIMIT $3",
  newer: "account.id > $2 ORDER BY account.id LIMIT $3",
};

const selectVisible = `
  SELECT ${columns}, review.stage FROM accounts AS account
    LEFT JOIN verifications AS review ON review.tenant_id = account.tenant_id AND review.account_id = account.id
   WHERE account.tenant_id = $4 AND (account.network = $5 OR account.network IS NULL)
     AND ($6::text IS NULL OR account.status = $6) AND ${matches}`;

// By the primary key, in its order; rows that do not match are skipped.
const visibleOlder = statement<FoundAccount>(`${selectVisible} AND ${walk.older}`);
const visibleNewer = statement<FoundAccount>(`${selectVisible} AND ${walk.newer}`);

/** Of a tenant: its own account, and those that it manages in the network. */
export function selectFoundAccounts(
  session: Session,
  slice: SearchSlice & {
    readonly tenantId: TenantId;
    readonly network: Network;
    readonly status: AccountStatus | undefined;
  },
): Promise<readonly FoundAccount[]> {
  const { tenantId, network, status } = slice;
  const values = [...sliceValues(slice), tenantId, network, status];
  return session.rows(slice.isNewer ? visibleNewer : visibleOlder, values);
}

const selectManaging = `
  SELECT ${columns}, NULL AS stage FROM accounts AS account WHERE account.kind = 'managing' AND ${matches}`;

// Index: accounts_managing, across all tenants.
const managingOlder = statement<FoundAccount>(`${selectManaging} AND ${walk.older}`);
const managingNewer = statement<FoundAccount>(`${selectManaging} AND ${walk.newer}`);

export function selectFoundManaging(session: Session, slice: SearchSlice): Promise<readonly FoundAccount[]> {
  const text = slice.isNewer ? managingNewer : managingOlder;
  return session.rows(text, sliceValues(slice));
}

export interface ManagedCount {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly status: AccountStatus;
  readonly count: number;
}

// Index: accounts_by_managing_account, once per tenant.
const countManaged = statement<ManagedCount>(`
  SELECT tenant_id, network, status, count(*)::integer AS count FROM accounts
   WHERE tenant_id = ANY ($1::text[]) AND kind = 'managed' AND network IS NOT NULL GROUP BY tenant_id, network, status`);

export function countManagedAccounts(
  session: Session,
  tenantIds: readonly TenantId[],
): Promise<readonly ManagedCount[]> {
  return session.rows(countManaged, [tenantIds]);
}

function sliceValues({ search, position, limit }: SearchSlice): readonly (string | number | undefined)[] {
  return [search, position, limit];
}
