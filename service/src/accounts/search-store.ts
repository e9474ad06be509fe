import type { Session } from "../db/database.ts";
import { list } from "../db/list.ts";
import type { FilterUse } from "../db/list-definition.ts";
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

interface AccountSearch {
  /** Substring of a name, or prefix of an id. */
  readonly search?: string | undefined;
}

const columns = `account.id, account.kind, account.name, account.business_name, account.self_attested, account.status,
  account.created_at`;

const bySearch = (search: string, { bind }: Pick<FilterUse<unknown>, "bind">): string => {
  const text = bind(search);
  return `(starts_with(account.id, upper(${text})) OR strpos(lower(account.name), lower(${text})) > 0
    OR strpos(lower(account.business_name), lower(${text})) > 0)`;
};
const byId = { orders: { created: ["account.id"] }, time: "account.id" };

/**
 * Accounts of a tenant in one network, newest first: its own, and those that it manages. By the primary key, in its
 * order; rows that do not match are skipped.
 */
export const accountSearch = list<
  FoundAccount,
  AccountSearch & {
    readonly tenantId: TenantId;
    readonly network: Network;
    readonly status?: AccountStatus | undefined;
  }
>({
  ...byId,
  from: `accounts AS account
    LEFT JOIN verifications AS review ON review.tenant_id = account.tenant_id AND review.account_id = account.id`,
  columns: `${columns}, review.stage`,
  filters: {
    tenantId: "account.tenant_id",
    network: (network, { bind }) => `(account.network = ${bind(network)} OR account.network IS NULL)`,
    status: "account.status",
    search: bySearch,
  },
  totals: { status: "account.status" },
});

/** Managing accounts of all tenants, newest first, for the operator. Index: accounts_managing. */
export const managingAccountSearch = list<FoundAccount, AccountSearch>({
  ...byId,
  from: "accounts AS account",
  columns: `${columns}, NULL AS stage`,
  where: ["account.kind = 'managing'"],
  filters: { search: bySearch },
});

/** Undefined for one that finds everything. */
export function searchText(given: string | undefined): string | undefined {
  const text = given?.trim();
  return text === "" ? undefined : text;
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
