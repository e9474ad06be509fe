import { ledgerBalances, ledgerHeads, ledgerHolds } from "../tables.ts";

const ofJournal = ["tenantId", "network"] as const;

/** The holder of this lock is the only writer of the journal until it commits. */
export const lockHead = ledgerHeads.one({ by: ofJournal, columns: ["lastSequence"], lock: "UPDATE" });

export const insertBalances = ledgerBalances.insertMany({ of: ofJournal });
export const insertHolds = ledgerHolds.insertMany({ of: ofJournal });

/** Nodes of the previous release remember balances, and read them again after this. */
export const countRebuild = ledgerHeads.update({ by: ofJournal, setText: "rebuilds = rebuilds + 1" });
