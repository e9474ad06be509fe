import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { AccountScope, AddressScope } from "../store.ts";
import type { BankLink, DepositLink, ProviderName } from "./bank-link.ts";

type LinkRow = Omit<DepositLink, "provider" | "amountsDigest" | "triesLeft"> & {
  readonly provider: ProviderName;
  readonly amountsDigest: Buffer | undefined;
  readonly triesLeft: number | undefined;
};

// By the primary key. A new link without a webhook URL keeps the existing one.
const save = statement(`
  INSERT INTO bank_links AS present (tenant_id, network, address_id, account_id, provider, customer_webhook_url,
    amounts_digest, tries_left, begun_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::timestamptz, $10::timestamptz)
  ON CONFLICT (tenant_id, address_id) DO UPDATE SET
    provider = excluded.provider,
    customer_webhook_url = coalesce(excluded.customer_webhook_url, present.customer_webhook_url),
    amounts_digest = excluded.amounts_digest,
    tries_left = excluded.tries_left,
    begun_at = excluded.begun_at,
    updated_at = excluded.updated_at`);

/** The address is locked or new. */
export async function saveBankLink(tx: Transaction, link: BankLink): Promise<void> {
  const isByDeposits = link.provider === "micro_deposits";
  await tx.run(save, [
    link.tenantId,
    link.network,
    link.addressId,
    link.accountId,
    link.provider,
    link.customerWebhookUrl,
    isByDeposits ? link.amountsDigest : null,
    isByDeposits ? link.triesLeft : null,
    formatInstant(link.begunAt),
    formatInstant(link.updatedAt),
  ]);
}

// By the primary key.
const find = statement<LinkRow>(`
  SELECT tenant_id, network, address_id, account_id, provider, customer_webhook_url, amounts_digest, tries_left,
    begun_at, updated_at
  FROM bank_links WHERE tenant_id = $1 AND address_id = $2 AND network = $3`);

export async function selectBankLink(
  session: Session,
  { tenantId, network, addressId }: AddressScope & { readonly addressId: string },
): Promise<BankLink | undefined> {
  const row = await session.first(find, [tenantId, addressId, network]);
  return row === undefined ? undefined : toLink(row);
}

export interface BegunDeposits {
  readonly byAccount: number;
  readonly byTenant: number;
}

// Index: bank_links_with_deposits.
const countBegun = statement<BegunDeposits>(`
  SELECT (count(*) FILTER (WHERE account_id = $2))::int AS by_account, count(*)::int AS by_tenant FROM bank_links
  WHERE tenant_id = $1 AND network = $3 AND begun_at > $4::timestamptz AND provider = 'micro_deposits'`);

/** Number of bank accounts that deposits were sent to since then, for this account and for all of its tenant. */
export async function countMicroDeposits(
  session: Session,
  { tenantId, accountId, network }: AccountScope,
  since: Instant,
): Promise<BegunDeposits> {
  const values = [tenantId, accountId, network, formatInstant(since)];
  return (await session.first(countBegun, values)) ?? { byAccount: 0, byTenant: 0 };
}

const lockFor = statement(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`);

/** Serializes counting and starting deposits per tenant. */
export async function lockMicroDeposits(tx: Transaction, { tenantId, network }: AccountScope): Promise<void> {
  await tx.run(lockFor, [`addresses/micro-deposits/${tenantId}/${network}`]);
}

function toLink({ provider, amountsDigest, triesLeft, ...fields }: LinkRow): BankLink {
  if (provider === "sandbox") return { ...fields, provider };
  assert(amountsDigest !== undefined && triesLeft !== undefined, "micro deposits have amounts and tries");
  return { ...fields, provider, amountsDigest, triesLeft };
}
