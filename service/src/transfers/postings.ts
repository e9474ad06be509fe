import type { ChainName } from "../chains/chain-name.ts";
import { assert } from "../kernel/assert.ts";
import { type Asset, usd } from "../kernel/money.ts";
import type { LedgerAccount, Operation, Posting } from "../ledger/index.ts";
import type { LedgerEffect } from "./machine.ts";
import { settlementAssetOf } from "./route.ts";
import {
  centsOf,
  deliveredUnits,
  type OwnToken,
  type ThirdPartyToken,
  type TokenDestination,
  type TokenSource,
  type Transfer,
  type TransferToken,
} from "./transfer.ts";

const tokenScale = 6;

/** Holds created at acceptance: the source tokens, and what the treasury will give for them. */
export function holdsFor(transfer: Transfer): readonly Operation[] {
  const { source, destination, units } = transfer;
  if (source.medium === "bank") return [];
  const holds: Operation[] = [hold(transfer, "source", walletOf(source), units)];
  if (needsDollars(transfer)) holds.push(hold(transfer, "liquidity", treasuryDollars, centsIn(transfer)));
  if (isThirdParty(destination) && transfer.flow !== "payout")
    holds.push(hold(transfer, "inventory", treasuryOf(destination), deliveredUnits(transfer)));
  return holds;
}

/**
 * Ledger operations of an effect. Between source and destination the value is in clearing: as dollars, or as the token
 * itself if it only changes chains. Tokens withdrawn to the treasury stay in escrow there until the transfer is
 * complete, so that they can always be refunded.
 */
export function operationsOf(
  transfer: Transfer,
  effect: LedgerEffect,
  funds: LedgerAccount = bankMoney,
): readonly Operation[] {
  switch (effect) {
    case "funded":
      return [post(transfer, effect, move(funds, dollarClearing, centsIn(transfer)))];
    case "withdrawn":
      return taken(transfer);
    case "sent":
      return [postHold(transfer, { effect, held: "source" }, moved(transfer))];
    case "delivered":
      return delivered(transfer);
    case "released":
      return holdsFor(transfer).map(({ key }) => voidHold(key));
    case "moved_to_suspense":
      return [post(transfer, effect, move(dollarClearing, owedTo(transfer), centsIn(transfer)))];
    case "delivery_reversed":
      return turnedBack(transfer);
    case "payout_returned":
      return [post(transfer, effect, cameBack(transfer))];
    case "refund_held":
      return [hold(transfer, "recall", treasuryOf(tokenSource(transfer)), transfer.units)];
    case "refunded":
      return refunded(transfer);
  }
}

function taken(transfer: Transfer): readonly Operation[] {
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
  const burned = move(wallet, supplyOn(source.token, source.chain), units);
  const carried =
    settlementAssetOf(transfer) === "token"
      ? crossing(transfer)
      : move(reserveOf(source.token), dollarClearing, centsIn(transfer));
  return [postHold(transfer, { effect: "withdrawn", held: "source" }, [...burned, ...carried])];
}

/** They count as issued on the second chain as soon as they are burned on the first, so total supply never changes. */
function crossing({ destination, units }: Transfer): readonly Posting[] {
  assert(
    destination.medium === "chain" && destination.token.origin === "own",
    "only tokens issued here are bridged",
  );
  const { token, chain } = destination;
  return move(supplyOn(token, chain), tokenClearing(token, chain), units);
}

function moved({ source, destination, units }: Transfer): readonly Posting[] {
  assert(source.medium === "chain" && destination.medium === "chain", "a payout stays on its chain");
  return move(walletOf(source), holderOf(destination), units);
}

function delivered(transfer: Transfer): readonly Operation[] {
  const { source, destination, units } = transfer;
  const escrow = isThirdPartySource(transfer) ? [voidHold(holdKey(transfer, "escrow"))] : [];
  if (destination.medium === "bank") {
    return [post(transfer, "delivered", splitFee(transfer, dollarClearing, bankMoney)), ...escrow];
  }
  const holder = holderOf(destination);
  const { token, chain } = destination;
  if (token.origin === "third_party") {
    const given = move(treasuryOf({ ...destination, token }), holder, deliveredUnits(transfer));
    const paid = needsNoDollars(transfer) ? [] : splitFee(transfer, dollarClearing, treasuryDollars);
    return [postHold(transfer, { effect: "delivered", held: "inventory" }, [...given, ...paid]), ...escrow];
  }
  if (settlementAssetOf(transfer) === "token") {
    assert(source.medium === "chain", "a bridge has a chain as its source");
    return [post(transfer, "delivered", move(tokenClearing(token, chain), holder, units))];
  }
  const minted = move(supplyOn(token, chain), holder, deliveredUnits(transfer));
  const backed = splitFee(transfer, dollarClearing, reserveOf(token));
  return [post(transfer, "delivered", [...minted, ...backed]), ...escrow];
}

function turnedBack(transfer: Transfer): readonly Operation[] {
  const { source, destination, units } = transfer;
  assert(source.medium === "chain" && destination.medium === "chain", "source and destination are on chains");
  if (destination.token.origin === "third_party") return [voidHold(holdKey(transfer, "inventory"))];
  if (settlementAssetOf(transfer) !== "token") return [];
  const { token } = destination;
  return [
    post(transfer, "delivery_reversed", [
      ...move(tokenClearing(token, destination.chain), supplyOn(token, destination.chain), units),
      ...move(supplyOn(token, source.chain), tokenClearing(token, source.chain), units),
    ]),
  ];
}

/** Books the returned payout to clearing and refunds the fee. */
function cameBack(transfer: Transfer): readonly Posting[] {
  return splitFee(transfer, dollarClearing, bankMoney).map(({ account, units }) => ({
    account,
    units: -units,
  }));
}

function refunded(transfer: Transfer): readonly Operation[] {
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
    return [post(transfer, "refunded", move(tokenClearing(source.token, source.chain), wallet, units))];
  }
  return [
    post(transfer, "refunded", [
      ...move(supplyOn(source.token, source.chain), wallet, units),
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

function hold(transfer: Transfer, part: HeldPart, account: LedgerAccount, units: bigint): Operation {
  return { type: "hold", key: holdKey(transfer, part), account, units };
}

function post({ id }: Transfer, effect: string, postings: readonly Posting[]): Operation {
  return { type: "post", key: `transfer/${id}/${effect}`, postings };
}

function postHold(
  transfer: Transfer,
  { effect, held }: { readonly effect: string; readonly held: HeldPart },
  postings: readonly Posting[],
): Operation {
  return {
    type: "post_hold",
    key: `transfer/${transfer.id}/${effect}`,
    holdKey: holdKey(transfer, held),
    postings,
  };
}

function voidHold(key: string): Operation {
  return { type: "void_hold", key: `${key}/voided`, holdKey: key };
}

function holdKey({ id }: Pick<Transfer, "id">, part: HeldPart): string {
  return `transfer/${id}/${part}-held`;
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
const dollarClearing: LedgerAccount = { kind: "clearing", owner: "transfers", asset: usd };
const treasuryDollars: LedgerAccount = { kind: "treasury", asset: usd };
const feesEarned: LedgerAccount = { kind: "fees", asset: usd };

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

function supplyOn(token: TransferToken, chain: ChainName): LedgerAccount {
  return { kind: "supply", owner: token.id, chain, asset: assetOf(token) };
}

function reserveOf({ id }: Pick<OwnToken, "id">): LedgerAccount {
  return { kind: "reserve", owner: id, asset: usd };
}

function tokenClearing(token: TransferToken, chain: ChainName): LedgerAccount {
  return { kind: "clearing", owner: "transfers", chain, asset: assetOf(token) };
}

function assetOf({ valueType }: Pick<TransferToken, "valueType">): Asset {
  return { code: valueType, scale: tokenScale };
}
