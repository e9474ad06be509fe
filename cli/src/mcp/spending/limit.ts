import { UsageError } from "../../failure.ts";
import { dollarsOf, unitsOf } from "./amount.ts";

/** How much the agents of one application may move. */
export interface SpendingLimit {
  readonly units: bigint;
  /** By day in UTC; otherwise in total. */
  readonly isPerDay: boolean;
}

const limitText = /^(\S+) USD( per day)?$/;

/** `500 USD`, or `500 USD per day`. */
export function readLimit(text: string): SpendingLimit {
  const [, amount, perDay] = limitText.exec(text) ?? [];
  const units = unitsOf(amount);
  if (units === undefined)
    throw new UsageError(`--limit ${text}: use an amount such as 500 USD, or 500 USD per day`);
  return { units, isPerDay: perDay !== undefined };
}

export function limitName({ units, isPerDay }: SpendingLimit): string {
  return `${dollarsOf(units)} USD${isPerDay ? " per day (UTC)" : " in total"}`;
}
