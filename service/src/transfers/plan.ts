import type { Account } from "../accounts/index.ts";
import type { Instant } from "../kernel/instant.ts";
import { isRefusal, type Refusal, refuse, unprocessable } from "../kernel/refusal.ts";
import { paymentSystemOf, systemOf } from "../rails/rail.ts";
import { refuseTooLarge, tokenScale } from "../tokens/index.ts";
import type { RequestedTransferInput, TransferFacts } from "./facts.ts";
import { feeCents } from "./fees/transfer-fee.ts";
import { refuseBeyondRail } from "./limits/decide-limits.ts";
import { firstStep, routePlanOf } from "./machine.ts";
import { findFlow, resolveBrand, resolveEnds } from "./resolve-ends.ts";
import { settlementAssetOf } from "./route.ts";
import { resolveTokenEnds } from "./token-flows/resolve-token-ends.ts";
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
  wholeCents,
} from "./transfer.ts";
import { amountPointerOf, inRegisteredSpelling, type RequestedTransfer, wayOf } from "./transfer-request.ts";

export interface NewTransfer {
  readonly id: TransferId;
  readonly now: Instant;
  /** Deadline for an inbound wire. */
  readonly expiresAt: Instant;
}

/** The new transfer, or the first reason to refuse it: account, addresses, tokens, route, amount. */
export function planTransfer(
  facts: TransferFacts,
  given: RequestedTransferInput,
  fresh: NewTransfer,
): Transfer | Refusal {
  const requestedTransfer = inRegisteredSpelling(given.requestedTransfer, facts.tokens);
  const input = { ...given, requestedTransfer };
  const resolve = input.requestedTransfer.resource === "transfer" ? resolveEnds : resolveTokenEnds;
  const resolved = resolve(facts, input);
  if (isRefusal(resolved)) return resolved;
  const { account, source, destination } = resolved;
  const flow = findFlow(input.requestedTransfer, source, destination);
  if (isRefusal(flow)) return flow;
  const ends = { flow, source, destination };
  const refusal =
    refuseSameAddress(ends) ?? refuseMissingTreasury(ends) ?? refuseAmount(input.requestedTransfer, ends);
  if (refusal !== undefined) return refusal;
  const fee = priceOf(facts, account, input, ends);
  if (isRefusal(fee)) return fee;
  const isHeldOutflow = facts.isDebtor && isOutflow(facts, account, ends);
  if (isHeldOutflow && input.requestedTransfer.resource !== "transfer")
    return unprocessable(
      "/source/address_id",
      "belongs to an account that owes; its claims must be settled first",
    );
  const brand = resolveBrand(facts, input.requestedTransfer);
  if (isRefusal(brand)) return brand;
  const decided = { ...ends, feeCents: fee, brand, heldForClaim: isHeldOutflow };
  return begin({ facts, account, input, fresh }, decided);
}

interface Ends {
  readonly flow: Flow;
  readonly source: Source;
  readonly destination: Destination;
}

interface Parts {
  readonly facts: TransferFacts;
  readonly account: Account;
  readonly input: RequestedTransferInput;
  readonly fresh: NewTransfer;
}

interface Decided extends Ends {
  readonly feeCents: bigint;
  readonly brand: Brand | undefined;
  readonly heldForClaim: boolean;
}

function begin({ facts, account, input, fresh }: Parts, decided: Decided): Transfer {
  const { requestedTransfer, requester } = input;
  const { flow, source, destination, heldForClaim } = decided;
  const hold = complianceHold(facts, requestedTransfer);
  const isHeld = hold !== undefined || heldForClaim;
  const routePlan = routePlanOf({ flow, source, destination, completedAt: undefined });
  return {
    ...decided,
    id: fresh.id,
    tenantId: account.tenantId,
    network: input.network,
    accountId: account.id,
    resource: requestedTransfer.resource,
    units: requestedTransfer.units,
    currency: requestedTransfer.currency,
    state: { status: "pending", step: isHeld ? "held" : firstStep(routePlan) },
    reversal: { workId: undefined, transactionId: undefined },
    note: requestedTransfer.note,
    purpose: requestedTransfer.purpose,
    statementName: (showsBrand(decided) ? decided.brand?.name : undefined) ?? account.name,
    automationId: "automationId" in requester ? requester.automationId : undefined,
    expiresAt: routePlan.source === "wire" && !routePlan.isFunded ? fresh.expiresAt : undefined,
    hold,
    completedAt: undefined,
    createdAt: fresh.now,
    updatedAt: fresh.now,
  };
}

/** Of the bank rails, only ACH shows the name of another company than the originator's. */
function showsBrand({ source, destination }: Ends): boolean {
  return [source, destination].some(
    (end) => end.medium === "bank" && paymentSystemOf(systemOf(end.rail)).showsBrand,
  );
}

/** Whether tokens leave the account: to a bank, to an external address, or to another account. */
function isOutflow({ addresses }: TransferFacts, account: Account, { source, destination }: Ends): boolean {
  if (source.medium !== "chain" || destination.medium === "supply") return false;
  if (destination.medium === "bank" || destination.keyIndex === undefined) return true;
  return addresses.get(destination.addressId)?.accountId !== account.id;
}

/** Two address ids may refer to the same blockchain address, because another account may have registered it too. */
function refuseSameAddress({ flow, source, destination }: Ends): Refusal | undefined {
  if (flow !== "payout" || source.medium !== "chain" || destination.medium !== "chain") return undefined;
  return source.address === destination.address
    ? unprocessable("/destination", "must differ from the source")
    : undefined;
}

/** A tenant's treasury is created when it is first funded, so a missing one has no tokens. */
function refuseMissingTreasury({ flow, source, destination }: Ends): Refusal | undefined {
  if (flow === "payout") return undefined;
  const missing = [source, destination].some(
    (end) => end.medium === "chain" && end.token.origin === "third_party" && end.token.treasury === undefined,
  );
  return missing ? refuse("insufficient_liquidity", "the treasury does not hold this token") : undefined;
}

function refuseAmount(
  { resource, units, source: from, destination: to }: RequestedTransfer,
  ends: Ends,
): Refusal | undefined {
  const pointer = amountPointerOf(resource);
  if (settlementAssetOf(ends) === "dollars" && centsOf(units) === undefined) {
    const detail = "must have at most 2 decimal places, because dollars are involved";
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

function priceOf(
  { fees }: TransferFacts,
  account: Account,
  { requestedTransfer, network }: RequestedTransferInput,
  { flow }: Ends,
): bigint | Refusal {
  const transferTypes = [wayOf(requestedTransfer.source), wayOf(requestedTransfer.destination)];
  const cents = requestedTransfer.units / unitsOf(1n);
  const fee = feeCents(fees, { flow, network, accountId: account.id, transferTypes, cents });
  return unitsOf(fee) < requestedTransfer.units
    ? fee
    : unprocessable(amountPointerOf(requestedTransfer.resource), "must be greater than the fee");
}

/**
 * Holds a transfer for manual review if its source or destination has a sanctions match. Token resources are refused
 * before that.
 */
function complianceHold(
  { sanctionsMatch, addresses }: TransferFacts,
  requestedTransfer: RequestedTransfer,
): ComplianceHold | undefined {
  for (const end of ["destination", "source"] as const) {
    const address = addresses.get(requestedTransfer[end].addressId ?? "");
    const match = address === undefined || address.kind === "internal" ? undefined : sanctionsMatch(address);
    if (match !== undefined) return { end, ...match };
  }
  return undefined;
}
