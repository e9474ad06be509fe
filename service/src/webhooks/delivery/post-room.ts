import { canPost, type HeldLane, type LoadedAttempt } from "./held-lane.ts";

/**
 * Shares out the posts that a node may have under way. Lanes take turns, one post at a time. Those that failed last have
 * a part of the places at most, so that a crowd of dead endpoints leaves room for the living.
 */
export interface PostRoom {
  /** It may have something to post. */
  enter(lane: HeldLane): void;
  /** An attempt is settled, and its place is free again. */
  leave(wasTroubled: boolean): void;
  load(): { readonly taken: number; readonly troubled: number };
}

export interface PostRoomOptions {
  readonly places: number;
  readonly post: (lane: HeldLane, attempt: LoadedAttempt, isTroubled: boolean) => void;
}

const troubledPart = 4;

export function createPostRoom({ places, post }: PostRoomOptions): PostRoom {
  const troubledPlaces = Math.max(1, Math.floor(places / troubledPart));
  const queue = new Set<HeldLane>();
  const benched = new Set<HeldLane>();
  let taken = 0;
  let troubled = 0;
  let isDealing = false;

  const serve = (lane: HeldLane): void => {
    if (!canPost(lane)) return;
    const isTroubled = lane.health.failuresInARow > 0;
    if (isTroubled && troubled >= troubledPlaces) {
      benched.add(lane);
      return;
    }
    const attempt = lane.waiting.shift();
    if (attempt === undefined) return;
    taken += 1;
    if (isTroubled) troubled += 1;
    lane.posting += 1;
    post(lane, attempt, isTroubled);
    // Behind the others; a set hands out what is added while it is walked over.
    queue.add(lane);
  };
  const deal = (): void => {
    if (isDealing) return;
    isDealing = true;
    for (const lane of queue) {
      if (taken >= places) break;
      queue.delete(lane);
      serve(lane);
    }
    isDealing = false;
  };
  /** One that takes the place. Those that have nothing to post any more come back by themselves when they have. */
  const unbench = (): void => {
    for (const lane of benched) {
      benched.delete(lane);
      queue.add(lane);
      if (canPost(lane) && lane.health.failuresInARow > 0) return;
    }
  };

  return {
    enter: (lane) => {
      queue.add(lane);
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
