import type { WakeUp } from "../../db/wake-up.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { Clock } from "../../kernel/instant.ts";
import type { BankWork, NewBankEntry } from "../bank-work.ts";
import { type BankRail, returnRailOf } from "../rail.ts";
import { insertEntries, selectProgress, withdrawEntries } from "./entry-store.ts";
import { selectSameSent } from "./recovered-store.ts";
import { sealEntry } from "./sealed-entry.ts";

export const bankTopic = "bank-work";

export interface BankWorkDeps {
  readonly clock: Clock;
  readonly wakeUp: Pick<WakeUp, "nudge">;
  readonly keyRing: KeyRing;
}

/** Never calls the bank, because it runs inside a transaction. The engine fetches the times later. */
export function createBankWork({ clock, wakeUp, keyRing }: BankWorkDeps): BankWork {
  return {
    enqueue: async (tx, entries) => {
      if (entries.length === 0) return;
      const rows = entries.map((entry) => ({
        ...entry,
        rail: timetableOf(entry),
        sealed: sealEntry(keyRing, entry),
      }));
      const now = clock.now();
      await insertEntries(tx, { state: "queued", createdAt: now, updatedAt: now }, rows);
      tx.afterCommit(() => wakeUp.nudge(bankTopic));
    },
    withdraw: (tx, tenantId, ids) =>
      ids.length === 0 ? Promise.resolve(new Set()) : withdrawEntries(tx, tenantId, ids, clock.now()),
    findSent: selectSameSent,
    progress: (session, tenantId, ids) =>
      ids.length === 0 ? Promise.resolve(new Map()) : selectProgress(session, tenantId, ids),
  };
}

/**
 * A return is sent with the standard files of the rail on which the payment was received. A prenote of any direction is
 * timed like a debit: both count when they can no longer be returned, two banking days after settlement.
 */
function timetableOf(entry: NewBankEntry): BankRail {
  switch (entry.kind) {
    case "payment":
      return entry.rail;
    case "return":
      return returnRailOf(entry.incomingPayment.system);
    case "prenote":
      return "ach_debit";
  }
}
