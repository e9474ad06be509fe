import { createPollLoop } from "../../db/poll-loop.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type HeldLane, setAside } from "./held-lane.ts";
import { createHeldLanes, type HeldLanesOptions } from "./held-lanes.ts";
import { webhooksTopic } from "./lane-store.ts";
import { createLaneTurns, type LaneTurnsOptions } from "./lane-turns.ts";

/** Takes lanes that are ready, holds them as long as this node works on them, and lets go of them. */
export interface LaneKeeper {
  start(): void;
  /** Nothing of it is left to do. */
  letGo(lane: HeldLane): void;
  /** Takes no more, and sets aside what has not begun. */
  close(): Promise<void>;
  /** Lets go of all that is held, so that others need not wait for the lease to end. */
  stop(): Promise<void>;
  health(): { readonly lastClaimAt: Instant | undefined; readonly held: number };
}

export interface LaneKeeperOptions extends HeldLanesOptions, LaneTurnsOptions {
  readonly wakeUp: WakeUp;
  readonly pollMs: number;
  readonly onError: (error: unknown) => void;
}

const beatsPerLease = 4;
const lastReleases = 3;

export function createLaneKeeper(options: LaneKeeperOptions): LaneKeeper {
  const { pollMs, onError } = options;
  const lanes = createHeldLanes(options);
  const turns = createLaneTurns(options, lanes);
  const claiming = createPollLoop({ turn: turns.claim, pollMs, onError });
  const beating = createPollLoop({ turn: turns.beat, pollMs: options.leaseMs / beatsPerLease, onError });
  const releasing = createPollLoop({ turn: turns.release, pollMs, onError });
  const stopListening = options.wakeUp.listen(webhooksTopic, claiming.wake);
  return {
    start: () => {
      for (const loop of [claiming, beating, releasing]) loop.start();
    },
    letGo: (lane) => {
      lanes.finish(lane);
      releasing.wake();
    },
    close: async () => {
      stopListening();
      await claiming.stop();
      for (const lane of lanes.all()) setAside(lane);
    },
    stop: async () => {
      await Promise.all([beating.stop(), releasing.stop()]);
      for (let tries = 0; lanes.size() > 0 && tries < lastReleases; tries += 1) await turns.releaseAll();
    },
    health: () => ({ lastClaimAt: turns.lastClaimAt(), held: lanes.size() }),
  };
}
