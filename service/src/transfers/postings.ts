import type { ChainName } from "../chains/chain-name.ts";
import { assert } from "../kernel/assert.ts";
import { type Asset, usd } from "../kernel/money.ts";
import type { LedgerAccount, Operation, Posting } from "../ledger/index.ts";
import type { Deed } from "./machine.ts";
import { carriageOf } from "./route.ts";
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

/** What is set aside when a transfer is accepted: the source's tokens, and what the treasury will give for them. */
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
 * What a deed means for the ledger. Between its ends the value stands in clearing: as dollars, or as the token itself
 * where it only changes chains. Tokens that the treasury took stay set aside there until the transfer is complete, so
 * that they can always be given back.
 */
export function operationsOf(
  transfer: Transfer,
  deed: Deed,
  funds: LedgerAccount = bankMoney,
): readonly Operation[] {
  switch (deed) {
    case "funded":
      return [post(transfer, deed, move(funds, dollarsUnderWay, centsIn(transfer)))];
    case "taken":
      return taken(transfer);
    case "moved":
      return [postHold(transfer, { deed, held: "source" }, moved(transfer))];
    case "delivered":
      return delivered(transfer);
    case "released":
      return holdsFor(transfer).map(({ key }) => voidHold(key));
    case "surrendered":
      return [post(transfer, deed, move(dollarsUnderWay, owedTo(transfer), centsIn(transfer)))];
    case "turned_back":
      return turnedBack(transfer);
    case "came_back":
      return [post(transfer, deed, cameBack(transfer))];
    case "recalled":
      return [hold(transfer, "recall", treasuryOf(tokenSource(transfer)), transfer.units)];
    case "restored":
      return restored(transfer);
  }
}

function taken(transfer: Transfer): readonly Operation[] {
  const source = tokenSource(transfer);
  const { units } = transfer;
  const wallet = walletOf(source);
  if (isThirdParty(source)) {
    return [
      postHold(transfer, { deed: "taken", held: "source" }, move(wallet, treasuryOf(source), units)),
      hold(transfer, "escrow", treasuryOf(source), units),
      ...(needsDollars(transfer)
        ? [
            postHold(
              transfer,
              { deed: "paid-for", held: "liquidity" },
              move(treasuryDollars, dollarsUnderWay, centsIn(transfer)),
            ),
          ]
        : []),
    ];
  }
  const burned = move(wallet, supplyOn(source.token, source.chain), units);
  const carried =
    carriageOf(transfer) === "token"
      ? crossing(transfer)
      : move(reserveOf(source.token), dollarsUnderWay, centsIn(transfer));
  return [postHold(transfer, { deed: "taken", held: "source" }, [...burned, ...carried])];
}

/** They count as minted on the other chain from the moment they were burned on the first: at no moment are they nowhere. */
function crossing({ destination, units }: Transfer): readonly Posting[] {
  assert(
    destination.medium === "chain" && destination.token.origin === "own",
    "only own tokens change chains",
  );
  const { token, chain } = destination;
  return move(supplyOn(token, chain), tokensUnderWay(token, chain), units);
}

function moved({ source, destination, units }: Transfer): readonly Posting[] {
  assert(source.medium === "chain" && destination.medium === "chain", "tokens stay on their chain");
  return move(walletOf(source), holderOf(destination), units);
}

function delivered(transfer: Transfer): readonly Operation[] {
  const { source, destination, units } = transfer;
  const escrow = isThirdPartySource(transfer) ? [voidHold(holdKey(transfer, "escrow"))] : [];
  if (destination.medium === "bank") {
    return [post(transfer, "delivered", shared(transfer, dollarsUnderWay, bankMoney)), ...escrow];
  }
  const holder = holderOf(destination);
  const { token, chain } = destination;
  if (token.origin === "third_party") {
    const given = move(treasuryOf({ ...destination, token }), holder, deliveredUnits(transfer));
    const paid = needsNoDollars(transfer) ? [] : shared(transfer, dollarsUnderWay, treasuryDollars);
    return [postHold(transfer, { deed: "delivered", held: "inventory" }, [...given, ...paid]), ...escrow];
  }
  if (carriageOf(transfer) === "token") {
    assert(source.medium === "chain", "what changes chains comes from one");
    return [post(transfer, "delivered", move(tokensUnderWay(token, chain), holder, units))];
  }
  const minted = move(supplyOn(token, chain), holder, deliveredUnits(transfer));
  const backed = shared(transfer, dollarsUnderWay, reserveOf(token));
  return [post(transfer, "delivered", [...minted, ...backed]), ...escrow];
}

function turnedBack(transfer: Transfer): readonly Operation[] {
  const { source, destination, units } = transfer;
  assert(source.medium === "chain" && destination.medium === "chain", "both ends are on chains");
  if (destination.token.origin === "third_party") return [voidHold(holdKey(transfer, "inventory"))];
  if (carriageOf(transfer) !== "token") return [];
  const { token } = destination;
  return [
    post(transfer, "turned_back", [
      ...move(tokensUnderWay(token, destination.chain), supplyOn(token, destination.chain), units),
      ...move(supplyOn(token, source.chain), tokensUnderWay(token, source.chain), units),
    ]),
  ];
}

/** What was paid out is at the bank again, and the fee is given back with it. */
function cameBack(transfer: Transfer): readonly Posting[] {
  return shared(transfer, dollarsUnderWay, bankMoney).map(({ account, units }) => ({
    account,
    units: -units,
  }));
}

function restored(transfer: Transfer): readonly Operation[] {
  const source = tokenSource(transfer);
  const { units } = transfer;
  const wallet = walletOf(source);
  if (isThirdParty(source)) {
    const held = transfer.completedAt === undefined ? "escrow" : "recall";
    const given = move(treasuryOf(source), wallet, units);
    const repaid = needsDollars(transfer) ? move(dollarsUnderWay, treasuryDollars, centsIn(transfer)) : [];
    return [postHold(transfer, { deed: "restored", held }, [...given, ...repaid])];
  }
  if (carriageOf(transfer) === "token") {
    return [post(transfer, "restored", move(tokensUnderWay(source.token, source.chain), wallet, units))];
  }
  return [
    post(transfer, "restored", [
      ...move(supplyOn(source.token, source.chain), wallet, units),
      ...move(dollarsUnderWay, reserveOf(source.token), centsIn(transfer)),
    ]),
  ];
}

/** The whole amount leaves one account; the fee is kept, the rest arrives. */
function shared(transfer: Transfer, from: LedgerAccount, to: LedgerAccount): readonly Posting[] {
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

function post({ id }: Transfer, deed: string, postings: readonly Posting[]): Operation {
  return { type: "post", key: `transfer/${id}/${deed}`, postings };
}

function postHold(
  transfer: Transfer,
  { deed, held }: { readonly deed: string; readonly held: HeldPart },
  postings: readonly Posting[],
): Operation {
  return {
    type: "post_hold",
    key: `transfer/${transfer.id}/${deed}`,
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

/** The treasury buys tokens of others with dollars, unless it gives other tokens for them. */
function needsDollars(transfer: Transfer): boolean {
  return isThirdPartySource(transfer) && carriageOf(transfer) === "dollars";
}

function needsNoDollars(transfer: Transfer): boolean {
  return carriageOf(transfer) !== "dollars";
}

function isThirdPartySource({ source, flow }: Transfer): boolean {
  return flow !== "payout" && source.medium === "chain" && source.token.origin === "third_party";
}

type AtTreasury = (TokenSource | TokenDestination) & { readonly token: ThirdPartyToken };

function isThirdParty(end: Transfer["source"] | Transfer["destination"]): end is AtTreasury {
  return end.medium === "chain" && end.token.origin === "third_party";
}

function tokenSource({ source }: Transfer): TokenSource {
  assert(source.medium === "chain", "the source of these is on a chain");
  return source;
}

function centsIn({ units }: Transfer): bigint {
  const cents = centsOf(units);
  assert(cents !== undefined, "what is carried in dollars is whole cents");
  return cents;
}

/** Dollars at the bank: what is missing from this account is what the bank has for us. */
export const bankMoney: LedgerAccount = { kind: "external", asset: usd };
const dollarsUnderWay: LedgerAccount = { kind: "clearing", owner: "transfers", asset: usd };
const treasuryDollars: LedgerAccount = { kind: "treasury", asset: usd };
const feesEarned: LedgerAccount = { kind: "fees", asset: usd };

/** Money that came for a transfer that could not be done; it waits for a person. */
function owedTo({ accountId }: Transfer): LedgerAccount {
  return { kind: "suspense", owner: accountId, asset: usd };
}

export function walletOf({ addressId, chain, token }: TokenSource | TokenDestination): LedgerAccount {
  return { kind: "wallet", owner: addressId, chain, asset: assetOf(token) };
}

function holderOf(end: TokenDestination): LedgerAccount {
  return end.keyIndex === undefined
    ? { kind: "external", chain: end.chain, asset: assetOf(end.token) }
    : walletOf(end);
}

function treasuryOf({ token, chain }: TokenSource | TokenDestination): LedgerAccount {
  assert(
    token.origin === "third_party" && token.treasury !== undefined,
    "the treasury keeps tokens of others",
  );
  return { kind: "treasury", owner: token.treasury.addressId, chain, asset: assetOf(token) };
}

function supplyOn(token: TransferToken, chain: ChainName): LedgerAccount {
  return { kind: "supply", owner: token.id, chain, asset: assetOf(token) };
}

function reserveOf({ id }: Pick<OwnToken, "id">): LedgerAccount {
  return { kind: "reserve", owner: id, asset: usd };
}

function tokensUnderWay(token: TransferToken, chain: ChainName): LedgerAccount {
  return { kind: "clearing", owner: "transfers", chain, asset: assetOf(token) };
}

function assetOf({ valueType }: Pick<TransferToken, "valueType">): Asset {
  return { code: valueType, scale: tokenScale };
}
