import { readInFlight } from "../src/chains/in-flight-store.ts";
import { createJobRunner } from "../src/jobs/index.ts";
import {
  type Difference,
  listDifferences,
  type Reconciliation,
  reconcileKind,
  reconciliation,
} from "../src/tokens/index.ts";
import type { ChainEnvironment } from "./chain-environment.ts";
import { eventually } from "./eventually.ts";

const manyDifferences = 100;

/** Compares the environment's chain with its ledger, as the hourly job does; returns the differences. */
export async function reconcileEnvironment(env: ChainEnvironment): Promise<readonly Difference[]> {
  const { database, chains, outgoing } = env;
  const { clock, newId } = env.parts;
  const runs: Reconciliation[] = [];
  const { jobs } = reconciliation({
    database,
    clock,
    newId,
    jobQueue: outgoing.jobQueue,
    chains,
    wallets: chains.wallets,
    readInFlight,
    onChainError: (_key, error) => env.errors.push(error),
    report: (run) => runs.push(run),
    lookAgainAfterMs: 1,
  });
  const { wakeUp } = outgoing;
  const runner = createJobRunner({
    database,
    wakeUp,
    clock,
    newId,
    definitions: jobs,
    concurrency: 1,
    pollMs: 10,
    report: () => undefined,
  });
  runner.start();
  try {
    await database.transaction((tx) => outgoing.jobQueue.enqueue(tx, { kind: reconcileKind, payload: {} }));
    const run = await eventually(() => {
      const [ended] = runs;
      if (ended === undefined) throw new Error("the run has not ended");
      return ended;
    });
    return await listDifferences(database, run.id, manyDifferences);
  } finally {
    await runner.stop({ graceMs: 0 });
  }
}
