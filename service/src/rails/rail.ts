import { type PaymentSystem, paymentSystems, type Rail, railSchedules, rails } from "./registry.ts";

/** A bank rail, by its API name. */
export type BankRail = keyof typeof rails;

/** All rails, in the order of the registry. */
export const bankRails = Object.keys(rails) as readonly BankRail[];

export function isBankRail(transferType: string): transferType is BankRail {
  return Object.hasOwn(rails, transferType);
}

/** The entry of a rail in the registry. */
export function railOf(rail: BankRail): Rail {
  return rails[rail];
}

/** Payment systems behind the rails; the API's name of a payment's rail. */
export type RailSystem = keyof typeof paymentSystems;

export const railSystems = Object.keys(paymentSystems) as readonly RailSystem[];

export function paymentSystemOf(system: RailSystem): PaymentSystem {
  return paymentSystems[system];
}

export function systemOf(rail: BankRail): RailSystem {
  return rails[rail].system;
}

/** The rail whose schedule applies to a return of an incoming payment. */
export function returnRailOf(system: RailSystem): BankRail {
  return paymentSystems[system].returnRail;
}

type RailWith<Field extends keyof Rail, Value> = {
  [Name in BankRail]: (typeof rails)[Name][Field] extends Value ? Name : never;
}[BankRail];

export type DebitRail = RailWith<"direction", "debit">;
export type CreditRail = RailWith<"direction", "credit">;
/** A rail that can be the source of a transfer. */
export type FundingRail = DebitRail | RailWith<"isFundedByPayer", true>;

/** A debit pulls money from the counterparty; every other rail pushes money to it. */
export function isDebit(rail: BankRail): rail is DebitRail {
  return rails[rail].direction === "debit";
}

export const debitRails: readonly DebitRail[] = bankRails.filter(isDebit);
export const creditRails: readonly CreditRail[] = bankRails.filter((rail) => !isDebit(rail)) as CreditRail[];

/** Credit rails, the fastest first. */
export const creditRailsBySpeed: readonly CreditRail[] = railSchedules.flatMap((schedule) =>
  creditRails.filter((rail) => rails[rail].schedule === schedule),
);

/** The payer sends the money to an account number that the response gives. */
export function isFundedByPayer(rail: BankRail): rail is Exclude<FundingRail, DebitRail> {
  return rails[rail].isFundedByPayer;
}

/** Network limit of one entry, in cents. */
export function mostCentsBy(rail: BankRail): bigint {
  return rails[rail].maxCents;
}
