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
import type { WantedEnd, WantedMovement } from "./movement-request.ts";

/** What is known of a request when it is decided; undefined is what does not exist or may not be seen. */
export interface MovementFacts {
  readonly principal: Principal;
  readonly account: Account | undefined;
  /** Of the tenant and network, by id. */
  readonly addresses: ReadonlyMap<string, Address>;
  readonly token: Token | undefined;
  readonly isListed: (onChainAddress: string) => boolean;
  /** Whether a token of the catalogue is there. */
  readonly isContract: (place: PlaceOnChain) => boolean;
  /** Whether the operator froze an address for a token. */
  readonly isFrozen: IsFrozen;
}

/** A movement as it begins, or the first reason why it cannot: account, addresses, then chains and token. */
export function planMovement(
  facts: MovementFacts,
  wanted: WantedMovement,
  fresh: NewMovement,
): Movement | Refusal {
  const account = usableAccount(facts.account);
  if (isRefusal(account)) return account;
  const ends = findEnds(facts, account, wanted);
  if (isRefusal(ends)) return ends;
  const unusable = firstOf(ends.map((end) => refuseEnd(facts, end)));
  if (unusable !== undefined) return unusable;
  const token = usableToken(facts, account, wanted);
  if (isRefusal(token)) return token;
  const refusal =
    firstOf(ends.map((end) => refuseUndeployed(token, end))) ??
    firstOf(ends.map((end) => refuseFrozen(facts, token, end))) ??
    refuseStandstill(ends) ??
    firstOf(ends.map((end) => refuseExcess(token, wanted, end)));
  if (refusal !== undefined) return refusal;
  const { network } = facts.principal;
  return beginMovement({ account, network, token, wanted, addresses: facts.addresses }, fresh);
}

function usableAccount(account: Account | undefined): Account | Refusal {
  if (account === undefined) return refuse("not_found", "there is no such account");
  if (!account.selfAttested) {
    const detail =
      "the account is not a tokenization account: only those can mint, burn and transfer tokens here";
    return refuse("not_a_tokenization_account", detail);
  }
  if (account.status === "complete") return account;
  return refuse("unprocessable", `the account must be complete; it is ${account.status}`);
}

interface End extends WantedEnd {
  readonly address: Address;
}

/** The source is one of the account's own; the destination may be of any account that the application can see. */
function findEnds(facts: MovementFacts, account: Account, wanted: WantedMovement): readonly End[] | Refusal {
  const ends: End[] = [];
  for (const end of endsOf(wanted)) {
    const address = facts.addresses.get(end.addressId);
    if (address === undefined || !isThere(facts, account, { ...end, address })) {
      return addressNotFound(`${end.pointer}/address_id`);
    }
    ends.push({ ...end, address });
  }
  return ends;
}

function endsOf(wanted: WantedMovement): readonly WantedEnd[] {
  switch (wanted.kind) {
    case "transfer":
      return [wanted.source, wanted.destination];
    case "mint":
      return [wanted.destination];
    case "burn":
      return [wanted.source];
  }
}

/** A managing account's application sees every account of its tenant; a managed account's sees that account. */
function isThere({ principal }: MovementFacts, account: Account, { address, pointer }: End): boolean {
  if (address.accountId === account.id) return true;
  return pointer === "/destination" && tenantOf(principal.accountId) === principal.tenantId;
}

export function addressNotFound(pointer: string): Refusal {
  const detail = "names no address that can be used here";
  return refuse("address_not_found", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}

function refuseEnd(
  { isListed, isContract }: MovementFacts,
  { pointer, chain, address }: End,
): Refusal | undefined {
  const unusable = refuseUnusable(address, { transferType: chain, pointer });
  if (unusable !== undefined) return unusable;
  if (address.kind === "internal") return undefined;
  const place = `${pointer}/address_id`;
  if (pointer === "/source") {
    return unprocessable(place, "names an external address; tokens are taken from internal ones");
  }
  // Lists change: an address that was clear when it was added may be listed by now.
  if (address.medium === "chain" && isListed(address.onChainAddress)) {
    const detail = "cannot be used";
    return refuse("address_not_allowed", `${place} ${detail}`, { errors: [{ pointer: place, detail }] });
  }
  // Tokens are deployed, too, after an address was added.
  if (address.medium === "chain" && isContract({ chain, address: address.onChainAddress })) {
    return unprocessable(place, "names the contract of a token, where tokens would be lost");
  }
  return undefined;
}

/** The tenant of its issuer vouches for a token; new ones come from the issuer itself. */
function usableToken({ token }: MovementFacts, account: Account, wanted: WantedMovement): Token | Refusal {
  const pointer = wanted.kind === "mint" ? "/destination/value_type" : "/source/value_type";
  if (token?.kind !== "attested" || token.issuer?.tenantId !== account.tenantId) {
    return unprocessable(pointer, "must be an attested token of your own");
  }
  if (wanted.kind === "mint" && token.issuer.accountId !== account.id) {
    return unprocessable(pointer, "is issued by another account, which alone can mint it");
  }
  return token;
}

function refuseUndeployed(token: Token, { pointer, chain }: End): Refusal | undefined {
  if (contractOn(token, chain) !== undefined) return undefined;
  return unprocessable(`${pointer}/transfer_type`, `must be a chain on which ${token.valueType} is active`);
}

/** The chain would refuse it as well, and only after everybody had waited for it. */
function refuseFrozen(
  { isFrozen }: MovementFacts,
  { valueType }: Token,
  { pointer, chain, address }: End,
): Refusal | undefined {
  if (address.medium !== "chain" || !isFrozen({ valueType, chain, address: address.onChainAddress }))
    return undefined;
  return unprocessable(`${pointer}/address_id`, `is frozen for ${valueType} on ${chain}`);
}

/** What comes to a chain must have a place in its numbers. What leaves one was there, so the balance tells. */
function refuseExcess(token: Token, { units }: WantedMovement, { pointer, chain }: End): Refusal | undefined {
  return pointer === "/source" ? undefined : refuseTooLarge(chain, { units, asset: assetOf(token) });
}

/** Two address ids may stand for one place, because another account may have named it as well. */
function refuseStandstill([source, destination]: readonly End[]): Refusal | undefined {
  if (destination === undefined || source?.chain !== destination.chain) return undefined;
  return placeOf(source) === placeOf(destination)
    ? unprocessable("/destination", "is the source itself, so nothing would move")
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
