import { createReading } from "../../accounts/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Principal } from "../../http/principal.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import { isRefusal, orThrow, type Refusal } from "../../kernel/refusal.ts";
import type { BankRail } from "../../rails/rail.ts";
import { type AddBankAddressDeps, insertBankAddress } from "../add-bank-address.ts";
import type { BankAddress } from "../address.ts";
import { auditAddress } from "../address-audit.ts";
import { type BankDetails, loadBankDetails, numberIndexOf, sealDetails } from "../bank/bank-details.ts";
import { readLinkedRail } from "../bank/credit-rail.ts";
import { startPrenote } from "../bank/prenotes.ts";
import { nameOf } from "../bank/read-bank-account.ts";
import { renewDetails, selectAddressIdByNumber } from "../bank/store.ts";
import { inOrder, readTransferTypes } from "../read-transfer-types.ts";
import { requireCompleteAccount } from "../requested-address.ts";
import { type AccountScope, updateAddress } from "../store.ts";
import type { TransferType } from "../transfer-type.ts";
import { linkPresent, renewLink } from "./bank-link.ts";
import { type LinkTokenDeps, requirePage } from "./create-link-token.ts";
import { type PickedSession, requirePicked } from "./link-session.ts";
import { digestToken } from "./link-token.ts";
import { lockBank } from "./lock-bank.ts";
import { openPicked } from "./picked-account.ts";
import type { LinkedAccount } from "./provider.ts";
import { auditSession } from "./session-audit.ts";
import { lockByPublicDigest, saveRegistered } from "./session-store.ts";
import { saveBankLink } from "./store.ts";
import { readWebhookUrl } from "./webhook-url.ts";

export type RegisterAccountDeps = AddBankAddressDeps & LinkTokenDeps;

export interface RegisterAccount {
  readonly principal: Principal;
  readonly cause: Cause;
  readonly accountId: string;
  readonly request: RegisterRequest;
}

export interface RegisterRequest {
  readonly public_token: string;
  readonly transfer_types: readonly string[];
  readonly ownership?: BankDetails["ownership"];
  readonly customer_webhook_url?: string | undefined;
}

/** Turns the account of a public token into an address that can be debited, or upgrades the existing address. */
export async function registerAccount(
  deps: RegisterAccountDeps,
  tx: Transaction,
  { principal, cause, accountId, request }: RegisterAccount,
): Promise<BankAddress> {
  const place = { network: principal.network, pointer: "/transfer_types" };
  const transferTypes = orThrow(readTransferTypes(request.transfer_types, place));
  const scope = await requireCompleteAccount(tx, principal, accountId);
  orThrow(requirePage(deps, scope.network));
  orThrow(readInput(deps, transferTypes, request.customer_webhook_url));
  const found = await lockByPublicDigest(tx, scope, digestToken(request.public_token));
  const own = found?.accountId === scope.accountId ? found : undefined;
  const session = orThrow(requirePicked(own, deps.clock.now()));
  return registerSession(deps, tx, { scope, cause, session, transferTypes, request });
}

export interface RegisterSession {
  readonly scope: AccountScope;
  readonly cause: Cause;
  /** Locked. */
  readonly session: PickedSession;
  readonly transferTypes: readonly TransferType[];
  readonly request: RegisterRequest;
}

/** The same with the session that authorizes it. */
export async function registerSession(
  deps: RegisterAccountDeps,
  tx: Transaction,
  { scope, cause, session, transferTypes, request }: RegisterSession,
): Promise<BankAddress> {
  const { name: provider } = orThrow(requirePage(deps, scope.network));
  const { rails, customerWebhookUrl } = orThrow(readInput(deps, transferTypes, request.customer_webhook_url));
  const { ownership } = request;
  const address = await settle(deps, tx, { session, rails, ownership, cause, scope });
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
  await auditSession(deps, tx, { cause, action: "bank_link.register", session, after });
  return address;
}

interface Input {
  readonly rails: readonly BankRail[];
  readonly customerWebhookUrl: string | undefined;
}

function readInput(
  { bankLinks }: RegisterAccountDeps,
  transferTypes: readonly TransferType[],
  url: string | undefined,
): Input | Refusal {
  const reading = createReading();
  const rails = transferTypes.map((transferType, index) =>
    reading.take<BankRail>(`/transfer_types/${index}`, readLinkedRail(transferType), "ach_credit"),
  );
  const customerWebhookUrl = readWebhookUrl(bankLinks.callbacks, url);
  const refusal = reading.refusal();
  if (refusal !== undefined) return refusal;
  return isRefusal(customerWebhookUrl) ? customerWebhookUrl : { rails: inOrder(rails), customerWebhookUrl };
}

interface Settling {
  readonly session: PickedSession;
  readonly rails: readonly BankRail[];
  readonly ownership: BankDetails["ownership"];
  readonly cause: Cause;
  readonly scope: AccountScope;
}

/** A renewal knows its address. Any other account is new, or is found by its number. */
async function settle(deps: AddBankAddressDeps, tx: Transaction, settling: Settling): Promise<BankAddress> {
  const { session, rails, ownership, cause, scope } = settling;
  if (session.renewsAddressId !== undefined) {
    return renew(deps, tx, { ...settling, addressId: session.renewsAddressId });
  }
  assert(session.sealed !== undefined, "a picked account is sealed until it is registered");
  const account = openPicked(deps.keyRing, session.sealed, session);
  const numberIndex = numberIndexOf(deps.bankIndexKey, scope, account);
  const presentId = await selectAddressIdByNumber(tx, { ...scope, numberIndex });
  if (presentId !== undefined) return upgrade(deps, tx, { ...settling, addressId: presentId, account });
  const { institution, ...reported } = account;
  const details: BankDetails = {
    ...reported,
    ownership,
    bankAddress: undefined,
    beneficiaryAddress: undefined,
  };
  const name = nameOf(institution, account);
  return insertBankAddress(deps, tx, {
    scope,
    cause,
    name,
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
  { scope, rails, ownership, cause, addressId }: SettlingPresent,
): Promise<BankAddress> {
  const before = await lockBank(tx, { ...scope, addressId });
  const renewed = orThrow(renewLink(before, { rails, now: deps.clock.now() }));
  const { after, send } = startPrenote(deps, before, renewed);
  const key = { tenantId: scope.tenantId, addressId };
  const stated = ownership === undefined ? {} : { ownership };
  const current = { ...(await detailsOf(deps, tx, before)), ...stated };
  await renewDetails(tx, { ...key, sealed: sealDetails(deps.keyRing, current, key) });
  await saveChange(deps, tx, { before, after, cause });
  await send(tx, current);
  return after;
}

/** For a manually added account, owner and type reported by the bank take precedence. */
async function upgrade(
  deps: AddBankAddressDeps,
  tx: Transaction,
  {
    scope,
    rails,
    ownership,
    cause,
    addressId,
    account,
  }: SettlingPresent & { readonly account: LinkedAccount },
): Promise<BankAddress> {
  const before = await lockBank(tx, { ...scope, addressId });
  const details = await detailsOf(deps, tx, before);
  const needsUpdate = details.needsUpdate ?? false;
  const linked = orThrow(linkPresent(before, { rails, needsUpdate, now: deps.clock.now() }));
  const { after, send } = startPrenote(deps, before, linked);
  const { owner, accountType } = account;
  const key = { tenantId: scope.tenantId, addressId };
  const current = { ...details, owner, accountType, ownership: ownership ?? details.ownership };
  const sealed = sealDetails(deps.keyRing, current, key);
  await renewDetails(tx, { ...key, sealed });
  await saveChange(deps, tx, { before, after, cause });
  await send(tx, current);
  return after;
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
