import { messageSettingsOf } from "../config/bank.ts";
import { networks } from "../kernel/id.ts";
import type { BankListener } from "../rails/bank-work.ts";
import { createBankEngine } from "../rails/engine/bank-engine.ts";
import type { BankReport } from "../rails/engine/engine-deps.ts";
import type { AppParts } from "./app-parts.ts";
import type { Banks } from "./banks.ts";
import type { Outgoing } from "./outgoing.ts";

/** Bank work of a node with the role `worker`: outgoing files, incoming files, and bank events. */
export interface BankWorkers {
  start(): void;
  stop(): Promise<void>;
}

export interface BankWorkersParts {
  readonly banks: Banks;
  readonly outgoing: Outgoing;
  readonly listener: BankListener;
}

const leaseMs = 10_000;
/** A sandbox bank knows when its next file is ready, and reports changes. */
const sandboxPace = { pollMs: 250, idleMs: 30_000 };
const filesPace = { pollMs: 15_000 };

export function createBankWorkers(
  parts: AppParts,
  { banks, outgoing, listener }: BankWorkersParts,
): BankWorkers {
  const { config, database, clock, newId, keyRing, logger } = parts;
  const engines = networks.map((network) =>
    createBankEngine({
      bank: banks.of(network),
      messages: messageSettingsOf(config, network),
      database,
      wakeUp: outgoing.wakeUp,
      clock,
      newId,
      keyRing,
      listener,
      ...(banks.isSandbox(network) ? sandboxPace : filesPace),
      leaseMs,
      report: ({ type, ...report }) => logger[levels[type]]({ network, ...report }, `bank: ${type}`),
      onError: (error) => logger.warn({ network, err: error }, "bank processing failed; retrying"),
    }),
  );
  return {
    start: () => {
      for (const engine of engines) engine.start();
    },
    stop: async () => {
      await Promise.all(engines.map((engine) => engine.stop()));
    },
  };
}

const levels = {
  "bank-unavailable": "warn",
  sent: "info",
  unwritable: "error",
  "duplicate-file": "warn",
  quarantined: "error",
  item: "warn",
  unapplied_event: "error",
} as const satisfies Record<BankReport["type"], string>;
