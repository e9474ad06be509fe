import { type ConnectionTarget, createDatabase } from "../src/db/pool.ts";
import { systemClock } from "../src/kernel/instant.ts";
import { orThrow, RefusalError } from "../src/kernel/refusal.ts";
import {
  createLedgerWriter,
  type LedgerScope,
  type Operation,
  recordOperations,
} from "../src/ledger/index.ts";
import { patientPool } from "./calm-limits.ts";
import type { LedgerQuestion, LedgerResponse } from "./ledger-node.ts";

/* A separate node that records the given operations, all at once, and returns the outcome of each. */

const database = createDatabase({
  connection: JSON.parse(process.argv[2] ?? "") as ConnectionTarget,
  maxConnections: 10,
  maxWaiting: 1_000,
  ...patientPool,
  applicationName: "florin ledger process",
});
const writer = createLedgerWriter({ database, clock: systemClock, lockTimeoutMs: patientPool.lockTimeoutMs });

const ways = {
  together: (scope: LedgerScope, operation: Operation): Promise<unknown> => writer.record(scope, operation),
  alone: (scope: LedgerScope, operation: Operation): Promise<unknown> =>
    database.transaction(async (tx) => {
      const [outcome] = await recordOperations({ clock: systemClock }, tx, scope, [operation]);
      return outcome === undefined ? undefined : orThrow(outcome);
    }),
};

async function outcomeOf(recording: Promise<unknown>): Promise<string> {
  try {
    await recording;
    return "recorded";
  } catch (error) {
    return error instanceof RefusalError ? error.refusal.code : String(error);
  }
}

async function response({ scope, operations, way }: LedgerQuestion): Promise<void> {
  const outcomes = await Promise.all(operations.map((operation) => outcomeOf(ways[way](scope, operation))));
  process.send?.({ outcomes } satisfies LedgerResponse);
}

process.on("message", (question: LedgerQuestion) => void response(question));
// The parent process is gone.
process.once("disconnect", () => process.exit());
process.send?.("started");
