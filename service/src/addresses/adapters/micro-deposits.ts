import { randomInt } from "node:crypto";
import type { DepositProvider, MicroDepositAmounts, SendMicroDeposits } from "../bank-links/provider.ts";

export interface MicroDepositOptions {
  readonly send: SendMicroDeposits;
  readonly maxPerDay: number;
}

/** Amounts that nobody can know but who sees the statement. */
export function createMicroDeposits({ send, maxPerDay }: MicroDepositOptions): DepositProvider {
  return { name: "micro_deposits", maxPerDay, send, drawAmounts: () => [drawCents(), drawCents()] };
}

/** The same for testnet, where nobody sees a statement: the amounts are always these, as the reference says. */
export function createKnownMicroDeposits({ send, maxPerDay }: MicroDepositOptions): DepositProvider {
  return { name: "micro_deposits", maxPerDay, send, drawAmounts: () => knownAmounts };
}

const knownAmounts: MicroDepositAmounts = [32n, 45n];

/** At least a cent, and less than a dollar. */
function drawCents(): bigint {
  return BigInt(randomInt(1, 100));
}
