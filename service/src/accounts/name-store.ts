import { firstInTenants } from "../db/by-tenant.ts";
import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import type { AccountId, TenantId } from "../kernel/id.ts";
import type { Account } from "./account.ts";
import { accounts } from "./tables.ts";

/** An account as shown in search results. */
export type NamedAccount = Pick<RowOf<typeof accounts>, "id" | "tenantId" | "kind" | "network" | "name">;

const columns = `id, tenant_id, kind, network, name`;
const lowerName = `lower(name) COLLATE "C"`;
/** Sorts after every name with this prefix: no character is greater. */
const begins = (place: string): string =>
  `${lowerName} >= lower(${place}) AND ${lowerName} < lower(${place}) || U&'\\+10FFFF'`;

// Index: accounts_by_name.
const inTenant = statement<NamedAccount>(`
  SELECT ${columns} FROM accounts WHERE tenant_id = $1 AND ${begins("$2::text")}
  ORDER BY ${lowerName}, accounts.id LIMIT $3`);

/** Accounts whose name has this prefix, ignoring case, in these tenants. */
export function selectAccountsNamed(
  session: Session,
  {
    tenantIds,
    prefix,
    limit,
  }: { readonly tenantIds: readonly TenantId[]; readonly prefix: string; readonly limit: number },
): Promise<readonly NamedAccount[]> {
  return firstInTenants(tenantIds, limit, (tenantId, remaining) =>
    session.rows(inTenant, [tenantId, prefix, remaining]),
  );
}

// The kind is a literal in the text, because each kind has its own index.
const ofKind = (kind: Account["kind"]) =>
  statement<NamedAccount>(`
  SELECT ${columns} FROM accounts WHERE kind = '${kind}' AND ${begins("$1::text")}
  ORDER BY ${lowerName}, id LIMIT $2`);
const anywhere = { managing: ofKind("managing"), managed: ofKind("managed") };

/** Prefix search across all tenants, for operators. Indexes: accounts_managing_by_name, accounts_managed_by_name. */
export function selectAccountsNamedAnywhere(
  session: Session,
  kind: Account["kind"],
  { prefix, limit }: { readonly prefix: string; readonly limit: number },
): Promise<readonly NamedAccount[]> {
  return session.rows(anywhere[kind], [prefix, limit]);
}

// The review directory by verifications_by_account, or the tenant's own account by accounts_managing; then by key.
const anyone = statement<NamedAccount>(`
  SELECT ${columns} FROM accounts
  WHERE id = $1 AND tenant_id = coalesce((SELECT tenant_id FROM verifications WHERE account_id = $1), $1)`);

/** An account of any tenant. */
export function selectAnyAccount(session: Session, id: AccountId): Promise<NamedAccount | undefined> {
  return session.first(anyone, [id]);
}

/** Display data of a tenant. */
export type TenantName = Pick<RowOf<typeof accounts>, "tenantId" | "name" | "selfAttested">;

// By the primary key, once per tenant: a managing account is its own tenant.
const ofTenants = statement<TenantName>(`
  SELECT tenant_id, name, self_attested FROM accounts
  WHERE (tenant_id, id) IN (SELECT requested, requested FROM unnest($1::text[]) AS requested) AND kind = 'managing'
  ORDER BY lower(name), tenant_id`);

/** Ordered by name; nonexistent tenants are omitted. */
export function selectTenantNames(
  session: Session,
  tenantIds: readonly TenantId[],
): Promise<readonly TenantName[]> {
  return session.rows(ofTenants, [tenantIds]);
}

/** Each account, once for each network that it is in. */
export const accountPlaces = `(
  SELECT tenant_id, place.network, id AS account_id, kind
    FROM accounts JOIN unnest(ARRAY['testnet', 'mainnet']) AS place (network)
      ON accounts.network IS NULL OR accounts.network = place.network)`;

export const accountView = accounts.view("tenant_id, network, id, kind, name, status");

/** Rows of the tenant `$1`: with a table of it, Citus sends the statement to the shard as it is (see db/README.md). */
export const ofTenant = (rows: string): string =>
  `accounts AS tenant CROSS JOIN ${rows} WHERE tenant.tenant_id = $1 AND tenant.id = $1`;
