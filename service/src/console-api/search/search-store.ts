import { accountView } from "../../accounts/index.ts";
import { addressView } from "../../addresses/index.ts";
import { automationView } from "../../automations/index.ts";
import type { Session } from "../../db/database.ts";
import { type Statement, statement } from "../../db/statement.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { IdFragment } from "../../kernel/id-fragment.ts";
import { paymentView } from "../../payments/index.ts";
import { transferView } from "../../transfers/index.ts";

/** What a search result shows of a transfer, a payment, or something with a name. */
export interface FoundRow {
  readonly kind: "transfer" | "payment" | "account" | "address" | "automation";
  readonly id: string;
  readonly tenantId: TenantId;
  /** Undefined for a managing account, which is in both. */
  readonly network: Network | undefined;
  /** Undefined for a payment that is not matched. */
  readonly accountId: string | undefined;
  readonly status: string;
  /** Transfers: millionths. Payments: cents. */
  readonly units: bigint | undefined;
  readonly currency: string | undefined;
  readonly name: string | undefined;
}

/** A row that always has these fields. */
type Having<Field extends keyof FoundRow> = Omit<FoundRow, Field> & {
  readonly [Name in Field]: NonNullable<FoundRow[Name]>;
};
type FoundTransfer = Having<"network" | "accountId" | "units" | "currency">;
type FoundPayment = Having<"network" | "units">;
type FoundName = Having<"network" | "accountId" | "name">;

const transferColumns = `'transfer' AS kind, id, tenant_id, network, account_id, status, units, currency,
  NULL::text AS name`;
// The status as `shownStatus` of payments: one that is held and not yet published is pending.
const paymentColumns = `'payment' AS kind, id, tenant_id, network, account_id,
  CASE WHEN status = 'complete' AND held_reason IS NOT NULL AND rail IS NULL AND NOT is_published THEN 'pending'
    ELSE status END AS status,
  amount_cents AS units, 'USD' AS currency, NULL::text AS name`;
const named = (kind: string, accountId = "account_id") =>
  `'${kind}' AS kind, id, tenant_id, network, ${accountId} AS account_id, status, NULL::numeric AS units,
  NULL::text AS currency, name`;

const endsWith =
  "reverse(right(id, 8)) >= $1 AND reverse(right(id, 8)) < $2 AND right(id, length($3::text)) = $3::text";
const beginsWith = "id >= $5 AND id < $6";

// Indexes: transfers_by_id_end and, in each tenant, the primary key.
const transfersByFragment = statement<FoundTransfer>(`
  SELECT ${transferColumns} FROM ${transferView} AS transfer
  WHERE ((${endsWith}) OR (tenant_id = ANY ($7::text[]) AND ${beginsWith})) AND resource = 'transfer' LIMIT $4`);
// Indexes: payments_by_id_end and payments_by_id.
const paymentsByFragment = statement<FoundPayment>(
  `SELECT ${paymentColumns} FROM ${paymentView} AS payment WHERE (${endsWith}) OR (${beginsWith}) LIMIT $4`,
);

// Indexes: accounts_by_id_end, addresses_by_id_end, automations_by_id_end. By the beginning of an id they have none.
const others: readonly Statement<FoundRow>[] = [
  statement<Having<"accountId" | "name">>(
    `SELECT ${named("account", "id")} FROM ${accountView} AS account WHERE ${endsWith} LIMIT $4`,
  ),
  statement<FoundName>(`
  SELECT ${named("address")} FROM ${addressView} AS address WHERE ${endsWith} AND purpose = 'customer' LIMIT $4`),
  statement<FoundName>(
    `SELECT ${named("automation")} FROM ${automationView} AS automation WHERE ${endsWith} LIMIT $4`,
  ),
];

export interface FragmentSearch {
  readonly fragment: IdFragment;
  /** Where the beginning of an id is looked up. */
  readonly tenantIds: readonly TenantId[];
  readonly limit: number;
}

/** Objects whose id ends with this text, in all tenants; transfers and payments also if it begins with it. */
export async function selectByFragment(
  session: Session,
  { fragment: { tail, prefix, text }, tenantIds, limit }: FragmentSearch,
): Promise<readonly FoundRow[]> {
  const values = [tail.from, tail.to, text, limit];
  const ranges = [...values, prefix.from, prefix.to];
  const found = await Promise.all([
    session.rows(transfersByFragment, [...ranges, tenantIds]),
    session.rows(paymentsByFragment, ranges),
    ...others.map((select) => session.rows(select, values)),
  ]);
  return found.flat();
}

// Indexes: transfers_by_amount, payments_by_amount. For an equality, the planner may expect a common amount and read all
// rows in order of their ids; so does it for codes.
const transfersByAmount = statement<FoundTransfer>(`
  SELECT ${transferColumns} FROM ${transferView} AS transfer
  WHERE tenant_id = $1 AND network = $2 AND resource = 'transfer' AND units BETWEEN $3 AND $3
  ORDER BY units DESC, id DESC LIMIT $4`);
const paymentsByAmount = statement<FoundPayment>(`
  SELECT ${paymentColumns} FROM ${paymentView} AS payment
  WHERE tenant_id = $1 AND network = $2 AND amount_cents BETWEEN $3 AND $3 AND account_id IS NOT NULL
  ORDER BY amount_cents DESC, id DESC LIMIT $4`);

export interface SearchScope {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly limit: number;
}

/** The newest transfers and payments of this amount. Payments have whole cents, so there may be none. */
export async function selectByAmount(
  session: Session,
  { tenantId, network, limit }: SearchScope,
  { units, cents }: { readonly units: bigint; readonly cents: bigint | undefined },
): Promise<readonly FoundRow[]> {
  const [transfers, payments] = await Promise.all([
    session.rows(transfersByAmount, [tenantId, network, units, limit]),
    cents === undefined ? [] : session.rows(paymentsByAmount, [tenantId, network, cents, limit]),
  ]);
  return [...transfers, ...payments];
}

// Index: payments_held, which has the few payments in suspense.
const heldByAmount = statement<FoundPayment>(`
  SELECT ${paymentColumns} FROM ${paymentView} AS payment WHERE held_reason IS NOT NULL AND amount_cents = $1 LIMIT $2`);

/** Payments in suspense of this amount, in all tenants, for operators. */
export function selectHeldByAmount(
  session: Session,
  cents: bigint,
  limit: number,
): Promise<readonly FoundRow[]> {
  return session.rows(heldByAmount, [cents, limit]);
}

// Indexes: transfers_by_failure_code, payments_by_reason_code.
const transfersByCode = statement<FoundTransfer>(`
  SELECT ${transferColumns} FROM ${transferView} AS transfer
  WHERE tenant_id = $1 AND network = $2 AND failure_code BETWEEN $3 AND $3 AND resource = 'transfer'
  ORDER BY failure_code DESC, id DESC LIMIT $4`);
const paymentsByCode = statement<FoundPayment>(`
  SELECT ${paymentColumns} FROM ${paymentView} AS payment
  WHERE tenant_id = $1 AND network = $2 AND reason_code BETWEEN $3 AND $3 AND account_id IS NOT NULL
  ORDER BY reason_code DESC, id DESC LIMIT $4`);

/** The newest transfers and payments that failed with this code of a rail. */
export async function selectByCode(
  session: Session,
  { tenantId, network, limit }: SearchScope,
  code: string,
): Promise<readonly FoundRow[]> {
  const values = [tenantId, network, code, limit];
  const found = await Promise.all([
    session.rows(transfersByCode, values),
    session.rows(paymentsByCode, values),
  ]);
  return found.flat();
}

// Index: addresses_by_name. No character sorts after the last one of the range.
const addressesByName = statement<FoundName>(`
  SELECT ${named("address")} FROM ${addressView} AS address
  WHERE tenant_id = $1 AND lower(name) COLLATE "C" >= lower($2::text)
    AND lower(name) COLLATE "C" < lower($2::text) || U&'\\+10FFFF' AND network = $3 AND purpose = 'customer'
  ORDER BY lower(name) COLLATE "C", id LIMIT $4`);

/** Addresses by the beginning of their name: the counterparties that the tenant has stored. */
export function selectAddressesByName(
  session: Session,
  { tenantId, network, limit }: SearchScope,
  prefix: string,
): Promise<readonly FoundRow[]> {
  return session.rows(addressesByName, [tenantId, prefix, network, limit]);
}
