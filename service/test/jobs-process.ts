import { setTimeout as sleep } from "node:timers/promises";
import { type ConnectionTarget, createDatabase } from "../src/db/pool.ts";
import { statement } from "../src/db/statement.ts";
import { createWakeUp } from "../src/db/wake-up.ts";
import { createJobRunner, defineJob } from "../src/jobs/index.ts";
import { createIdFactory } from "../src/kernel/id.ts";
import { systemClock } from "../src/kernel/instant.ts";
import { createChance } from "./business/chance.ts";
import { patientPool } from "./calm-limits.ts";
import { seedOf } from "./scale.ts";

/*
 * A process that runs jobs until it is killed. `test.exact` jobs write their effect and complete in one transaction;
 * `test.loose` jobs write it, and the runner completes them afterwards.
 */

const connection = JSON.parse(process.argv[2] ?? "") as ConnectionTarget;
const database = createDatabase({
  connection,
  maxConnections: 8,
  maxWaiting: 1_000,
  ...patientPool,
  applicationName: "florin jobs process",
});
const { random } = createChance(seedOf("KILL_SEED"));
const writeEffect = statement("INSERT INTO effects (kind, number) VALUES ($1, $2)");
const number = (payload: unknown): number => Number(payload);
const aMoment = (): Promise<void> => sleep(random() * 10);

const exact = defineJob({
  kind: "test.exact",
  parse: number,
  handle: async ({ job, completeIn }) => {
    await database.transaction(async (tx) => {
      await tx.run(writeEffect, [job.kind, job.payload]);
      await aMoment();
      await completeIn(tx);
      await aMoment();
    });
    await aMoment();
  },
});
const loose = defineJob({
  kind: "test.loose",
  parse: number,
  handle: async ({ job }) => {
    await aMoment();
    await database.run(writeEffect, [job.kind, job.payload]);
    await aMoment();
  },
});

createJobRunner({
  database,
  wakeUp: createWakeUp({ connection, applicationName: "florin jobs process", onError: () => {} }),
  clock: systemClock,
  newId: createIdFactory(systemClock),
  definitions: [exact, loose],
  concurrency: 6,
  leaseMs: 3_000,
  pollMs: 50,
  report: () => {},
}).start();
// The parent process is gone.
process.once("disconnect", () => process.exit());
process.send?.("started");
