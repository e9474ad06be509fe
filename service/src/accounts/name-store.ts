import { firstInTenants } from "../db/by-tenant.ts";
import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { Account } from "./account.ts";

/** An account as shown in search results. */
export interface NamedAccount {
  readonly id: AccountId;
  readonly tenantId: TenantId;
  readonly kind: Account["kind"];
  readonly network: Network | undefined;
  readonly name: string;
}

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
