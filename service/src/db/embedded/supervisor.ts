import { setTimeout as sleep } from "node:timers/promises";
import { type InstanceLock, InstanceRefusedError } from "./instance-lock.ts";

export type EmbeddedServerEvent =
  | { readonly kind: "server_lost" }
  | { readonly kind: "server_back" }
  /** It is retried. */
  | { readonly kind: "restart_failed"; readonly error: unknown }
  /** Another process took over the folder while the server was down: this process must exit. */
  | { readonly kind: "replaced"; readonly error: InstanceRefusedError };

export interface Supervisor {
  /** Stops supervising; resolves with the lock if it is held, and undefined when the folder was taken over. */
  rest(): Promise<InstanceLock | undefined>;
}

const firstDelayMs = 100;
const longestDelayMs = 5_000;

/** The lock's session ends when the server does, for whatever reason, so watching it is watching the server. */
export function supervise(
  firstLock: InstanceLock,
  recover: () => Promise<InstanceLock>,
  onEvent: (event: EmbeddedServerEvent) => void,
): Supervisor {
  const resting = new AbortController();
  const rested = new Promise<void>((resolve) => {
    resting.signal.addEventListener("abort", () => resolve(), { once: true });
  });

  const watch = async (): Promise<InstanceLock | undefined> => {
    let lock: InstanceLock | undefined = firstLock;
    while (lock !== undefined) {
      await Promise.race([lock.lost, rested]);
      if (resting.signal.aborted) return lock;
      onEvent({ kind: "server_lost" });
      lock = await recoverRepeatedly(recover, onEvent, resting.signal);
      if (lock !== undefined) onEvent({ kind: "server_back" });
    }
    return undefined;
  };

  const watching = watch();
  return {
    rest: () => {
      resting.abort();
      return watching;
    },
  };
}

/** Retries with backoff for as long as the service runs; until it succeeds, requests get 503. */
async function recoverRepeatedly(
  recover: () => Promise<InstanceLock>,
  onEvent: (event: EmbeddedServerEvent) => void,
  resting: AbortSignal,
): Promise<InstanceLock | undefined> {
  for (let delayMs = firstDelayMs; !resting.aborted; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
    try {
      return await recover();
    } catch (error) {
      if (error instanceof InstanceRefusedError) {
        onEvent({ kind: "replaced", error });
        return undefined;
      }
      onEvent({ kind: "restart_failed", error });
    }
    await sleep(delayMs, undefined, { signal: resting }).catch(() => undefined);
  }
  return undefined;
}
