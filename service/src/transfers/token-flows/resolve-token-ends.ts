import type { Account } from "../../accounts/index.ts";
import { type Address, refuseUnusable } from "../../addresses/index.ts";
import type { ChainName } from "../../chains/chain-name.ts";
import { assert } from "../../kernel/assert.ts";
import { isRefusal, type Refusal, refuse, unprocessable } from "../../kernel/refusal.ts";
import { contractOn, type Token } from "../../tokens/index.ts";
import type { RequestedTransferInput, TransferFacts } from "../facts.ts";
import {
  findAddress,
  type ResolvedEnds,
  recipientOf,
  refuseCooling,
  refuseMemo,
  resolveToken,
  tokenEnd,
  usableAccount,
} from "../resolve-ends.ts";
import type { Supply, TokenDestination } from "../transfer.ts";
import type { EndPointer, RequestedEnd, RequestedSupply, RequestedTransfer } from "../transfer-request.ts";

/**
 * The account, source and destination of a token resource, or the first reason to refuse it: account, both addresses,
 * then chains and token.
 */
export function resolveTokenEnds(
  facts: TransferFacts,
  input: RequestedTransferInput,
): ResolvedEnds | Refusal {
  const { requestedTransfer } = input;
  const account = tokenizationAccount(facts.account);
  if (isRefusal(account)) return account;
  const ends = findEnds(facts, account, input);
  if (isRefusal(ends)) return ends;
  const unusable = firstOf(ends.map((end) => refuseEnd(facts, end, input)));
  if (unusable !== undefined) return unusable;
  const token = attestedToken(facts, account, requestedTransfer);
  if (isRefusal(token)) return token;
  const refusal =
    firstOf(ends.map((end) => refuseUndeployed(token, end))) ??
    firstOf(ends.map((end) => refuseFrozen(facts, token, end)));
  if (refusal !== undefined) return refusal;
  const source = endOf(facts, requestedTransfer.source);
  const destination = endOf(facts, requestedTransfer.destination);
  if (source.medium === "supply") return { account, source, destination };
  const { keyIndex } = source;
  assert(keyIndex !== undefined, "the source is a custodial address");
  return { account, source: { ...source, keyIndex }, destination };
}

function tokenizationAccount(account: Account | undefined): Account | Refusal {
  if (account !== undefined && !account.selfAttested) {
    const detail =
      "the account is not a tokenization account; only those can mint, burn and transfer tokens here";
    return refuse("not_a_tokenization_account", detail);
  }
  return usableAccount(account);
}

interface End {
  readonly pointer: EndPointer;
  readonly chain: ChainName;
  readonly address: Address;
}

/** Supply is no address. */
function findEnds(
  facts: TransferFacts,
  account: Account,
  input: RequestedTransferInput,
): readonly End[] | Refusal {
  const { source, destination } = input.requestedTransfer;
  const ends: End[] = [];
  for (const [pointer, requested] of [
    ["/source", source],
    ["/destination", destination],
  ] as const) {
    if (requested.medium !== "chain") continue;
    const address = findAddress(facts, account, input, pointer);
    if (isRefusal(address)) return address;
    ends.push({ pointer, chain: requested.chain, address });
  }
  return ends;
}

function refuseEnd(
  facts: TransferFacts,
  { pointer, chain, address }: End,
  input: RequestedTransferInput,
): Refusal | undefined {
  const { sanctionsMatch, isContract } = facts;
  const unusable = refuseUnusable(address, { transferType: chain, pointer });
  if (unusable !== undefined) return unusable;
  const { destination } = input.requestedTransfer;
  const wrongMemo =
    pointer === "/destination" && destination.medium === "chain" && address.medium === "chain"
      ? refuseMemo(address, destination)
      : undefined;
  if (wrongMemo !== undefined || address.kind === "internal") return wrongMemo;
  const place = `${pointer}/address_id`;
  if (pointer === "/source") {
    return unprocessable(place, "is an external address; the source must be a custodial address");
  }
  // An address that was clear when added may have a sanctions match by now.
  if (sanctionsMatch(address) !== undefined) {
    const detail = "is not allowed";
    return refuse("address_not_allowed", `${place} ${detail}`, { errors: [{ pointer: place, detail }] });
  }
  // Needed although addresses are checked when added: a token can be deployed later.
  if (address.medium === "chain" && isContract({ chain, address: address.onChainAddress }))
    return unprocessable(place, "is a token contract; tokens sent there would be lost");
  return refuseCooling(facts, address, input);
}

/** Attested tokens belong to their issuer's tenant; only the issuer can mint. */
function attestedToken(
  { tokens }: TransferFacts,
  account: Account,
  { resource, currency }: RequestedTransfer,
): Token | Refusal {
  const token = tokens.get(currency);
  const pointer = resource === "token_mint" ? "/destination/value_type" : "/source/value_type";
  if (token?.kind !== "attested" || token.issuer?.tenantId !== account.tenantId) {
    return unprocessable(pointer, "must be an attested token that you issue");
  }
  if (resource === "token_mint" && token.issuer.accountId !== account.id) {
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
  { isFrozen }: TransferFacts,
  { valueType }: Token,
  { pointer, chain, address }: End,
): Refusal | undefined {
  if (address.medium !== "chain" || !isFrozen({ valueType, chain, address: address.onChainAddress }))
    return undefined;
  return unprocessable(`${pointer}/address_id`, `is frozen for ${valueType} on ${chain}`);
}

/** Everything has been checked; anything missing now is a bug. */
function endOf(facts: TransferFacts, requested: RequestedEnd | RequestedSupply): TokenDestination | Supply {
  assert(requested.medium !== "bank", "tokens are on chains");
  const { chain } = requested;
  const token = resolveToken(facts, requested, "/source");
  assert(!isRefusal(token) && token.origin === "own", "the token is active on both chains");
  if (requested.medium === "supply") return { medium: "supply", chain, addressId: undefined, token };
  const address = facts.addresses.get(requested.addressId);
  assert(address?.medium === "chain", "source and destination are on chains");
  return { ...tokenEnd(address, chain, token), ...recipientOf(address, requested) };
}

function firstOf(refusals: readonly (Refusal | undefined)[]): Refusal | undefined {
  return refusals.find((refusal) => refusal !== undefined);
}
