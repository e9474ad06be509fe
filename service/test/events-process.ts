import { setTimeout as sleep } from "node:timers/promises";
import { type ConnectionTarget, createDatabase } from "../src/db/pool.ts";
import { statement } from "../src/db/statement.ts";
import { createWakeUp } from "../src/db/wake-up.ts";
import { createEventDispatcher, defineConsumer } from "../src/events/index.ts";
import { systemClock } from "../src/kernel/instant.ts";
import { createChance } from "./business/chance.ts";
import { patientPool } from "./calm-limits.ts";
import { seedOf } from "./scale.ts";

/* A process that dispatches events until it is killed; its consumer records each event. */

const connection = JSON.parse(process.argv[2] ?? "") as ConnectionTarget;
const database = createDatabase({
  connection,
  maxConnections: 4,
  maxWaiting: 1_000,
  ...patientPool,
  applicationName: "florin events process",
});
const { random } = createChance(seedOf("KILL_SEED"));
const write = statement("INSERT INTO reported (event_id, account_id, sequence) VALUES ($1, $2, $3)");

const scribe = defineConsumer({
  name: "scribe",
  handle: async (tx, events) => {
    for (const { id, accountId, sequence } of events) await tx.run(write, [id, accountId, sequence]);
    await sleep(random() * 10);
  },
});

createEventDispatcher({
  database,
  wakeUp: createWakeUp({ connection, applicationName: "florin events process", onError: () => {} }),
  clock: systemClock,
  consumers: [scribe],
  batchSize: 10,
  pollMs: 50,
  onError: () => {},
}).start();
// The parent process is gone.
process.once("disconnect", () => process.exit());
process.send?.("started");
