import type { Account } from "../accounts/index.ts";
import type { Instant } from "../kernel/instant.ts";
import { isRefusal, type Refusal, refuse } from "../kernel/refusal.ts";
import { refuseTooLarge, tokenScale } from "../tokens/index.ts";
import type { Asked, TransferFacts } from "./facts.ts";
import { feeCents } from "./fees/fee-cents.ts";
import { refuseBeyondRail } from "./limits/refuse-beyond-rail.ts";
import { courseOf, firstStep } from "./machine.ts";
import {
  findFlow,
  resolveBrand,
  resolveDestination,
  resolveSource,
  unprocessable,
  usableAccount,
} from "./resolve-ends.ts";
import { carriageOf } from "./route.ts";
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
import { type WantedTransfer, wayOf } from "./transfer-request.ts";

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
