import { type ConnectionTarget, createDatabase } from "../src/db/pool.ts";
import { createWakeUp } from "../src/db/wake-up.ts";
import { createEventDispatcher } from "../src/events/index.ts";
import { createKeyRing } from "../src/kernel/envelope.ts";
import { createIdFactory } from "../src/kernel/id.ts";
import { systemClock } from "../src/kernel/instant.ts";
import { createUndiciSender } from "../src/webhooks/adapters/undici-sender.ts";
import { createDeliveryWorker } from "../src/webhooks/delivery/delivery-worker.ts";
import { createFanOut } from "../src/webhooks/fan-out/fan-out.ts";
import { patientPool } from "./calm-limits.ts";

/* A process that fans out and delivers events until it is killed. */

const given = JSON.parse(process.argv[2] ?? "") as ConnectionTarget & { readonly masterKey: string };
const { masterKey, ...connection } = given;
const clock = systemClock;
const database = createDatabase({
  connection: connection as ConnectionTarget,
  maxConnections: 6,
  maxWaiting: 1_000,
  ...patientPool,
  applicationName: "florin webhooks process",
});
const wakeUp = createWakeUp({
  connection: connection as ConnectionTarget,
  applicationName: "florin webhooks process",
  onError: () => {},
});
const newId = createIdFactory(clock);
const deliveryWorker = createDeliveryWorker({
  database,
  wakeUp,
  clock,
  newId,
  keyRing: createKeyRing(Buffer.from(masterKey, "hex")),
  sender: createUndiciSender({ clock, version: "test", rules: { allowHttp: true, allowPrivate: true } }),
  concurrency: 64,
  endpointConcurrency: 4,
  // Short, so that other processes take over soon, but renewed in time on a busy machine.
  leaseMs: 4_000,
  pollMs: 50,
  disable: async () => {},
  onError: () => {},
});
const fanOut = createFanOut({ clock, newId, wakeUp, handOver: deliveryWorker.handOver });
createEventDispatcher({
  database,
  wakeUp,
  clock,
  consumers: [fanOut],
  batchSize: 50,
  pollMs: 50,
  onError: () => {},
}).start();
deliveryWorker.start();
// The parent process is gone.
process.once("disconnect", () => process.exit());
process.send?.("started");
