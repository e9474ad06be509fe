import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import { assert } from "../../kernel/assert.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { AccountScope, AddressKey } from "../store.ts";
import { bankLinkSessions, bankLinks } from "../tables.ts";
import type { BankLink } from "./bank-link.ts";
import type { LinkSession } from "./link-session.ts";
import type { TokenKey } from "./link-token.ts";

/** The address is locked or new. A new link without a webhook URL keeps the existing one. */
export const saveBankLink = bankLinks.insert({
  onConflict: `(tenant_id, address_id) DO UPDATE SET
    provider = excluded.provider,
    customer_webhook_url = coalesce(excluded.customer_webhook_url, bank_links.customer_webhook_url),
    amounts_digest = excluded.amounts_digest,
    tries_left = excluded.tries_left,
    begun_at = excluded.begun_at,
    updated_at = excluded.updated_at`,
});

const findOne = bankLinks.one({ by: ["tenantId", "addressId", "network"] });

export async function selectBankLink(session: Session, key: AddressKey): Promise<BankLink | undefined> {
  const row = await findOne(session, key);
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

function toLink({ provider, amountsDigest, triesLeft, ...fields }: RowOf<typeof bankLinks>): BankLink {
  if (provider === "sandbox") return { ...fields, provider };
  assert(amountsDigest !== undefined && triesLeft !== undefined, "micro deposits have amounts and tries");
  return { ...fields, provider, amountsDigest, triesLeft };
}

export const insertSession = bankLinkSessions.insert();

// Index of both: bank_link_sessions_by_link_digest.
const readByLink = bankLinkSessions.one({ by: ["tenantId", "linkDigest"] });
const lockByLinkDigest = bankLinkSessions.one({ by: ["tenantId", "linkDigest"], lock: "NO KEY UPDATE" });

export async function selectByLink(
  session: Session,
  key: TokenKey | undefined,
): Promise<LinkSession | undefined> {
  return key && toSession(await readByLink(session, { ...key, linkDigest: key.digest }));
}

/** Locks the session until the transaction ends, so that each token is used once. */
export async function lockByLink(
  tx: Transaction,
  key: TokenKey | undefined,
): Promise<LinkSession | undefined> {
  return key && toSession(await lockByLinkDigest(tx, { ...key, linkDigest: key.digest }));
}

// Index: bank_link_sessions_by_callback_digest.
const lockByCallbackDigest = bankLinkSessions.one({
  by: ["tenantId", "callbackDigest"],
  lock: "NO KEY UPDATE",
});

/** Locks the session until the transaction ends, so that it is registered once. */
export async function lockByCallback(
  tx: Transaction,
  key: TokenKey | undefined,
): Promise<LinkSession | undefined> {
  return key && toSession(await lockByCallbackDigest(tx, { ...key, callbackDigest: key.digest }));
}

// Index: the unique key of tenant and public digest.
const lockByPublic = bankLinkSessions.one({
  by: ["tenantId", "publicDigest", "network"],
  lock: "NO KEY UPDATE",
});

export async function lockByPublicDigest(
  tx: Transaction,
  key: Pick<LinkSession, "tenantId" | "network"> & { readonly publicDigest: Buffer },
): Promise<LinkSession | undefined> {
  return toSession(await lockByPublic(tx, key));
}

/** The session is locked. */
export const savePicked = bankLinkSessions.updateOne({
  by: ["tenantId", "id"],
  where: "state = 'opened'",
  set: ["publicDigest", "publicExpiresAt", "sealed"],
  setText: "state = 'picked'",
});

/** The session is locked, and the account's details are stored with its address. */
export const saveRegistered = bankLinkSessions.updateOne({
  by: ["tenantId", "id"],
  where: "state = 'picked'",
  setText: "state = 'registered', sealed = NULL",
});

/** Bounded, so that one sweep never locks many rows. Index: bank_link_sessions_by_creation. */
export const deleteSessions = bankLinkSessions.remove({
  by: ["createdAt <="],
  orderBy: ["createdAt"],
  limit: true,
  audited: [],
});

function toSession(row: RowOf<typeof bankLinkSessions> | undefined): LinkSession | undefined {
  if (row === undefined) return undefined;
  const { state, publicExpiresAt } = row;
  if (state !== "picked") return { ...row, state };
  assert(publicExpiresAt !== undefined, "a picked account has a token");
  return { ...row, state, publicExpiresAt };
}
