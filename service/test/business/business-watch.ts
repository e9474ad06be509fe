import { listJournals, verifyJournal } from "../../src/ledger/index.ts";
import { findEventProblems } from "../event-catalogue.ts";
import { faultsOfBooks } from "./books-hold.ts";
import { createChainWatch } from "./chains-hold.ts";
import {
  selectAllBalances,
  selectAllTransfers,
  selectBankDifferences,
  selectIncomingDifferences,
  selectOpenWork,
  sumBookings,
  sumPayments,
} from "./facts-store.ts";
import { createHistoryWatch } from "./histories-hold.ts";
import type { Business } from "./open-business.ts";
import { faultsOfReports } from "./reports-hold.ts";

/** All checks, at every step and at the end. */
export interface BusinessWatch {
  look(moment: number): Promise<void>;
  isAllDone(): Promise<boolean>;
  /** Checks that nothing is in flight; returns how transfers ended. */
  conclude(moment: number): Promise<Readonly<Record<string, number>>>;
}

const dayMs = 86_400_000;
/** A late file and the settlement of a debit, over a long weekend. */
const longestWordMs = 9 * dayMs;
const bankEvery = 8;
/** At most this many faults are reported. */
const mostProblems = 10;

export function createBusinessWatch(
  business: Business,
  errors: readonly unknown[],
  seed: number,
): BusinessWatch {
  const { database } = business;
  const chains = createChainWatch(business);
  const histories = createHistoryWatch(database);
  const refuse = (moment: number, faults: readonly string[]): void => {
    if (faults.length === 0) return;
    const ids = new Set(faults.flatMap((fault) => fault.match(/\b[0-9A-Z]{26}\b/g) ?? []));
    const reported = [...ids].filter((id) => histories.historyOf(id).length > 0);
    const stories = reported.map((id) => `${id}: ${histories.historyOf(id).join(", ")}`);
    throw new Error(
      [`seed ${seed}, moment ${moment}:`, ...faults, "recent events:", ...stories].join("\n  "),
    );
  };
  return {
    look: async (moment) => {
      refuse(moment, [
        ...errors.map((error) => `an engine failed: ${describe(error)}`),
        ...(await faultsOfBooks(database)),
        ...(await chains.faults()),
        ...(await histories.faults()),
        ...(moment % bankEvery === 0 ? await unexplainedAtBank(business) : []),
      ]);
    },
    isAllDone: async () => (await unfinished(business)).length === 0,
    conclude: async (moment) => {
      refuse(moment, [
        ...errors.map((error) => `an engine failed: ${describe(error)}`),
        ...(await faultsOfBooks(database)),
        ...(await chains.faults()),
        ...(await histories.faults()),
        ...(await unfinished(business)),
        ...(await unproven(business)),
        ...(await faultsOfReports(business)),
        ...(await findEventProblems(database)).slice(0, mostProblems),
      ]);
      return endsOf(business);
    },
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Where bank and ledger differ, a file about it is on its way, and not for long. */
async function unexplainedAtBank({ database, clock }: Business): Promise<readonly string[]> {
  const differences = await selectBankDifferences(database);
  const faults = differences
    .filter(({ since }) => clock.now() - since > longestWordMs)
    .map(
      ({ paymentId, reference, atBank, here }) =>
        `payment ${paymentId} (${reference}): ${atBank} at the bank, ${here} here, for too long`,
    );
  const between = differences.reduce((sum, { atBank, here }) => sum + atBank - here, 0n);
  const [bank, payments] = [await sumBookings(database), await sumPayments(database)];
  if (bank - payments !== between) faults.push(`the bank has ${bank}, payments ${payments}: ${between}`);
  return faults;
}

async function unfinished({ database }: Business): Promise<readonly string[]> {
  const transfers = await selectAllTransfers(database);
  const balances = await selectAllBalances(database);
  return [
    ...transfers
      .filter(({ step }) => step !== "done")
      .map(({ id, flow, status, step }) => `transfer ${id}, a ${flow}, is ${status} and ${step}`),
    ...(await selectOpenWork(database)).map(({ id, state }) => `work ${id} is ${state}`),
    ...(await selectBankDifferences(database)).map(
      ({ paymentId, reference }) => `payment ${paymentId} (${reference}) differs from the bank`,
    ),
    ...(await selectIncomingDifferences(database)).map(
      ({ itemId, paymentId }) => `the incoming payment ${itemId} of the bank is payment ${paymentId}`,
    ),
    ...balances
      .filter(({ kind, posted }) => kind === "clearing" && posted !== 0n)
      .map(({ owner, chain, code, posted }) => `clearing ${owner}/${chain}/${code} has ${posted}`),
    ...balances
      .filter(({ held }) => held !== 0n)
      .map(({ kind, owner, held }) => `${kind}/${owner} has ${held} on hold`),
  ];
}

async function unproven({ database }: Business): Promise<readonly string[]> {
  const faults: string[] = [];
  for await (const scope of listJournals(database)) {
    const { findings } = await verifyJournal(database, scope);
    faults.push(...findings.map((finding) => JSON.stringify(finding)));
  }
  return faults;
}

async function endsOf({ database }: Business): Promise<Readonly<Record<string, number>>> {
  const ends: Record<string, number> = {};
  for (const { flow, status } of await selectAllTransfers(database)) {
    const key = `${flow} ${status}`;
    ends[key] = (ends[key] ?? 0) + 1;
  }
  return ends;
}
