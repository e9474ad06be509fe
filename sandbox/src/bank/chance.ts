import {
  addMs,
  type BankReason,
  type Instant,
  paymentSystemOf,
  type RailSystem,
  type Random,
} from "@florin/service/sandbox-ports";
import type { BankItem, Direction } from "./bank-item.ts";

/** Fault rates of the bank, each from 0 to 1. A seeded random function makes them reproducible. */
export interface TroublePlan {
  readonly random: Random;
  /** Of payments: returned instead of settled. */
  readonly returnRate: number;
  /** Of payments on rails with rejections: rejected. */
  readonly rejectRate: number;
  /** Of files: the same bytes appear again, under the same name or another. */
  readonly duplicateRate: number;
  /** Of files: late, after files that were written later. */
  readonly lateRate: number;
}

export const noTrouble: TroublePlan = {
  random: () => 1,
  returnRate: 0,
  rejectRate: 0,
  duplicateRate: 0,
  lateRate: 0,
};

/** The most common return codes, by direction on Florin's account. */
const achReasons: Readonly<Record<Direction, readonly string[]>> = {
  // An outgoing ACH credit debits Florin's account.
  debit: ["R02", "R03", "R04", "R20", "R23"],
  credit: ["R01", "R02", "R03", "R04", "R08", "R09", "R10", "R29"],
};
const transferReasons = ["AC01", "AC04", "BE04", "MS03"] as const;

/** Random outcome of a payment that would settle. */
export function outcomeByChance(
  { random, returnRate, rejectRate }: TroublePlan,
  { system, direction }: { readonly system: RailSystem; readonly direction: Direction },
): Pick<BankItem, "outcome" | "reason"> {
  const lot = random();
  const { format, hasRejections } = paymentSystemOf(system);
  const codes = format === "nacha" ? achReasons[direction] : transferReasons;
  if (lot < returnRate) return { outcome: "return", reason: reasonByChance(random, codes) };
  if (hasRejections && lot < returnRate + rejectRate) {
    return { outcome: "reject", reason: reasonByChance(random, codes) };
  }
  return { outcome: "settle", reason: undefined };
}

export interface FileTrouble {
  readonly readyAt: Instant;
  readonly repeat: { readonly as: "same_name" | "other_name"; readonly readyAt: Instant } | undefined;
}

/** Random faults of a file that is ready now. */
export function fileTroubleByChance(plan: TroublePlan, now: Instant, lateMs: number): FileTrouble {
  const isLate = plan.random() < plan.lateRate;
  const isRepeated = plan.random() < plan.duplicateRate;
  const readyAt = isLate ? addMs(now, lateMs) : now;
  if (!isRepeated) return { readyAt, repeat: undefined };
  const as = plan.random() < 0.5 ? "same_name" : "other_name";
  return { readyAt, repeat: { as, readyAt: addMs(readyAt, lateMs) } };
}

function reasonByChance(random: Random, codes: readonly string[]): BankReason {
  const code = codes[Math.floor(random() * codes.length)] ?? codes[0] ?? "";
  return { code, text: "" };
}
