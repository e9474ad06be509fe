import { createReading } from "../../accounts/index.ts";
import { auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Principal } from "../../http/principal.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { Network } from "../../kernel/id.ts";
import { isRefusal, orThrow, type Refusal } from "../../kernel/refusal.ts";
import type { BankRail } from "../../rails/rail.ts";
import { type AddBankAddressDeps, insertBankAddress } from "../add-bank-address.ts";
import type { BankAddress } from "../address.ts";
import { auditAddress } from "../address-audit.ts";
import { type BankDetails, loadBankDetails, numberIndexOf, sealDetails } from "../bank/bank-details.ts";
import { readLinkedRail } from "../bank/credit-rail.ts";
import { startPrenote } from "../bank/prenotes.ts";
import { nameOf } from "../bank/read-bank-account.ts";
import { renewDetails, selectDetailsByNumber } from "../bank/store.ts";
import { type OwnershipRequest, type ReadOwnership, readOwnership } from "../ownership.ts";
import { inOrder, readTransferTypes } from "../read-transfer-types.ts";
import { requireCompleteAccount } from "../requested-address.ts";
import { type AccountScope, updateAddress } from "../store.ts";
import { linkPresent, renewLink } from "./bank-link.ts";
import { type LinkTokenDeps, requirePage } from "./create-link-token.ts";
import { type PickedSession, requirePicked } from "./link-session.ts";
import { digestToken } from "./link-token.ts";
import { lockBank } from "./lock-bank.ts";
import { openPicked } from "./picked-account.ts";
import type { CustomerWebhook, LinkedAccount } from "./provider.ts";
import { lockByPublicDigest, saveBankLink, saveRegistered } from "./store.ts";
import { readWebhookUrl } from "./webhook-url.ts";

export type RegisterAccountDeps = AddBankAddressDeps & LinkTokenDeps;

export interface RegisterAccount {
  readonly principal: Principal;
  readonly cause: Cause;
  readonly accountId: string;
  readonly request: RegisterRequest;
}

export interface RegisterRequest extends OwnershipRequest {
  readonly public_token: string;
  /** Every rail that the provider confirms, by default; a renewed address keeps its own. */
  readonly transfer_types?: readonly string[] | undefined;
  readonly customer_webhook_url?: string | undefined;
}

/** Turns the account of a public token into an address that can be debited, or upgrades the existing address. */
export async function registerAccount(
  deps: RegisterAccountDeps,
  tx: Transaction,
  { principal, cause, accountId, request }: RegisterAccount,
): Promise<RegisteredAccount> {
  const { network } = principal;
  orThrow(readInput(deps, network, request));
  const scope = await requireCompleteAccount(tx, principal, accountId);
  orThrow(requirePage(deps, network));
  const publicDigest = digestToken(request.public_token);
  const found = await lockByPublicDigest(tx, { ...scope, publicDigest });
  const own = found?.accountId === scope.accountId ? found : undefined;
  const session = orThrow(requirePicked(own, deps.clock.now()));
  return registerSession(deps, tx, { scope, cause, session, request });
}

export interface RegisteredAccount {
  readonly address: BankAddress;
  /** If it is new. */
  readonly customerWebhook: CustomerWebhook | undefined;
}

export interface RegisterSession {
  readonly scope: AccountScope;
  readonly cause: Cause;
  /** Locked. */
  readonly session: PickedSession;
  readonly request: RegisterRequest;
}

/** The same with the session that authorizes it. */
export async function registerSession(
  deps: RegisterAccountDeps,
  tx: Transaction,
  { scope, cause, session, request }: RegisterSession,
): Promise<RegisteredAccount> {
  const { name: provider, rails: confirmed } = orThrow(requirePage(deps, scope.network));
  const { rails, customerWebhookUrl, ...stated } = orThrow(readInput(deps, scope.network, request));
  const byDefault = session.renewsAddressId === undefined ? confirmed : [];
  const address = await settle(deps, tx, { session, rails: rails ?? byDefault, stated, cause, scope });
  await saveBankLink(tx, {
    ...scope,
    addressId: address.id,
    provider,
    customerWebhookUrl,
    begunAt: address.updatedAt,
    updatedAt: address.updatedAt,
  });
  await saveRegistered(tx, session);
  const after = { address_id: address.id, has_customer_webhook: customerWebhookUrl !== undefined };
  const type = "bank_link_session";
  await auditChange(deps, tx, { cause, action: "bank_link.register", type, of: session, after });
  if (customerWebhookUrl === undefined) return { address, customerWebhook: undefined };
  const customer = { owner: scope, addressId: address.id, url: customerWebhookUrl, cause };
  return { address, customerWebhook: await deps.bankLinks.callbacks.subscribe(tx, customer) };
}

interface Input extends ReadOwnership {
  readonly rails: readonly BankRail[] | undefined;
  readonly customerWebhookUrl: string | undefined;
}

function readInput(
  { bankLinks }: RegisterAccountDeps,
  network: Network,
  { transfer_types: spellings, customer_webhook_url: url, ...request }: RegisterRequest,
): Input | Refusal {
  const transferTypes = readTransferTypes(spellings ?? [], { network, pointer: "/transfer_types" });
  if (isRefusal(transferTypes)) return transferTypes;
  const reading = createReading();
  const rails = transferTypes.map((transferType, index) =>
    reading.take<BankRail>(`/transfer_types/${index}`, readLinkedRail(transferType), "ach_credit"),
  );
  const stated = readOwnership(reading, request);
  const customerWebhookUrl = readWebhookUrl(bankLinks.callbacks, url);
  const refusal = reading.refusal();
  if (refusal !== undefined) return refusal;
  if (isRefusal(customerWebhookUrl)) return customerWebhookUrl;
  return { ...stated, rails: spellings === undefined ? undefined : inOrder(rails), customerWebhookUrl };
}

interface Settling {
  readonly session: PickedSession;
  readonly rails: readonly BankRail[];
  readonly stated: ReadOwnership;
  readonly cause: Cause;
  readonly scope: AccountScope;
}

/** A renewal knows its address. Any other account is new, or is found by its number. */
async function settle(deps: AddBankAddressDeps, tx: Transaction, settling: Settling): Promise<BankAddress> {
  const { session, rails, stated, cause, scope } = settling;
  if (session.renewsAddressId !== undefined) {
    return renew(deps, tx, { ...settling, addressId: session.renewsAddressId });
  }
  assert(session.sealed !== undefined, "a picked account is sealed until it is registered");
  const account = openPicked(deps.keyRing, session.sealed, session);
  const numberIndex = numberIndexOf(deps.bankIndexKey, scope, account);
  const present = await selectDetailsByNumber(tx, { ...scope, numberIndex });
  if (present !== undefined) return upgrade(deps, tx, { ...settling, ...present, account });
  const { institution, ...reported } = account;
  const details: BankDetails = {
    ...reported,
    holderType: stated.holderType,
    bankAddress: undefined,
    beneficiaryAddress: undefined,
  };
  const name = nameOf(institution, account);
  return insertBankAddress(deps, tx, {
    scope,
    cause,
    name,
    ownership: stated.ownership,
    transferTypes: rails,
    details,
    verification: "verified",
  });
}

interface SettlingPresent extends Settling {
  readonly addressId: BankAddress["id"];
}

async function renew(
  deps: AddBankAddressDeps,
  tx: Transaction,
  { scope, rails, stated, cause, addressId }: SettlingPresent,
): Promise<BankAddress> {
  const before = await lockBank(tx, { ...scope, addressId });
  const renewed = orThrow(renewLink(before, { rails, now: deps.clock.now() }));
  const { after, send } = startPrenote(deps, before, withOwnership(renewed, stated));
  const key = { tenantId: scope.tenantId, addressId };
  const details = await detailsOf(deps, tx, before);
  const current = { ...details, holderType: stated.holderType ?? details.holderType };
  await renewDetails(tx, { ...key, sealed: sealDetails(deps.keyRing, current, key) });
  await saveChange(deps, tx, { before, after, cause });
  await send(tx, current);
  return after;
}

/** For a manually added account, owner and type reported by the bank take precedence. */
async function upgrade(
  deps: AddBankAddressDeps,
  tx: Transaction,
  { scope, rails, stated, cause, addressId, account }: SettlingPresent & { readonly account: LinkedAccount },
): Promise<BankAddress> {
  const before = await lockBank(tx, { ...scope, addressId });
  const details = await detailsOf(deps, tx, before);
  const needsUpdate = details.needsUpdate ?? false;
  const linked = orThrow(linkPresent(before, { rails, needsUpdate, now: deps.clock.now() }));
  const { after, send } = startPrenote(deps, before, withOwnership(linked, stated));
  const { owner, accountType } = account;
  const key = { tenantId: scope.tenantId, addressId };
  const current = { ...details, owner, accountType, holderType: stated.holderType ?? details.holderType };
  const sealed = sealDetails(deps.keyRing, current, key);
  await renewDetails(tx, { ...key, sealed });
  await saveChange(deps, tx, { before, after, cause });
  await send(tx, current);
  return after;
}

/** What the request does not state remains as it was. */
function withOwnership(address: BankAddress, { ownership }: ReadOwnership): BankAddress {
  return { ...address, ownership: ownership ?? address.ownership };
}

async function detailsOf(
  deps: AddBankAddressDeps,
  tx: Transaction,
  address: BankAddress,
): Promise<BankDetails> {
  const details = (await loadBankDetails(deps, tx, [address])).get(address.id);
  assert(details !== undefined, "every bank address has details");
  return details;
}

async function saveChange(
  deps: AddBankAddressDeps,
  tx: Transaction,
  {
    before,
    after,
    cause,
  }: { readonly before: BankAddress; readonly after: BankAddress; readonly cause: Cause },
): Promise<void> {
  await updateAddress(tx, after);
  await auditAddress(deps, tx, { cause, action: "address.update", before, after });
}
