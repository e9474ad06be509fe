import { randomInt } from "node:crypto";
import type { DepositProvider, MicroDepositAmounts, SendMicroDeposits } from "../bank-links/provider.ts";

export interface MicroDepositOptions {
  readonly send: SendMicroDeposits;
  readonly maxPerDay: number;
  readonly maxPerTenant: number;
}

/** Random amounts, known only to the account owner from the statement. */
export function createMicroDeposits(options: MicroDepositOptions): DepositProvider {
  return { name: "micro_deposits", ...options, drawAmounts: () => [drawCents(), drawCents()] };
}

/** Fixed amounts for testnet, where there is no statement; documented in the API reference. */
export function createKnownMicroDeposits(options: MicroDepositOptions): DepositProvider {
  return { name: "micro_deposits", ...options, drawAmounts: () => knownAmounts };
}

const knownAmounts: MicroDepositAmounts = [32n, 45n];

/** At least a cent, and less than a dollar. */
function drawCents(): bigint {
  return BigInt(randomInt(1, 100));
}
