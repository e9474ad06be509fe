import { canPost, type HeldQueue, type LoadedAttempt } from "./held-queue.ts";

/**
 * Limits the requests that a node may have in flight. Endpoint queues take turns, one request at a time. Those whose
 * last attempt failed get only part of the slots, so that many dead endpoints leave capacity for the healthy ones.
 */
export interface ConcurrencyLimit {
  /** It may have something to send. */
  enter(endpointQueue: HeldQueue): void;
  /** An attempt is settled, and its slot is free again. */
  leave(wasTroubled: boolean): void;
  load(): { readonly taken: number; readonly troubled: number };
}

export interface ConcurrencyLimitOptions {
  readonly places: number;
  readonly post: (endpointQueue: HeldQueue, attempt: LoadedAttempt, isTroubled: boolean) => void;
}

const troubledPart = 4;

export function createConcurrencyLimit({ places, post }: ConcurrencyLimitOptions): ConcurrencyLimit {
  const troubledPlaces = Math.max(1, Math.floor(places / troubledPart));
  const queue = new Set<HeldQueue>();
  const benched = new Set<HeldQueue>();
  let taken = 0;
  let troubled = 0;
  let isDealing = false;

  const serve = (endpointQueue: HeldQueue): void => {
    if (!canPost(endpointQueue)) return;
    const isTroubled = endpointQueue.health.failuresInARow > 0;
    if (isTroubled && troubled >= troubledPlaces) {
      benched.add(endpointQueue);
      return;
    }
    const attempt = endpointQueue.waiting.shift();
    if (attempt === undefined) return;
    taken += 1;
    if (isTroubled) troubled += 1;
    endpointQueue.posting += 1;
    post(endpointQueue, attempt, isTroubled);
    // At the end of the round; iterating over a Set also visits items added during the iteration.
    queue.add(endpointQueue);
  };
  const deal = (): void => {
    if (isDealing) return;
    isDealing = true;
    for (const endpointQueue of queue) {
      if (taken >= places) break;
      queue.delete(endpointQueue);
      serve(endpointQueue);
    }
    isDealing = false;
  };
  /** The next queue for the slot. Queues without attempts to send are added again when they have some. */
  const unbench = (): void => {
    for (const endpointQueue of benched) {
      benched.delete(endpointQueue);
      queue.add(endpointQueue);
      if (canPost(endpointQueue) && endpointQueue.health.failuresInARow > 0) return;
    }
  };

  return {
    enter: (endpointQueue) => {
      queue.add(endpointQueue);
      deal();
    },
    leave: (wasTroubled) => {
      taken -= 1;
      if (wasTroubled) {
        troubled -= 1;
        unbench();
      }
      deal();
    },
    load: () => ({ taken, troubled }),
  };
}
