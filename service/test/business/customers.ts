import { type ChainName, familyOf } from "../../src/chains/chain-name.ts";
import { type BankRail, systemOf } from "../../src/rails/rail.ts";
import type { RequestedTransferInput } from "../../src/transfers/index.ts";
import { unitsOf } from "../../src/transfers/transfer.ts";
import { testCause } from "../auth.ts";
import type { Chance } from "./chance.ts";
import type { BalanceRow } from "./facts-store.ts";
import { type Customer, foreignToken, ownTokens, type TokenName } from "./found-tenants.ts";
import { businessChains } from "./open-business.ts";

type Input = RequestedTransferInput["requestedTransfer"];
type End = Input["source"];

/** Spendable units of a customer, by address, chain and token. */
export type Purse = ReadonlyMap<string, bigint>;

export function purseOf(balances: readonly BalanceRow[]): Purse {
  return new Map(
    balances
      .filter(({ kind }) => kind === "wallet")
      .map(({ owner, chain, code, posted, held }) => [`${owner} ${chain} ${code}`, posted - held]),
  );
}

/** A random transfer request of a customer. */
export function inputOf(
  chance: Chance,
  customer: Customer,
  all: readonly Customer[],
  purse: Purse,
): RequestedTransferInput {
  const { tenantId, accountId, principal } = customer;
  const transfer = newTransfers[chance.weighted(weights)]({ chance, customer, all, purse });
  return {
    tenantId,
    network: "testnet",
    accountId,
    requestedTransfer: {
      resource: "transfer",
      currency: "USD",
      brandAccountId: undefined,
      note: undefined,
      ...transfer,
    },
    cause: testCause,
    requester: { principal },
  };
}

interface Situation {
  readonly chance: Chance;
  readonly customer: Customer;
  readonly all: readonly Customer[];
  readonly purse: Purse;
}

type TransferRequest = Pick<Input, "units" | "source" | "destination">;

const weights = { wireIn: 5, debit: 4, payOut: 6, swap: 5, bridge: 3, payout: 4 } as const;
const newTransfers: Readonly<Record<keyof typeof weights, (situation: Situation) => TransferRequest>> = {
  wireIn: (situation) => ({
    units: dollars(situation.chance),
    source: { medium: "bank", rail: "wire", addressId: undefined },
    destination: anyAddress(situation, ownToken(situation)),
  }),
  debit: (situation) => {
    const rail = chosen(situation.chance, ["ach_debit", "same_day_ach_debit"] as const);
    return {
      units: achDollars(situation.chance),
      source: { medium: "bank", rail, addressId: bankOf(situation) },
      destination: anyAddress(situation, ownToken(situation)),
    };
  },
  payOut: (situation) => {
    const { chance } = situation;
    const rail = chosen(chance, ["wire", "ach_credit", "same_day_ach_credit", "rtp_credit"] as const);
    const source = ownAddress(situation, chosen(chance, [...ownTokens, foreignToken] as const));
    return {
      units: wholeCents(spend(situation, source, rail)),
      source,
      destination: { medium: "bank", rail, addressId: bankOf(situation) },
    };
  },
  swap: (situation) => {
    const [from, to] = chosen(situation.chance, pairs);
    const source = ownAddress(situation, from);
    return { units: wholeCents(spend(situation, source)), source, destination: anyAddress(situation, to) };
  },
  bridge: (situation) => {
    const token = ownToken(situation);
    const source = ownAddress(situation, token);
    const chain = businessChains.find((name) => source.medium === "chain" && name !== source.chain);
    const destination = anyAddress(situation, token, chain);
    return { units: spend(situation, source), source, destination };
  },
  payout: (situation) => {
    const { chance } = situation;
    const token = chosen(chance, [...ownTokens, foreignToken] as const);
    const source = ownAddress(situation, token);
    const destination = anyAddress(situation, token, source.medium === "chain" ? source.chain : undefined);
    return { units: spend(situation, source), source, destination };
  },
};

const pairs: readonly (readonly [TokenName, TokenName])[] = [
  ["FUSD", "XUSD"],
  ["XUSD", "FUSD"],
  ["XUSD", "GUSD"],
  ["FUSD", "GUSD"],
  ["GUSD", "FUSD"],
  ["XUSD", "XUSD"],
];

function ownToken({ chance }: Situation): TokenName {
  return chosen(chance, ownTokens);
}

/** The customer's own address, preferably one with a balance. */
function ownAddress({ chance, customer, purse }: Situation, token: TokenName): End {
  const ends = businessChains.map((chain) => walletEnd(customer, chain, token));
  const filled = ends.filter((end) => (purse.get(purseKey(end)) ?? 0n) > unitsOf(100n));
  return chosen(chance, filled.length > 0 ? filled : ends);
}

const outsideRate = 0.25;

/** A custodial address within the tenant, or an external one. */
function anyAddress({ chance, customer, all }: Situation, token: TokenName, on?: ChainName): End {
  const chain = on ?? chosen(chance, businessChains);
  const outside = customer.outside.filter(({ family }) => family === familyOf(chain));
  if (chance.happens(outsideRate)) {
    return { medium: "chain", chain, addressId: chosen(chance, outside).id, valueType: token };
  }
  const seen = all.filter(({ tenantId }) => tenantId === customer.tenantId);
  return walletEnd(chosen(chance, seen), chain, token);
}

function walletEnd({ wallets }: Customer, chain: ChainName, valueType: TokenName): End {
  const addressId = wallets.get(familyOf(chain))?.id ?? "";
  return { medium: "chain", chain, addressId, valueType };
}

function purseKey(end: End): string {
  return end.medium === "bank" ? "" : `${end.addressId} ${end.chain} ${end.valueType}`;
}

const sanctionedRate = 0.02;

/** Occasionally the account of a sanctioned owner. */
function bankOf({ chance, customer: { banks } }: Situation): string {
  return (chance.happens(sanctionedRate) ? banks[1] : banks[0]) ?? "";
}

const greedRate = 0.03;

/** A part of the balance; occasionally more than the balance. */
function spend({ chance, purse }: Situation, source: End, rail?: BankRail): bigint {
  if (rail !== undefined && systemOf(rail) === "ach" && chance.happens(magicRate)) return magic(chance);
  const balance = purse.get(purseKey(source)) ?? 0n;
  if (chance.happens(greedRate)) return balance + unitsOf(100n);
  const part = (balance * BigInt(chance.between(1, 60))) / 100n;
  const odd = part % 7n;
  return part - odd > 0n ? part - odd : unitsOf(BigInt(chance.between(1, 5_000)));
}

function wholeCents(units: bigint): bigint {
  const cents = units / unitsOf(1n);
  return unitsOf(cents > 0n ? cents : 1n);
}

function dollars(chance: Chance): bigint {
  return unitsOf(BigInt(chance.between(500, 5_000_000)));
}

const magicRate = 0.06;
const returnCodes = 33;

function achDollars(chance: Chance): bigint {
  return chance.happens(magicRate) ? magic(chance) : dollars(chance);
}

/** An amount of 55.NN is returned with the code RNN. */
function magic(chance: Chance): bigint {
  return unitsOf(BigInt(5_500 + chance.between(1, returnCodes)));
}

function chosen<Item>(chance: Chance, items: readonly Item[]): Item {
  const item = chance.oneOf(items);
  if (item === undefined) throw new Error("no items to choose from");
  return item;
}
