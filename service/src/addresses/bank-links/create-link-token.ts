import type { AuditDeps } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Principal } from "../../http/principal.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { Network } from "../../kernel/id.ts";
import { addMs, type Instant } from "../../kernel/instant.ts";
import { orThrow, type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import type { Address, AddressId } from "../address.ts";
import { type RequestedAddress, requireAddress, requireCompleteAccount } from "../requested-address.ts";
import type { AccountScope } from "../store.ts";
import type { OpenedSession } from "./link-session.ts";
import { digestToken, newLinkToken, tokenLifetimeMs } from "./link-token.ts";
import type { BankLinkProviders, PageProvider } from "./provider.ts";
import { auditSession } from "./session-audit.ts";
import { insertSession } from "./session-store.ts";
import { selectBankLink } from "./store.ts";

export interface LinkTokenDeps extends AuditDeps {
  readonly bankLinks: BankLinkProviders;
}

/** Link token and page URL for the owner of a bank account. */
export interface LinkToken {
  readonly linkToken: string;
  readonly expiresAt: Instant;
  readonly callbackUrl: string;
}

/** For a bank account that is not linked yet. */
export async function createLinkToken(
  deps: LinkTokenDeps,
  tx: Transaction,
  {
    principal,
    cause,
    accountId,
  }: { readonly principal: Principal; readonly cause: Cause; readonly accountId: string },
): Promise<LinkToken> {
  const scope = await requireCompleteAccount(tx, principal, accountId);
  const page = orThrow(requirePage(deps, principal.network));
  const opened = await openSession(deps, tx, { scope, cause, renewsAddressId: undefined });
  return withPage(page, opened);
}

/** For renewing the link of a bank account. */
export async function createUpdateLinkToken(
  deps: LinkTokenDeps,
  tx: Transaction,
  { cause, ...requested }: RequestedAddress & { readonly cause: Cause },
): Promise<LinkToken> {
  const address = await requireAddress(tx, requested);
  const page = orThrow(requirePage(deps, address.network));
  const link = await selectBankLink(tx, { ...address, addressId: address.id });
  const why = whyNotRenewed(address, link?.provider === page.name);
  if (why !== undefined) throw new RefusalError(refuse("unprocessable", why));
  const { tenantId, network, accountId } = address;
  const scope = { tenantId, network, accountId };
  return withPage(page, await openSession(deps, tx, { scope, cause, renewsAddressId: address.id }));
}

function whyNotRenewed(address: Address, isLinked: boolean): string | undefined {
  if (address.medium === "chain") return "this address is on a chain; only bank accounts can be linked";
  if (address.status === "archived") return "this address is archived; reactivate it first";
  return isLinked ? undefined : "this bank account was not linked by page, so there is no link to renew";
}

/** The provider's page, if the network has one. */
export function requirePage({ bankLinks }: LinkTokenDeps, network: Network): PageProvider | Refusal {
  const detail = `on ${network}, use micro deposits: POST /accounts/{account_id}/banklink/micro-deposits`;
  return bankLinks[network].page ?? refuse("unprocessable", detail);
}

export interface NewSession {
  readonly scope: AccountScope;
  readonly cause: Cause;
  readonly renewsAddressId: AddressId | undefined;
}

export interface FreshSession {
  readonly session: OpenedSession;
  readonly linkToken: string;
}

/** Creates a session and its link token, which is not stored. */
export async function openSession(
  deps: LinkTokenDeps,
  tx: Transaction,
  { scope, cause, renewsAddressId }: NewSession,
): Promise<FreshSession> {
  const now = deps.clock.now();
  const session: OpenedSession = {
    state: "opened",
    id: deps.newId<"bank-link-session">(),
    ...scope,
    renewsAddressId,
    linkExpiresAt: addMs(now, tokenLifetimeMs),
    createdAt: now,
  };
  const linkToken = newLinkToken();
  await insertSession(tx, session, digestToken(linkToken));
  await auditSession(deps, tx, {
    cause,
    action: "bank_link.open",
    session,
    after: { address_id: renewsAddressId ?? null },
  });
  return { session, linkToken };
}

function withPage(page: PageProvider, { session, linkToken }: FreshSession): LinkToken {
  return { linkToken, expiresAt: session.linkExpiresAt, callbackUrl: page.pageUrl(linkToken) };
}
