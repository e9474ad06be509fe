import type { Account } from "../../accounts/index.ts";
import { type Address, refuseUnusable } from "../../addresses/index.ts";
import type { Principal } from "../../http/principal.ts";
import { tenantOf } from "../../kernel/id.ts";
import { isRefusal, type Refusal, refuse } from "../../kernel/refusal.ts";
import { refuseTooLarge } from "../chain-limits.ts";
import type { PlaceOnChain } from "../contract-store.ts";
import type { IsFrozen } from "../freezes/frozen-places.ts";
import { assetOf, contractOn, type Token } from "../token.ts";
import { beginMovement, type NewMovement } from "./begin-movement.ts";
import type { Movement } from "./movement.ts";
import type { RequestedEnd, RequestedMovement } from "./movement-request.ts";

/** The data a request is decided on; undefined means it does not exist or is not visible. */
export interface MovementFacts {
  readonly principal: Principal;
  readonly account: Account | undefined;
  /** Addresses of the tenant on this network, by id. */
  readonly addresses: ReadonlyMap<string, Address>;
  readonly token: Token | undefined;
  readonly isSanctioned: (onChainAddress: string) => boolean;
  /** Whether this address is the contract of a known token. */
  readonly isContract: (place: PlaceOnChain) => boolean;
  /** Whether the operator has frozen the address for a token. */
  readonly isFrozen: IsFrozen;
}

/** The new movement, or the first reason to refuse it: account, addresses, then chains and token. */
export function planMovement(
  facts: MovementFacts,
  requestedMovement: RequestedMovement,
  fresh: NewMovement,
): Movement | Refusal {
  const account = usableAccount(facts.account);
  if (isRefusal(account)) return account;
  const ends = findEnds(facts, account, requestedMovement);
  if (isRefusal(ends)) return ends;
  const unusable = firstOf(ends.map((end) => refuseEnd(facts, end)));
  if (unusable !== undefined) return unusable;
  const token = usableToken(facts, account, requestedMovement);
  if (isRefusal(token)) return token;
  const refusal =
    firstOf(ends.map((end) => refuseUndeployed(token, end))) ??
    firstOf(ends.map((end) => refuseFrozen(facts, token, end))) ??
    refuseStandstill(ends) ??
    firstOf(ends.map((end) => refuseExcess(token, requestedMovement, end)));
  if (refusal !== undefined) return refusal;
  const { network } = facts.principal;
  return beginMovement({ account, network, token, requestedMovement, addresses: facts.addresses }, fresh);
}

function usableAccount(account: Account | undefined): Account | Refusal {
  if (account === undefined) return refuse("not_found", "there is no account with this id");
  if (!account.selfAttested) {
    const detail =
      "the account is not a tokenization account; only those can mint, burn and transfer tokens here";
    return refuse("not_a_tokenization_account", detail);
  }
  if (account.status === "complete") return account;
  return refuse("unprocessable", `the account must be complete; it is ${account.status}`);
}

interface End extends RequestedEnd {
  readonly address: Address;
}

/** The source must belong to the account; the destination to any account that the application can see. */
function findEnds(
  facts: MovementFacts,
  account: Account,
  requestedMovement: RequestedMovement,
): readonly End[] | Refusal {
  const ends: End[] = [];
  for (const end of endsOf(requestedMovement)) {
    const address = facts.addresses.get(end.addressId);
    if (address === undefined || !isThere(facts, account, { ...end, address })) {
      return addressNotFound(`${end.pointer}/address_id`);
    }
    ends.push({ ...end, address });
  }
  return ends;
}

function endsOf(requestedMovement: RequestedMovement): readonly RequestedEnd[] {
  switch (requestedMovement.kind) {
    case "transfer":
      return [requestedMovement.source, requestedMovement.destination];
    case "mint":
      return [requestedMovement.destination];
    case "burn":
      return [requestedMovement.source];
  }
}

/** Clients of a managing account see all accounts of their tenant; clients of a managed account see only that one. */
function isThere({ principal }: MovementFacts, account: Account, { address, pointer }: End): boolean {
  if (address.accountId === account.id) return true;
  return pointer === "/destination" && tenantOf(principal.accountId) === principal.tenantId;
}

export function addressNotFound(pointer: string): Refusal {
  const detail = "is not a usable address of this account";
  return refuse("address_not_found", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}

function refuseEnd(
  { isSanctioned, isContract }: MovementFacts,
  { pointer, chain, address }: End,
): Refusal | undefined {
  const unusable = refuseUnusable(address, { transferType: chain, pointer });
  if (unusable !== undefined) return unusable;
  if (address.kind === "internal") return undefined;
  const place = `${pointer}/address_id`;
  if (pointer === "/source") {
    return unprocessable(place, "is an external address; the source must be a custodial address");
  }
  // An address that was clear when added may have a sanctions match by now.
  if (address.medium === "chain" && isSanctioned(address.onChainAddress)) {
    const detail = "is not allowed";
    return refuse("address_not_allowed", `${place} ${detail}`, { errors: [{ pointer: place, detail }] });
  }
  // Needed although addresses are checked when added: a token can be deployed later.
  if (address.medium === "chain" && isContract({ chain, address: address.onChainAddress })) {
    return unprocessable(place, "is a token contract; tokens sent there would be lost");
  }
  return undefined;
}

/** Attested tokens belong to their issuer's tenant; only the issuer can mint. */
function usableToken(
  { token }: MovementFacts,
  account: Account,
  requestedMovement: RequestedMovement,
): Token | Refusal {
  const pointer = requestedMovement.kind === "mint" ? "/destination/value_type" : "/source/value_type";
  if (token?.kind !== "attested" || token.issuer?.tenantId !== account.tenantId) {
    return unprocessable(pointer, "must be an attested token that you issue");
  }
  if (requestedMovement.kind === "mint" && token.issuer.accountId !== account.id) {
    return unprocessable(pointer, "can only be minted by the account that issues it");
  }
  return token;
}

function refuseUndeployed(token: Token, { pointer, chain }: End): Refusal | undefined {
  if (contractOn(token, chain) !== undefined) return undefined;
  return unprocessable(`${pointer}/transfer_type`, `must be a chain where ${token.valueType} is active`);
}

/** The chain would refuse it too, but only after the operation was submitted. */
function refuseFrozen(
  { isFrozen }: MovementFacts,
  { valueType }: Token,
  { pointer, chain, address }: End,
): Refusal | undefined {
  if (address.medium !== "chain" || !isFrozen({ valueType, chain, address: address.onChainAddress }))
    return undefined;
  return unprocessable(`${pointer}/address_id`, `is frozen for ${valueType} on ${chain}`);
}

/** Only the destination can exceed the maximum supply of a chain; the source is covered by its balance. */
function refuseExcess(
  token: Token,
  { units }: RequestedMovement,
  { pointer, chain }: End,
): Refusal | undefined {
  return pointer === "/source" ? undefined : refuseTooLarge(chain, { units, asset: assetOf(token) });
}

/** Two address ids may refer to the same blockchain address, because another account may have registered it too. */
function refuseStandstill([source, destination]: readonly End[]): Refusal | undefined {
  if (destination === undefined || source?.chain !== destination.chain) return undefined;
  return placeOf(source) === placeOf(destination)
    ? unprocessable("/destination", "must differ from the source")
    : undefined;
}

function placeOf({ address }: End): string {
  return address.medium === "chain" ? address.onChainAddress : address.id;
}

function firstOf(refusals: readonly (Refusal | undefined)[]): Refusal | undefined {
  return refusals.find((refusal) => refusal !== undefined);
}

export function unprocessable(pointer: string, detail: string): Refusal {
  return refuse("unprocessable", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
