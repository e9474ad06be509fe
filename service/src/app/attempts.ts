import {
  type AttemptLimiter,
  type AttemptSharing,
  createAttemptLimiter,
  createAttemptMemory,
  createAttemptSharing,
  loadOrCreateServiceKey,
} from "../auth/index.ts";
import type { AppParts } from "./app-parts.ts";
import type { Outgoing } from "./outgoing.ts";

/** Limits of failed authentications, shared with the other nodes. */
export interface Attempts extends Pick<AttemptSharing, "start" | "stop"> {
  readonly clients: AttemptLimiter;
  readonly users: AttemptLimiter;
}

export async function createAttempts(
  parts: AppParts,
  { wakeUp }: Pick<Outgoing, "wakeUp">,
): Promise<Attempts> {
  const { database, keyRing, clock, logger } = parts;
  const memory = createAttemptMemory(await loadOrCreateServiceKey(database, keyRing, "attempt-index"));
  const onError = (error: unknown): void =>
    logger.warn({ err: error }, "failed attempts at other nodes could not be read; retrying");
  const { records, start, stop } = createAttemptSharing({ memory, database, wakeUp, onError });
  return {
    clients: createAttemptLimiter(clock, "clients", memory, records),
    users: createAttemptLimiter(clock, "users", memory, records),
    start,
    stop,
  };
}
