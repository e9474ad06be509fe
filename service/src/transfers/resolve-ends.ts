import type { Account } from "../accounts/index.ts";
import { type Address, refuseUnusable } from "../addresses/index.ts";
import { tenantOf } from "../kernel/id.ts";
import { isRefusal, type Refusal, refuse } from "../kernel/refusal.ts";
import { isDebit, systemOf } from "../rails/rail.ts";
import type { Asked, TransferFacts } from "./facts.ts";
import { resolveToken } from "./resolve-token.ts";
import { flowBetween, type RouteEnd } from "./route.ts";
import type { Brand, Destination, Flow, Source } from "./transfer.ts";
import { codeOf, type EndPointer, type WantedEnd, type WantedTransfer, wayOf } from "./transfer-request.ts";

export function usableAccount(account: Account | undefined): Account | Refusal {
  if (account === undefined) return refuse("not_found", "there is no such account");
  if (account.status === "complete") return account;
  return refuse("unprocessable", `the account must be complete; it is ${account.status}`);
}

export function resolveSource(facts: TransferFacts, account: Account, asked: Asked): Source | Refusal {
  const { source } = asked.wanted;
  if (source.medium === "bank" && source.rail === "wire") {
    const paymentId = "funding" in asked.asker ? asked.asker.funding?.payment.id : undefined;
    return { medium: "bank", rail: "wire", addressId: undefined, paymentId };
  }
  if (source.medium === "bank" && !isDebit(source.rail))
    return noRoute("/source", `${source.rail} only pays out`);
  const address = findEnd(facts, account, asked, "/source");
  if (isRefusal(address)) return address;
  const unusable = refuseEnd(facts, address, source, "/source");
  if (unusable !== undefined) return unusable;
  if (source.medium === "bank") {
    if (!isDebit(source.rail)) return noRoute("/source", `${source.rail} only pays out`);
    return { medium: "bank", rail: source.rail, addressId: address.id, paymentId: undefined };
  }
  if (address.kind !== "internal")
    return unprocessable(
      "/source/address_id",
      "names an external address; tokens are taken from internal ones",
    );
  const token = resolveToken(facts, source, "/source");
  if (isRefusal(token)) return token;
  const { chain } = source;
  const place = { addressId: address.id, address: address.onChainAddress, keyIndex: address.keyIndex };
  return { medium: "chain", chain, ...place, token, workId: undefined, transactionId: undefined };
}

export function resolveDestination(
  facts: TransferFacts,
  account: Account,
  asked: Asked,
): Destination | Refusal {
  const { destination, memo } = asked.wanted;
  const address = findEnd(facts, account, asked, "/destination");
  if (isRefusal(address)) return address;
  if (destination.medium === "bank" && isDebit(destination.rail))
    return noRoute("/destination", `${destination.rail} only pulls money in`);
  const unusable = refuseEnd(facts, address, destination, "/destination");
  if (unusable !== undefined) return unusable;
  if (destination.medium === "bank") {
    const { rail } = destination;
    if (isDebit(rail)) return noRoute("/destination", `${rail} only pulls money in`);
    return { medium: "bank", rail, addressId: address.id, memo, paymentId: undefined };
  }
  const token = resolveToken(facts, destination, "/destination");
  if (isRefusal(token)) return token;
  if (address.medium !== "chain")
    return unprocessable("/destination/address_id", "names an address at a bank");
  const keyIndex = address.kind === "internal" ? address.keyIndex : undefined;
  const place = { addressId: address.id, address: address.onChainAddress, keyIndex };
  return {
    medium: "chain",
    chain: destination.chain,
    ...place,
    token,
    workId: undefined,
    transactionId: undefined,
  };
}

/** The source is one of the account's own; the destination may be of any account that the asker can see. */
function findEnd(
  facts: TransferFacts,
  account: Account,
  asked: Asked,
  pointer: EndPointer,
): Address | Refusal {
  const { addressId = "" } = endAt(asked.wanted, pointer);
  const address = facts.addresses.get(addressId);
  if (address === undefined) return addressNotFound(pointer);
  if (address.accountId === account.id) return address;
  return pointer === "/destination" && seesWholeTenant(asked) ? address : addressNotFound(pointer);
}

/** A managing account's application sees every account of its tenant; a managed account's sees that account. */
function seesWholeTenant({ asker, tenantId }: Asked): boolean {
  return "principal" in asker ? tenantOf(asker.principal.accountId) === tenantId : true;
}

function refuseEnd(
  { isContract, isFrozen }: TransferFacts,
  address: Address,
  end: WantedEnd,
  pointer: EndPointer,
): Refusal | undefined {
  if (address.medium !== end.medium) {
    const detail = `must be one that the address has: ${address.transferTypes.join(", ")}`;
    return unprocessable(`${pointer}/transfer_type`, detail);
  }
  const unusable = refuseUnusable(address, { transferType: wayOf(end), pointer });
  if (unusable !== undefined) return unusable;
  if (end.medium === "bank" || address.medium === "bank") return undefined;
  // The chain would refuse it as well, and only after everybody had waited for it.
  if (isFrozen({ valueType: end.valueType, chain: end.chain, address: address.onChainAddress }))
    return unprocessable(`${pointer}/address_id`, `is frozen for ${end.valueType} on ${end.chain}`);
  if (address.kind === "internal") return undefined;
  // Tokens are deployed, too, after an address was added.
  return isContract({ chain: end.chain, address: address.onChainAddress })
    ? unprocessable(`${pointer}/address_id`, "names the contract of a token, where tokens would be lost")
    : undefined;
}

export function findFlow(
  { source: from, destination: to }: Pick<WantedTransfer, "source" | "destination">,
  source: RouteEnd,
  destination: RouteEnd,
): Flow | Refusal {
  const flow = flowBetween(source, destination);
  if (flow !== undefined) return flow;
  const ends = `${codeOf(from)} by ${wayOf(from)} to ${codeOf(to)} by ${wayOf(to)}`;
  return noRoute("/destination", `there is no way from ${ends}`);
}

export function resolveBrand(
  { brandAccount }: TransferFacts,
  { brandAccountId, source, destination }: Pick<WantedTransfer, "brandAccountId" | "source" | "destination">,
): Brand | undefined | Refusal {
  if (brandAccountId === undefined) return undefined;
  const isAch = [source, destination].some((end) => end.medium === "bank" && systemOf(end.rail) === "ach");
  if (!isAch) return unprocessable("/brand", "is only for ACH rails");
  if (brandAccount === undefined)
    return unprocessable("/brand/account_id", "must be the account itself or one that it manages");
  return { accountId: brandAccount.id, name: brandAccount.name };
}

function endAt(wanted: WantedTransfer, pointer: EndPointer): WantedEnd {
  return pointer === "/source" ? wanted.source : wanted.destination;
}

function addressNotFound(pointer: EndPointer): Refusal {
  const place = `${pointer}/address_id`;
  const detail = "names no address that can be used here";
  return refuse("address_not_found", `${place} ${detail}`, { errors: [{ pointer: place, detail }] });
}

function noRoute(pointer: EndPointer, detail: string): Refusal {
  return refuse("unsupported_route", detail, { errors: [{ pointer: `${pointer}/transfer_type`, detail }] });
}

export function unprocessable(pointer: string, detail: string): Refusal {
  return refuse("unprocessable", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
