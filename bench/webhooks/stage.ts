import { withClient } from "../../service/src/db/client.ts";
import type { Database } from "../../service/src/db/database.ts";
import type { EmbeddedServer, SocketTarget } from "../../service/src/db/embedded/index.ts";
import { createDatabase } from "../../service/src/db/pool.ts";
import { createWakeUp } from "../../service/src/db/wake-up.ts";
import { createEventLog } from "../../service/src/events/index.ts";
import { createKeyRing } from "../../service/src/kernel/envelope.ts";
import { createIdFactory } from "../../service/src/kernel/id.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { createDatabaseIn } from "../chains/bench-database.ts";
import type { Progress } from "../ledger/progress.ts";
import { poolOptions } from "../pool-options.ts";
import type { PlannedTenant } from "./endpoints.ts";
import { createEnvironment } from "./environment.ts";
import type { BenchOptions } from "./options.ts";
import type { PlainLoop } from "./plain-loop.ts";
import { createQueueReader, type QueueReader } from "./queue-reader.ts";
import type { Receiver } from "./receiver.ts";
import type { Worker } from "./worker.ts";

/** Shared by all measurements: the processes, the server, and their durations. */
export interface Stage {
  readonly options: BenchOptions;
  readonly server: EmbeddedServer;
  readonly masterKey: Buffer;
  readonly receiver: Receiver;
  readonly worker: Worker;
  readonly plain: PlainLoop;
  readonly progress: Progress;
  databaseCpuMs(): Promise<number>;
}

/** A database with its own subscriptions, and a source of events. */
export interface Scene {
  readonly database: Database;
  readonly queueReader: QueueReader;
  /** Lets the worker connect; it does nothing yet. */
  openWorker(): Promise<void>;
  startWorker(): Promise<void>;
  /** Throws when the worker reported a problem. */
  stopWorker(): Promise<void>;
  /** Vacuums, analyzes and checkpoints, so that a measurement is not affected by earlier writes. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface SceneOptions {
  readonly name: string;
  readonly tenants: readonly PlannedTenant[];
  readonly urlOf: (endpoint: number) => string;
}

export async function openScene(stage: Stage, { name, tenants, urlOf }: SceneOptions): Promise<Scene> {
  const target = await createDatabaseIn(stage.server, name);
  const database = createDatabase(poolOptions(target));
  const wakeUp = createWakeUp({
    connection: target,
    applicationName: "florin bench",
    onError: (error) => stage.progress(`wake-up: ${String(error)}`),
  });
  const eventLog = createEventLog({ clock: systemClock, newId: createIdFactory(systemClock), wakeUp });
  const env = await createEnvironment({ database, keyRing: createKeyRing(stage.masterKey), tenants, urlOf });
  return {
    database,
    queueReader: createQueueReader({ database, eventLog, env }),
    ...workerOn(stage, target),
    settle: () => settle(stage.server, target),
    close: async () => {
      await wakeUp.close();
      await database.close();
    },
  };
}

function workerOn(
  { worker, masterKey, options: { concurrency, endpointConcurrency } }: Stage,
  target: SocketTarget,
): Pick<Scene, "openWorker" | "startWorker" | "stopWorker"> {
  const masterKeyHex = masterKey.toString("hex");
  return {
    openWorker: async () =>
      void (await worker.ask("open", { target, masterKeyHex, concurrency, endpointConcurrency })),
    startWorker: async () => void (await worker.ask("start", undefined)),
    stopWorker: async () => {
      const problems = await worker.ask("stop", undefined);
      if (problems.length > 0) throw new Error(`the worker reported: ${problems.slice(0, 5).join("; ")}`);
    },
  };
}

function settle({ adminTarget }: EmbeddedServer, { database }: SocketTarget): Promise<void> {
  return withClient({ ...adminTarget, database }, "florin bench", async (client) => {
    await client.query("VACUUM (ANALYZE)");
    await client.query("CHECKPOINT");
  });
}
