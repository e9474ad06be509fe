import { setTimeout as sleep } from "node:timers/promises";
import { createScreener } from "../src/accounts/screening/screener.ts";
import { verificationJobs } from "../src/accounts/verification/jobs.ts";
import type { VerificationProvider } from "../src/accounts/verification/provider.ts";
import { type ConnectionTarget, createDatabase } from "../src/db/pool.ts";
import { createWakeUp } from "../src/db/wake-up.ts";
import { createEventLog } from "../src/events/index.ts";
import { createJobQueue, createJobRunner } from "../src/jobs/index.ts";
import { createKeyRing } from "../src/kernel/envelope.ts";
import { createIdFactory } from "../src/kernel/id.ts";
import { addMs, systemClock } from "../src/kernel/instant.ts";
import { createChance } from "./business/chance.ts";
import { patientPool } from "./calm-limits.ts";
import { seedOf } from "./scale.ts";
import { createWrittenList } from "./written-list.ts";

/* A process that verifies accounts until it is killed. It pauses at every step, so that it is killed at each. */

export interface VerificationProcessSettings {
  /** In hex. */
  readonly masterKey: string;
}

const reported = JSON.parse(process.argv[2] ?? "") as ConnectionTarget & VerificationProcessSettings;
const connection: ConnectionTarget = reported;
const { random } = createChance(seedOf("KILL_SEED"));
const threshold = 900;
const longestPauseMs = 15;
const shareOfPending = 0.3;
const aMoment = (): Promise<void> => sleep(random() * longestPauseMs);

const database = createDatabase({
  connection,
  maxConnections: 8,
  maxWaiting: 1_000,
  ...patientPool,
  applicationName: "florin verification process",
});
const wakeUp = createWakeUp({
  connection,
  applicationName: "florin verification process",
  onError: () => {},
});
const clock = systemClock;
const newId = createIdFactory(clock);
const screener = createScreener({ source: createWrittenList().source, threshold });
await screener.refresh();

const dawdler: VerificationProvider = {
  name: "dawdler",
  ask: async () => {
    await aMoment();
    return random() < shareOfPending
      ? { outcome: "pending", askAgainAt: addMs(clock.now(), longestPauseMs) }
      : { outcome: "accepted", decision: { providerDecision: "passed" } };
  },
};

const { jobs } = verificationJobs({
  database,
  clock,
  newId,
  keyRing: createKeyRing(Buffer.from(reported.masterKey, "hex")),
  screener,
  threshold,
  jobQueue: createJobQueue({ clock, newId, wakeUp }),
  eventLog: createEventLog({ clock, newId, wakeUp }),
  providers: { testnet: dawdler, mainnet: dawdler },
  onCompleted: [aMoment],
});

createJobRunner({
  database,
  wakeUp,
  clock,
  newId,
  definitions: jobs,
  concurrency: 6,
  leaseMs: 3_000,
  pollMs: 50,
  report: () => {},
}).start();
// The parent process is gone.
process.once("disconnect", () => process.exit());
process.send?.("started");
