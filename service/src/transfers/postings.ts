import { assert } from "../kernel/assert.ts";
import { type Asset, usd } from "../kernel/money.ts";
import type { LedgerAccount, Operation, Posting } from "../ledger/index.ts";
import { tokenScale } from "../tokens/index.ts";
import { transfersOwnerName } from "./chain-operations.ts";
import type { LedgerEffect } from "./machine.ts";
import { settlementAssetOf } from "./route.ts";
import {
  centsOf,
  deliveredUnits,
  type OwnToken,
  type ThirdPartyToken,
  type TokenDestination,
  type TokenLeg,
  type TokenSource,
  type Transfer,
  type TransferToken,
} from "./transfer.ts";

export type Hold = Extract<Operation, { readonly type: "hold" }>;

/** Holds created at acceptance: the source tokens, and what the treasury will give for them. */
export function holdsFor(transfer: Transfer): readonly Hold[] {
  const { source, destination, units } = transfer;
  if (source.medium !== "chain") return [];
  const holds = [hold(transfer, "source", walletOf(source), units)];
  if (needsDollars(transfer)) holds.push(hold(transfer, "liquidity", treasuryDollars, centsIn(transfer)));
  if (isThirdParty(destination) && transfer.flow !== "payout")
    holds.push(hold(transfer, "inventory", treasuryOf(destination), deliveredUnits(transfer)));
  return holds;
}

export interface LedgerFacts {
  /** Where received money is; by default at the bank. */
  readonly funds?: LedgerAccount | undefined;
  /** Earned fees that were not withdrawn; by default at least the fee. */
  readonly availableFeeCents?: bigint | undefined;
}

/**
 * Ledger operations of an effect. Between source and destination the value is in clearing: as dollars, or as the token
 * itself if it only changes chains. Tokens withdrawn to the treasury stay in escrow there until the transfer is
 * complete, so that they can always be refunded.
 */
export function operationsOf(
  transfer: Transfer,
  effect: LedgerEffect,
  { funds = bankMoney, availableFeeCents = transfer.feeCents }: LedgerFacts = {},
): readonly Operation[] {
  switch (effect) {
    case "funded":
      return [post(transfer, effect, move(funds, dollarClearing, centsIn(transfer)))];
    case "withdrawn":
      return withdrawnOperations(transfer);
    case "sent":
      return [postHold(transfer, { effect, held: "source" }, sentPostings(transfer))];
    case "delivered":
      return deliveredOperations(transfer);
    case "released":
      return holdsFor(transfer).map(({ key }) => voidHold(key));
    case "moved_to_suspense":
      return [post(transfer, effect, move(dollarClearing, owedTo(transfer), centsIn(transfer)))];
    case "delivery_reversed":
      return deliveryReversedOperations(transfer);
    case "payout_returned":
      return [post(transfer, effect, payoutReturnedPostings(transfer, availableFeeCents))];
    case "refund_held":
      return [hold(transfer, "recall", treasuryOf(tokenSource(transfer)), transfer.units)];
    case "refunded":
      return refundedOperations(transfer);
  }
}

function withdrawnOperations(transfer: Transfer): readonly Operation[] {
  const source = tokenSource(transfer);
  const { units } = transfer;
  const wallet = walletOf(source);
  if (isThirdParty(source)) {
    return [
      postHold(transfer, { effect: "withdrawn", held: "source" }, move(wallet, treasuryOf(source), units)),
      hold(transfer, "escrow", treasuryOf(source), units),
      ...(needsDollars(transfer)
        ? [
            postHold(
              transfer,
              { effect: "paid-for", held: "liquidity" },
              move(treasuryDollars, dollarClearing, centsIn(transfer)),
            ),
          ]
        : []),
    ];
  }
  const burned = move(wallet, supplyOn(source), units);
  return [
    postHold(transfer, { effect: "withdrawn", held: "source" }, [...burned, ...clearedPostings(transfer)]),
  ];
}

/** What goes to clearing when the source tokens are burned: nothing if that is all. */
function clearedPostings(transfer: Transfer): readonly Posting[] {
  switch (settlementAssetOf(transfer)) {
    case "token":
      return bridgedPostings(transfer);
    case "dollars":
      return move(reserveOf(tokenSource(transfer).token), dollarClearing, centsIn(transfer));
    case "exchange":
    case "none":
      return [];
  }
}

/** They count as issued on the second chain as soon as they are burned on the first, so total supply never changes. */
function bridgedPostings(transfer: Transfer): readonly Posting[] {
  const { destination, units } = transfer;
  assert(
    destination.medium === "chain" && destination.token.origin === "own",
    "only tokens issued here are bridged",
  );
  return move(supplyOn(destination), tokenClearing(destination), units);
}

function sentPostings({ source, destination, units }: Transfer): readonly Posting[] {
  assert(source.medium === "chain" && destination.medium === "chain", "a payout stays on its chain");
  return move(walletOf(source), holderOf(destination), units);
}

function deliveredOperations(transfer: Transfer): readonly Operation[] {
  const { destination } = transfer;
  const escrow = isThirdPartySource(transfer) ? [voidHold(holdKey(transfer, "escrow"))] : [];
  if (destination.medium === "bank") {
    return [post(transfer, "delivered", splitFee(transfer, dollarClearing, bankMoney)), ...escrow];
  }
  assert(destination.medium === "chain", "a burn delivers nothing");
  const holder = holderOf(destination);
  const { token } = destination;
  if (token.origin === "third_party") {
    const given = move(treasuryOf({ ...destination, token }), holder, deliveredUnits(transfer));
    const paid = needsNoDollars(transfer) ? [] : splitFee(transfer, dollarClearing, treasuryDollars);
    return [postHold(transfer, { effect: "delivered", held: "inventory" }, [...given, ...paid]), ...escrow];
  }
  const minted = deliveredUnits(transfer);
  if (settlementAssetOf(transfer) === "token")
    return [post(transfer, "delivered", move(tokenClearing(destination), holder, minted))];
  const backed = transfer.flow === "mint" ? [] : splitFee(transfer, dollarClearing, reserveOf(token));
  return [
    post(transfer, "delivered", [...move(supplyOn(destination), holder, minted), ...backed]),
    ...escrow,
  ];
}

function deliveryReversedOperations(transfer: Transfer): readonly Operation[] {
  const { source, destination, units } = transfer;
  assert(source.medium === "chain" && destination.medium === "chain", "source and destination are on chains");
  if (destination.token.origin === "third_party") return [voidHold(holdKey(transfer, "inventory"))];
  if (settlementAssetOf(transfer) !== "token") return [];
  return [
    post(transfer, "delivery_reversed", [
      ...move(tokenClearing(destination), supplyOn(destination), units),
      ...move(supplyOn(source), tokenClearing(source), units),
    ]),
  ];
}

/** Books the returned payout to clearing and refunds the fee. What was withdrawn of it is the operator's expense. */
function payoutReturnedPostings(transfer: Transfer, availableFeeCents: bigint): readonly Posting[] {
  const cents = centsIn(transfer);
  const { feeCents } = transfer;
  const earned = feeCents < availableFeeCents ? feeCents : availableFeeCents;
  const postings = [
    { account: dollarClearing, units: cents },
    { account: bankMoney, units: feeCents - cents },
    { account: feesEarned, units: -earned },
    { account: feeRefunds, units: earned - feeCents },
  ];
  return postings.filter(({ units }) => units !== 0n);
}

function refundedOperations(transfer: Transfer): readonly Operation[] {
  const source = tokenSource(transfer);
  const { units } = transfer;
  const wallet = walletOf(source);
  if (isThirdParty(source)) {
    const held = transfer.completedAt === undefined ? "escrow" : "recall";
    const given = move(treasuryOf(source), wallet, units);
    const repaid = needsDollars(transfer) ? move(dollarClearing, treasuryDollars, centsIn(transfer)) : [];
    return [postHold(transfer, { effect: "refunded", held }, [...given, ...repaid])];
  }
  if (settlementAssetOf(transfer) === "token") {
    return [post(transfer, "refunded", move(tokenClearing(source), wallet, units))];
  }
  return [
    post(transfer, "refunded", [
      ...move(supplyOn(source), wallet, units),
      ...move(dollarClearing, reserveOf(source.token), centsIn(transfer)),
    ]),
  ];
}

/** The full amount leaves one account; the fee is kept, and the rest goes to the other. */
function splitFee(transfer: Transfer, from: LedgerAccount, to: LedgerAccount): readonly Posting[] {
  const cents = centsIn(transfer);
  const { feeCents } = transfer;
  return [
    { account: from, units: -cents },
    { account: to, units: cents - feeCents },
    ...(feeCents === 0n ? [] : [{ account: feesEarned, units: feeCents }]),
  ];
}

function move(from: LedgerAccount, to: LedgerAccount, units: bigint): readonly Posting[] {
  return [
    { account: from, units: -units },
    { account: to, units },
  ];
}

type HeldPart = "source" | "inventory" | "liquidity" | "escrow" | "recall";

function hold(transfer: Transfer, part: HeldPart, account: LedgerAccount, units: bigint): Hold {
  return { type: "hold", key: holdKey(transfer, part), account, units };
}

function post(transfer: Transfer, effect: string, postings: readonly Posting[]): Operation {
  return { type: "post", key: operationKey(transfer, effect), postings };
}

function postHold(
  transfer: Transfer,
  { effect, held }: { readonly effect: string; readonly held: HeldPart },
  postings: readonly Posting[],
): Operation {
  return {
    type: "post_hold",
    key: operationKey(transfer, effect),
    holdKey: holdKey(transfer, held),
    postings,
  };
}

function voidHold(key: string): Operation {
  return { type: "void_hold", key: `${key}/voided`, holdKey: key };
}

function holdKey(transfer: Transfer, part: HeldPart): string {
  return operationKey(transfer, `${part}-held`);
}

function operationKey({ id }: Transfer, effect: string): string {
  return `transfer/${id}/${effect}`;
}

/** The treasury buys third-party tokens with dollars, unless it exchanges them for other tokens. */
function needsDollars(transfer: Transfer): boolean {
  return isThirdPartySource(transfer) && settlementAssetOf(transfer) === "dollars";
}

function needsNoDollars(transfer: Transfer): boolean {
  return settlementAssetOf(transfer) !== "dollars";
}

function isThirdPartySource({ source, flow }: Transfer): boolean {
  return flow !== "payout" && source.medium === "chain" && source.token.origin === "third_party";
}

type AtTreasury = (TokenSource | TokenDestination) & { readonly token: ThirdPartyToken };

function isThirdParty(leg: Transfer["source"] | Transfer["destination"]): leg is AtTreasury {
  return leg.medium === "chain" && leg.token.origin === "third_party";
}

function tokenSource({ source }: Transfer): TokenSource {
  assert(source.medium === "chain", "the source is on a chain");
  return source;
}

function centsIn({ units }: Transfer): bigint {
  const cents = centsOf(units);
  assert(cents !== undefined, "dollar amounts are whole cents");
  return cents;
}

/** Money at the bank: the negative balance of this account is what the bank holds for us. */
export const bankMoney: LedgerAccount = { kind: "external", asset: usd };
const dollarClearing: LedgerAccount = { kind: "clearing", owner: transfersOwnerName, asset: usd };
const treasuryDollars: LedgerAccount = { kind: "treasury", asset: usd };
export const feesEarned: LedgerAccount = { kind: "fees", asset: usd };
const feeRefunds: LedgerAccount = { kind: "expense", owner: "fee-refunds", asset: usd };

/** Money received for a transfer that could not be completed; it needs manual action. */
function owedTo({ accountId }: Transfer): LedgerAccount {
  return { kind: "suspense", owner: accountId, asset: usd };
}

export function walletOf({ addressId, chain, token }: TokenSource | TokenDestination): LedgerAccount {
  return { kind: "wallet", owner: addressId, chain, asset: assetOf(token) };
}

function holderOf(leg: TokenDestination): LedgerAccount {
  return leg.keyIndex === undefined
    ? { kind: "external", chain: leg.chain, asset: assetOf(leg.token) }
    : walletOf(leg);
}

function treasuryOf({ token, chain }: TokenSource | TokenDestination): LedgerAccount {
  assert(
    token.origin === "third_party" && token.treasury !== undefined,
    "third-party tokens have a treasury address",
  );
  return { kind: "treasury", owner: token.treasury.addressId, chain, asset: assetOf(token) };
}

/** Its negative balance is what was minted. */
export function supplyOn({ token, chain }: TokenLeg): LedgerAccount {
  return { kind: "supply", owner: token.id, chain, asset: assetOf(token) };
}

function reserveOf({ id }: Pick<OwnToken, "id">): LedgerAccount {
  return { kind: "reserve", owner: id, asset: usd };
}

function tokenClearing({ token, chain }: TokenLeg): LedgerAccount {
  return { kind: "clearing", owner: transfersOwnerName, chain, asset: assetOf(token) };
}

function assetOf({ valueType }: Pick<TransferToken, "valueType">): Asset {
  return { code: valueType, scale: tokenScale };
}
