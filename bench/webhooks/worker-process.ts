import { createDatabase } from "../../service/src/db/pool.ts";
import { createWakeUp } from "../../service/src/db/wake-up.ts";
import { createEventDispatcher } from "../../service/src/events/index.ts";
import { createKeyRing } from "../../service/src/kernel/envelope.ts";
import { createIdFactory } from "../../service/src/kernel/id.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { createUndiciSender } from "../../service/src/webhooks/adapters/undici-sender.ts";
import { createDeliveryWorker } from "../../service/src/webhooks/delivery/delivery-worker.ts";
import { createFanOut } from "../../service/src/webhooks/fan-out/fan-out.ts";
import type { WebhookSender } from "../../service/src/webhooks/sender.ts";
import { poolOptions } from "../pool-options.ts";
import { responseParent } from "./child.ts";
import type { WorkerQuestions, WorkerSettings } from "./worker.ts";

/** Everything that works on one database: the dispatcher with the fan-out, and the delivery worker. */
interface Node {
  start(): void;
  stop(): Promise<readonly string[]>;
}

const clock = systemClock;
const newId = createIdFactory(clock);
const graceMs = 200;

/** The delivering part of a node, in a process that runs for the whole benchmark, on one database after the other. */
function main(): void {
  // Kept open like the agent of the plain loop, with its connections.
  const sender = createUndiciSender({
    clock,
    version: "bench",
    rules: { allowHttp: true, allowPrivate: true },
  });
  let node: Node | undefined;
  const responses = {
    open: async (settings: WorkerSettings) => {
      node = await openNode(settings, sender);
    },
    start: async () => node?.start(),
    stop: async () => {
      const stopping = node;
      node = undefined;
      return (await stopping?.stop()) ?? [];
    },
  };
  responseParent<WorkerQuestions>(responses, async () => {
    await node?.stop();
    await sender.close();
  });
}

async function openNode(settings: WorkerSettings, sender: WebhookSender): Promise<Node> {
  const { target, masterKeyHex, concurrency, endpointConcurrency } = settings;
  const problems: string[] = [];
  const onError = (error: unknown): void => {
    problems.push(error instanceof Error ? error.message : "unknown error");
  };
  const database = createDatabase(poolOptions(target));
  const wakeUp = createWakeUp({ connection: target, applicationName: "florin bench", onError });
  const deliveryWorker = createDeliveryWorker({
    database,
    wakeUp,
    clock,
    newId,
    keyRing: createKeyRing(Buffer.from(masterKeyHex, "hex")),
    sender,
    concurrency,
    endpointConcurrency,
    disable: async ({ id }) => onError(new Error(`the endpoint of ${id} was disabled`)),
    onError,
  });
  const fanOut = createFanOut({ clock, newId, wakeUp, handOver: deliveryWorker.handOver });
  const dispatcher = createEventDispatcher({ database, wakeUp, clock, consumers: [fanOut], onError });
  return {
    start: () => {
      dispatcher.start();
      deliveryWorker.start();
    },
    stop: async () => {
      await dispatcher.stop();
      await deliveryWorker.stop(graceMs);
      await wakeUp.close();
      await database.close();
      return problems;
    },
  };
}

main();
