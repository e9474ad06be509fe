import { type AuditDeps, auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Principal } from "../../http/principal.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { Network } from "../../kernel/id.ts";
import { addMs, type Instant } from "../../kernel/instant.ts";
import { orThrow, type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import type { Address, AddressId } from "../address.ts";
import { type RequestedAddress, requireAddress, requireCompleteAccount } from "../requested-address.ts";
import type { AccountScope } from "../store.ts";
import type { OpenedSession } from "./link-session.ts";
import { digestToken, newCallbackToken, newLinkToken, tokenLifetimeMs } from "./link-token.ts";
import { type Prefill, readPrefill, sealPrefill } from "./prefill.ts";
import type { BankLinkProviders, PageProvider } from "./provider.ts";
import { insertSession, selectBankLink } from "./store.ts";

export interface LinkTokenDeps extends AuditDeps {
  readonly keyRing: KeyRing;
  readonly bankLinks: BankLinkProviders;
}

/** Link token and page URL for the owner of a bank account. */
export interface LinkToken {
  readonly linkToken: string;
  readonly expiresAt: Instant;
  readonly linkUrl: string;
  readonly callbackUrl: string | undefined;
}

/** For a bank account that is not linked yet. */
export async function createLinkToken(
  deps: LinkTokenDeps,
  tx: Transaction,
  { principal, cause, accountId, request }: CreateLinkToken,
): Promise<LinkToken> {
  const prefill = orThrow(readPrefill(request, deps.clock.now()));
  const scope = await requireCompleteAccount(tx, principal, accountId);
  const page = orThrow(requirePage(deps, principal.network));
  const opened = await openSession(deps, tx, { scope, cause, prefill, renewsAddressId: undefined });
  return withPage(deps, page, opened);
}

export interface CreateLinkToken {
  readonly principal: Principal;
  readonly cause: Cause;
  readonly accountId: string;
  readonly request: Prefill;
}

/** For renewing the link of a bank account. */
export async function createUpdateLinkToken(
  deps: LinkTokenDeps,
  tx: Transaction,
  { cause, request, ...requested }: RequestedAddress & Pick<CreateLinkToken, "cause" | "request">,
): Promise<LinkToken> {
  const prefill = orThrow(readPrefill(request, deps.clock.now()));
  const address = await requireAddress(tx, requested);
  const page = orThrow(requirePage(deps, address.network));
  const link = await selectBankLink(tx, { ...address, addressId: address.id });
  const why = whyNotRenewed(address, link?.provider === page.name);
  if (why !== undefined) throw new RefusalError(refuse("unprocessable", why));
  const { tenantId, network, accountId } = address;
  const scope = { tenantId, network, accountId };
  const opened = await openSession(deps, tx, { scope, cause, prefill, renewsAddressId: address.id });
  return withPage(deps, page, opened);
}

function whyNotRenewed(address: Address, isLinked: boolean): string | undefined {
  if (address.medium === "chain") return "this address is on a chain; only bank accounts can be linked";
  if (address.status === "archived") return "this address is archived; reactivate it first";
  return isLinked ? undefined : "this bank account was not linked by page, so there is no link to renew";
}

/** The provider's page, if the network has one. */
export function requirePage({ bankLinks }: LinkTokenDeps, network: Network): PageProvider | Refusal {
  const detail =
    `there is no page to link bank accounts on ${network}; use micro deposits: ` +
    "POST /accounts/{account_id}/banklink/micro-deposits";
  return bankLinks[network].page ?? refuse("unprocessable", detail);
}

export interface NewSession {
  readonly scope: AccountScope;
  readonly cause: Cause;
  readonly prefill: Prefill;
  readonly renewsAddressId: AddressId | undefined;
}

export interface FreshSession {
  readonly session: OpenedSession;
  readonly linkToken: string;
  readonly callbackToken: string | undefined;
}

/** Creates a session and its tokens, which are not stored. */
export async function openSession(
  deps: LinkTokenDeps,
  tx: Transaction,
  { scope, cause, prefill, renewsAddressId }: NewSession,
): Promise<FreshSession> {
  const now = deps.clock.now();
  const id = deps.newId<"bank-link-session">();
  const linkToken = newLinkToken(scope.tenantId);
  // Users of the console confirm a new destination with their second factor, so they register it themselves.
  const callbackToken = cause.actor.type === "user" ? undefined : newCallbackToken(scope.tenantId);
  const session: OpenedSession = {
    state: "opened",
    id,
    ...scope,
    renewsAddressId,
    linkDigest: digestToken(linkToken),
    linkExpiresAt: addMs(now, tokenLifetimeMs),
    callbackDigest: callbackToken === undefined ? undefined : digestToken(callbackToken),
    publicDigest: undefined,
    publicExpiresAt: undefined,
    createdAt: now,
    sealed: sealPrefill(deps.keyRing, prefill, { tenantId: scope.tenantId, id }),
  };
  await insertSession(tx, session);
  const after = { address_id: renewsAddressId ?? null };
  await auditChange(deps, tx, {
    cause,
    action: "bank_link.open",
    type: "bank_link_session",
    of: session,
    after,
  });
  return { session, linkToken, callbackToken };
}

function withPage(
  { bankLinks }: LinkTokenDeps,
  page: PageProvider,
  { session, linkToken, callbackToken }: FreshSession,
): LinkToken {
  return {
    linkToken,
    expiresAt: session.linkExpiresAt,
    linkUrl: page.pageUrl(linkToken),
    callbackUrl: callbackToken === undefined ? undefined : bankLinks.callbacks.callbackUrl(callbackToken),
  };
}
