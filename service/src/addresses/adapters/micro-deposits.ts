import { randomInt } from "node:crypto";
import type { DepositProvider, MicroDepositAmounts, SendMicroDeposits } from "../bank-links/provider.ts";

export interface MicroDepositOptions {
  readonly send: SendMicroDeposits;
  readonly maxPerDay: number;
}

/** Random amounts, known only to the account owner from the statement. */
export function createMicroDeposits({ send, maxPerDay }: MicroDepositOptions): DepositProvider {
  return { name: "micro_deposits", maxPerDay, send, drawAmounts: () => [drawCents(), drawCents()] };
}

/** Fixed amounts for testnet, where there is no statement; documented in the API reference. */
export function createKnownMicroDeposits({ send, maxPerDay }: MicroDepositOptions): DepositProvider {
  return { name: "micro_deposits", maxPerDay, send, drawAmounts: () => knownAmounts };
}

const knownAmounts: MicroDepositAmounts = [32n, 45n];

/** At least a cent, and less than a dollar. */
function drawCents(): bigint {
  return BigInt(randomInt(1, 100));
}
