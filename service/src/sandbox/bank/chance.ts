import { addMs, type Instant } from "../../kernel/instant.ts";
import type { Random } from "../../kernel/random.ts";
import type { BankReason } from "../../rails/bank-work.ts";
import type { RailSystem } from "../../rails/rail.ts";
import type { BankItem, Direction } from "./bank-item.ts";

/** How often the bank brings trouble by itself, each from 0 to 1. With a random function of a seed it is the same trouble again. */
export interface TroublePlan {
  readonly random: Random;
  /** Of payments: they come back instead of settling. */
  readonly returnRate: number;
  /** Of wires and RTP: they are not taken. */
  readonly rejectRate: number;
  /** Of files: the same bytes come again, under the same name or another. */
  readonly duplicateRate: number;
  /** Of files: they come late, behind others that were made after them. */
  readonly lateRate: number;
}

export const noTrouble: TroublePlan = {
  random: () => 1,
  returnRate: 0,
  rejectRate: 0,
  duplicateRate: 0,
  lateRate: 0,
};

/** What other banks say most, by who would be asked for the money. */
const achReasons: Readonly<Record<Direction, readonly string[]>> = {
  // A credit of ours takes money out of our account.
  debit: ["R02", "R03", "R04", "R20", "R23"],
  credit: ["R01", "R02", "R03", "R04", "R08", "R09", "R10", "R29"],
};
const transferReasons = ["AC01", "AC04", "BE04", "MS03"] as const;

/** What chance makes of a payment that would settle. */
export function outcomeByChance(
  { random, returnRate, rejectRate }: TroublePlan,
  { system, direction }: { readonly system: RailSystem; readonly direction: Direction },
): Pick<BankItem, "outcome" | "reason"> {
  const lot = random();
  const codes = system === "ach" ? achReasons[direction] : transferReasons;
  if (lot < returnRate) return { outcome: "return", reason: reasonByChance(random, codes) };
  if (system !== "ach" && lot < returnRate + rejectRate) {
    return { outcome: "reject", reason: reasonByChance(random, codes) };
  }
  return { outcome: "settle", reason: undefined };
}

export interface FileTrouble {
  readonly readyAt: Instant;
  readonly repeat: { readonly as: "same_name" | "other_name"; readonly readyAt: Instant } | undefined;
}

/** What chance makes of a file that is ready now. */
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
