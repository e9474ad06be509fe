import type { Account } from "../accounts/index.ts";
import { type Address, refuseUnusable } from "../addresses/index.ts";
import { tenantOf } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import { isRefusal, type Refusal, refuse } from "../kernel/refusal.ts";
import { isDebit, systemOf } from "../rails/rail.ts";
import { refuseTooLarge, tokenScale } from "../tokens/index.ts";
import type { Asked, TransferFacts } from "./facts.ts";
import { feeCents } from "./fees/fee-cents.ts";
import { refuseBeyondRail } from "./limits/refuse-beyond-rail.ts";
import { courseOf, firstStep } from "./machine.ts";
import { resolveToken } from "./resolve-token.ts";
import { carriageOf, flowBetween } from "./route.ts";
import {
  type Brand,
  type ComplianceHold,
  centsOf,
  type Destination,
  type Flow,
  type Source,
  type Transfer,
  type TransferId,
  unitsOf,
} from "./transfer.ts";
import { codeOf, type EndPointer, type WantedEnd, type WantedTransfer, wayOf } from "./transfer-request.ts";

export interface NewTransfer {
  readonly id: TransferId;
  readonly now: Instant;
  /** Until when an inbound wire is waited for. */
  readonly expiresAt: Instant;
}

/** A transfer as it begins, or the first reason why it cannot: account, addresses, tokens, route, amount. */
export function planTransfer(facts: TransferFacts, asked: Asked, fresh: NewTransfer): Transfer | Refusal {
  const account = usableAccount(facts.account);
  if (isRefusal(account)) return account;
  const source = resolveSource(facts, account, asked);
  if (isRefusal(source)) return source;
  const destination = resolveDestination(facts, account, asked);
  if (isRefusal(destination)) return destination;
  const flow = findFlow(asked.wanted, source, destination);
  if (isRefusal(flow)) return flow;
  const ends = { flow, source, destination };
  const refusal = refuseStandstill(ends) ?? refuseMissingTreasury(ends) ?? refuseAmount(asked.wanted, ends);
  if (refusal !== undefined) return refusal;
  const fee = priceOf(facts, account, asked, ends);
  if (isRefusal(fee)) return fee;
  const brand = resolveBrand(facts, asked.wanted);
  if (isRefusal(brand)) return brand;
  return begin({ facts, account, asked, fresh }, { ...ends, feeCents: fee, brand });
}

interface Ends {
  readonly flow: Flow;
  readonly source: Source;
  readonly destination: Destination;
}

interface Parts {
  readonly facts: TransferFacts;
  readonly account: Account;
  readonly asked: Asked;
  readonly fresh: NewTransfer;
}

interface Decided extends Ends {
  readonly feeCents: bigint;
  readonly brand: Brand | undefined;
}

function begin({ facts, account, asked, fresh }: Parts, decided: Decided): Transfer {
  const { wanted, asker } = asked;
  const { flow, source, destination } = decided;
  const hold = complianceHold(facts, wanted);
  const course = courseOf({ flow, source, destination, completedAt: undefined });
  return {
    ...decided,
    id: fresh.id,
    tenantId: account.tenantId,
    network: asked.network,
    accountId: account.id,
    units: wanted.units,
    currency: wanted.currency,
    state: { status: "pending", step: hold === undefined ? firstStep(course) : "held" },
    undoing: { workId: undefined, transactionId: undefined },
    note: wanted.note,
    statementName: decided.brand?.name ?? account.name,
    automationId: "automationId" in asker ? asker.automationId : undefined,
    expiresAt: course.source === "wire" && !course.isFunded ? fresh.expiresAt : undefined,
    hold,
    completedAt: undefined,
    createdAt: fresh.now,
    updatedAt: fresh.now,
  };
}

function usableAccount(account: Account | undefined): Account | Refusal {
  if (account === undefined) return refuse("not_found", "there is no such account");
  if (account.status === "complete") return account;
  return refuse("unprocessable", `the account must be complete; it is ${account.status}`);
}

function resolveSource(facts: TransferFacts, account: Account, asked: Asked): Source | Refusal {
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

function resolveDestination(facts: TransferFacts, account: Account, asked: Asked): Destination | Refusal {
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
  { isContract }: TransferFacts,
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
  if (end.medium === "bank" || address.medium === "bank" || address.kind === "internal") return undefined;
  // Tokens are deployed, too, after an address was added.
  return isContract({ chain: end.chain, address: address.onChainAddress })
    ? unprocessable(`${pointer}/address_id`, "names the contract of a token, where tokens would be lost")
    : undefined;
}

function findFlow(
  { source: from, destination: to }: WantedTransfer,
  source: Source,
  destination: Destination,
): Flow | Refusal {
  const flow = flowBetween(source, destination);
  if (flow !== undefined) return flow;
  const ends = `${codeOf(from)} by ${wayOf(from)} to ${codeOf(to)} by ${wayOf(to)}`;
  return noRoute("/destination", `there is no way from ${ends}`);
}

/** Two address ids may stand for one place, because another account may have named it as well. */
function refuseStandstill({ flow, source, destination }: Ends): Refusal | undefined {
  if (flow !== "payout" || source.medium === "bank" || destination.medium === "bank") return undefined;
  return source.address === destination.address
    ? unprocessable("/destination", "is the source itself, so nothing would move")
    : undefined;
}

/** The treasury of a tenant is made when it is first filled, so one that is not there has nothing to give. */
function refuseMissingTreasury({ flow, source, destination }: Ends): Refusal | undefined {
  if (flow === "payout") return undefined;
  const missing = [source, destination].some(
    (end) => end.medium === "chain" && end.token.origin === "third_party" && end.token.treasury === undefined,
  );
  return missing
    ? refuse("insufficient_liquidity", "the treasury holds nothing to exchange for it")
    : undefined;
}

function refuseAmount(
  { units, source: from, destination: to }: WantedTransfer,
  ends: Ends,
): Refusal | undefined {
  const pointer = "/amount/value";
  if (carriageOf(ends) === "dollars" && centsOf(units) === undefined) {
    const detail = "must have at most 2 decimals where dollars move";
    return refuse("validation_failed", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
  }
  const { destination } = ends;
  if (destination.medium === "chain") {
    const tooLarge = refuseTooLarge(destination.chain, {
      units,
      asset: { code: destination.token.valueType, scale: tokenScale },
    });
    if (tooLarge !== undefined)
      return unprocessable(pointer, tooLarge.errors?.[0]?.detail ?? tooLarge.detail);
  }
  return refuseBeyondRail({ transferTypes: [wayOf(from), wayOf(to)], cents: wholeCents(units), pointer });
}

/** Up to the next cent, for limits. */
export function wholeCents(units: bigint): bigint {
  return (units + unitsOf(1n) - 1n) / unitsOf(1n);
}

function priceOf(
  { fees }: TransferFacts,
  account: Account,
  { wanted, network }: Asked,
  { flow }: Ends,
): bigint | Refusal {
  const transferTypes = [wayOf(wanted.source), wayOf(wanted.destination)];
  const cents = wanted.units / unitsOf(1n);
  const fee = feeCents(fees, { flow, network, accountId: account.id, transferTypes, cents });
  return unitsOf(fee) < wanted.units
    ? fee
    : unprocessable("/amount/value", "is not more than the fee for such a transfer");
}

function resolveBrand(
  { brandAccount }: TransferFacts,
  { brandAccountId, source, destination }: WantedTransfer,
): Brand | undefined | Refusal {
  if (brandAccountId === undefined) return undefined;
  const isAch = [source, destination].some((end) => end.medium === "bank" && systemOf(end.rail) === "ach");
  if (!isAch) return unprocessable("/brand", "is only for ACH rails");
  if (brandAccount === undefined)
    return unprocessable("/brand/account_id", "must be the account itself or one that it manages");
  return { accountId: brandAccount.id, name: brandAccount.name };
}

/** A person looks at what goes to, or comes from, somebody on the sanctions list. */
function complianceHold(
  { listing, addresses }: TransferFacts,
  wanted: WantedTransfer,
): ComplianceHold | undefined {
  for (const end of ["destination", "source"] as const) {
    const address = addresses.get(wanted[end].addressId ?? "");
    const listed = address === undefined || address.kind === "internal" ? undefined : listing(address);
    if (listed !== undefined) return { end, ...listed };
  }
  return undefined;
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
