import type { Account } from "../accounts/index.ts";
import { type Address, refuseUnusable } from "../addresses/index.ts";
import type { ChainMemo } from "../chains/chain-memo.ts";
import { type ChainName, familyOf } from "../chains/chain-name.ts";
import { assert } from "../kernel/assert.ts";
import { type Network, tenantOf } from "../kernel/id.ts";
import { addMs, type Clock, formatInstant } from "../kernel/instant.ts";
import { isRefusal, type Refusal, refuse, unprocessable } from "../kernel/refusal.ts";
import { isDebit, isFundedByPayer } from "../rails/rail.ts";
import { contractOn, mintingKeyOf } from "../tokens/index.ts";
import type { CoolsUntil, RequestedTransferInput, TransferFacts } from "./facts.ts";
import { flowBetween, type RouteEnd } from "./route.ts";
import type { Brand, Destination, Flow, Source, TokenDestination, TransferToken } from "./transfer.ts";
import {
  codeOf,
  type EndPointer,
  missingAddress,
  type RequestedEnd,
  type RequestedSupply,
  type RequestedTransfer,
  wayOf,
} from "./transfer-request.ts";

/** The account, and the source and destination of a transfer. */
export interface ResolvedEnds {
  readonly account: Account;
  readonly source: Source;
  readonly destination: Destination;
}

/** All checks of the source come before those of the destination. */
export function resolveEnds(facts: TransferFacts, input: RequestedTransferInput): ResolvedEnds | Refusal {
  const account = usableAccount(facts.account);
  if (isRefusal(account)) return account;
  const source = resolveSource(facts, account, input);
  if (isRefusal(source)) return source;
  const destination = resolveDestination(facts, account, input);
  return isRefusal(destination) ? destination : { account, source, destination };
}

export function usableAccount(account: Account | undefined): Account | Refusal {
  if (account === undefined) return refuse("not_found", "there is no account with this id");
  if (account.status === "complete") return account;
  return refuse("unprocessable", `the account must be complete; it is ${account.status}`);
}

function resolveSource(
  facts: TransferFacts,
  account: Account,
  input: RequestedTransferInput,
): Source | Refusal {
  const { source } = input.requestedTransfer;
  assert(source.medium !== "supply", "only tokens are minted");
  if (source.medium === "bank" && !isDebit(source.rail)) {
    const paymentId = "funding" in input.requester ? input.requester.funding?.payment.id : undefined;
    if (!isFundedByPayer(source.rail) && paymentId === undefined)
      return noRoute("/source", `${source.rail} can only be a destination`);
    return { medium: "bank", rail: source.rail, addressId: undefined, paymentId };
  }
  const address = findAddress(facts, account, input, "/source");
  if (isRefusal(address)) return address;
  const unusable = refuseAddress(facts, address, source, "/source");
  if (unusable !== undefined) return unusable;
  if (source.medium === "bank")
    return { medium: "bank", rail: source.rail, addressId: address.id, paymentId: undefined };
  if (address.kind !== "internal")
    return unprocessable(
      "/source/address_id",
      "is an external address; the source must be a custodial address",
    );
  const token = resolveToken(facts, source, "/source");
  if (isRefusal(token)) return token;
  return { ...tokenEnd(address, source.chain, token), keyIndex: address.keyIndex };
}

export function resolveDestination(
  facts: TransferFacts,
  account: Account,
  input: RequestedTransferInput,
): Destination | Refusal {
  const { destination, reference, mayFallBack = false } = input.requestedTransfer;
  assert(destination.medium !== "supply", "only tokens are burned");
  const address = findAddress(facts, account, input, "/destination");
  if (isRefusal(address)) return address;
  if (destination.medium === "bank" && isDebit(destination.rail))
    return noRoute("/destination", `${destination.rail} can only be a source`);
  const unusable = refuseAddress(facts, address, destination, "/destination");
  if (unusable !== undefined) return unusable;
  const cooling = refuseCooling(facts, address, input);
  if (cooling !== undefined) return cooling;
  if (destination.medium === "bank") {
    const { rail } = destination;
    if (isDebit(rail)) return noRoute("/destination", `${rail} can only be a source`);
    const texts = { reference, mayFallBack };
    return {
      medium: "bank",
      rail,
      addressId: address.id,
      ...texts,
      paymentId: undefined,
      fallback: undefined,
    };
  }
  const token = resolveToken(facts, destination, "/destination");
  if (isRefusal(token)) return token;
  if (address.medium !== "chain")
    return unprocessable("/destination/address_id", "is a bank account, not a blockchain address");
  const wrongMemo = refuseMemo(address, destination);
  if (wrongMemo !== undefined) return wrongMemo;
  return { ...tokenEnd(address, destination.chain, token), ...recipientOf(address, destination) };
}

/** New and changed external addresses wait; custodial addresses don't. */
export function createCoolingOff(clock: Clock, coolingOffMs: Readonly<Record<Network, number>>): CoolsUntil {
  return ({ kind, network, updatedAt }) => {
    const until = addMs(updatedAt, coolingOffMs[network]);
    return kind === "external" && clock.now() < until ? until : undefined;
  };
}

/**
 * Gives the owner time to notice a destination that an attacker added. Automations are refused when their destination is
 * set: what they receive later is money of the account already, and must not end in suspense.
 */
export function refuseCooling(
  { coolsUntil }: Pick<TransferFacts, "coolsUntil">,
  address: Address,
  { requester }: Pick<RequestedTransferInput, "requester">,
): Refusal | undefined {
  const until = "principal" in requester ? coolsUntil(address) : undefined;
  if (until === undefined) return undefined;
  const detail = `was added or changed recently, and can be a destination from ${formatInstant(until)} on`;
  return unprocessable("/destination/address_id", detail);
}

/** A wrong memo can lose the tokens, so one without a reader is refused instead of ignored. */
export function refuseMemo(
  address: Address & { readonly medium: "chain" },
  { memo }: { readonly memo?: ChainMemo },
): Refusal | undefined {
  if (memo === undefined) return undefined;
  if (address.kind === "internal")
    return unprocessable("/destination/memo", "is only allowed with an external address");
  return address.muxedAddress === undefined
    ? undefined
    : unprocessable("/destination/memo", "is not allowed with a muxed address, which has an id already");
}

/** For which of its customers the owner of the address receives. */
export function recipientOf(
  address: Address & { readonly medium: "chain" },
  { memo }: { readonly memo?: ChainMemo },
): Pick<TokenDestination, "memo" | "muxedAddress"> {
  if (address.kind === "internal") return {};
  const { muxedAddress } = address;
  return {
    ...(memo === undefined ? {} : { memo }),
    ...(muxedAddress === undefined ? {} : { muxedAddress }),
  };
}

/** An address on a chain as source or destination. */
export function tokenEnd(
  address: Address & { readonly medium: "chain" },
  chain: ChainName,
  token: TransferToken,
): TokenDestination {
  const keyIndex = address.kind === "internal" ? address.keyIndex : undefined;
  const place = { addressId: address.id, address: address.onChainAddress, keyIndex };
  return { medium: "chain", chain, ...place, token, workId: undefined, transactionId: undefined };
}

/** The source must belong to the account; the destination to any account that the requester can see. */
export function findAddress(
  facts: TransferFacts,
  account: Account,
  input: RequestedTransferInput,
  pointer: EndPointer,
): Address | Refusal {
  const { source, destination } = input.requestedTransfer;
  const { addressId } = pointer === "/source" ? source : destination;
  if (addressId === undefined) return missingAddress(pointer);
  const address = facts.addresses.get(addressId);
  if (address === undefined) return addressNotFound(pointer);
  if (address.accountId === account.id) return address;
  return pointer === "/destination" && seesWholeTenant(input) ? address : addressNotFound(pointer);
}

/** Clients of a managing account see all accounts of their tenant; clients of a managed account see only that one. */
function seesWholeTenant({ requester, tenantId }: RequestedTransferInput): boolean {
  return "principal" in requester ? tenantOf(requester.principal.accountId) === tenantId : true;
}

function refuseAddress(
  { isContract, isFrozen }: TransferFacts,
  address: Address,
  leg: RequestedEnd,
  pointer: EndPointer,
): Refusal | undefined {
  if (address.medium !== leg.medium) {
    const detail = `must be supported by the address: ${address.transferTypes.join(", ")}`;
    return unprocessable(`${pointer}/transfer_type`, detail);
  }
  const unusable = refuseUnusable(address, { transferType: wayOf(leg), pointer });
  if (unusable !== undefined) return unusable;
  if (leg.medium === "bank" || address.medium === "bank") return undefined;
  // The chain would refuse it too, but only after the transfer was submitted.
  if (isFrozen({ valueType: leg.valueType, chain: leg.chain, address: address.onChainAddress }))
    return unprocessable(`${pointer}/address_id`, `is frozen for ${leg.valueType} on ${leg.chain}`);
  if (address.kind === "internal") return undefined;
  // Needed although addresses are checked when added: a token can be deployed later.
  return isContract({ chain: leg.chain, address: address.onChainAddress })
    ? unprocessable(`${pointer}/address_id`, "is a token contract; tokens sent there would be lost")
    : undefined;
}

export function findFlow(
  { source: from, destination: to }: Pick<RequestedTransfer, "source" | "destination">,
  source: RouteEnd,
  destination: RouteEnd,
): Flow | Refusal {
  const flow = flowBetween(source, destination);
  if (flow !== undefined) return flow;
  const pair = `${codeOf(from)} by ${wayOf(from)} to ${codeOf(to)} by ${wayOf(to)}`;
  return noRoute("/destination", `no route from ${pair}`);
}

export function resolveBrand(
  { brandAccount }: TransferFacts,
  { brandAccountId }: Pick<RequestedTransfer, "brandAccountId">,
): Brand | undefined | Refusal {
  if (brandAccountId === undefined) return undefined;
  if (brandAccount === undefined)
    return unprocessable("/brand/account_id", "must be this account or one that it manages");
  return { accountId: brandAccount.id, name: brandAccount.name };
}

function addressNotFound(pointer: EndPointer): Refusal {
  const place = `${pointer}/address_id`;
  const detail = "is not a usable address of this account";
  return refuse("address_not_found", `${place} ${detail}`, { errors: [{ pointer: place, detail }] });
}

function noRoute(pointer: EndPointer, detail: string): Refusal {
  return refuse("unsupported_route", detail, { errors: [{ pointer: `${pointer}/transfer_type`, detail }] });
}

/** The token of a source or destination, with everything its chain operation needs. */
export function resolveToken(
  { tokens, treasury }: Pick<TransferFacts, "tokens" | "treasury">,
  { valueType, chain }: Pick<RequestedSupply, "valueType" | "chain">,
  pointer: EndPointer,
): TransferToken | Refusal {
  const token = tokens.get(valueType);
  if (token === undefined) return unprocessable(`${pointer}/value_type`, "is not a known token");
  const contract = contractOn(token, chain);
  if (contract === undefined) {
    const status = token.deployments.find((deployment) => deployment.chain === chain)?.status;
    const progress = status === undefined ? "" : ` yet (status: ${status})`;
    const detail = `${token.valueType} is not active on ${chain}${progress}`;
    return refuse("unprocessable", detail, { errors: [{ pointer: `${pointer}/transfer_type`, detail }] });
  }
  const common = { id: token.id, valueType: token.valueType, contract };
  if (token.kind === "third_party")
    return { origin: "third_party", ...common, treasury: treasury.get(familyOf(chain)) };
  return {
    origin: "own",
    ...common,
    issuerKeyIndex: mintingKeyOf(token).issuer.index,
    isBacked: token.kind === "fiat_backed",
  };
}
