import type { Clock } from "../../kernel/instant.ts";
import type { SigningSecrets } from "../message/sign.ts";
import { type HeldLane, holdLane, isFinished, lookAgain, setAside } from "./held-lane.ts";
import type { TakenLane } from "./lane-store.ts";
import type { SecretsOf } from "./secrets-cache.ts";

/** The lanes in the hands of a courier, and those of them that it is about to let go of. */
export interface HeldLanes {
  size(): number;
  all(): readonly HeldLane[];
  /** One that is about to be let go of is not held for longer. */
  kept(): readonly HeldLane[];
  finished(limit: number): readonly HeldLane[];
  hasFinished(): boolean;
  admit(taken: TakenLane): void;
  /** What a look at these lanes found; those of which it found nothing are somebody else's by now. */
  lookedAgain(lanes: readonly HeldLane[], before: readonly TakenLane[], found: readonly TakenLane[]): void;
  finish(lane: HeldLane): void;
  /** Answers those that were not let go of. */
  released(lanes: readonly HeldLane[], ids: ReadonlySet<string>): readonly HeldLane[];
}

export interface HeldLanesOptions {
  readonly clock: Clock;
  readonly secretsOf: SecretsOf;
  readonly endpointConcurrency: number;
  /** Something about the lane may have changed. */
  readonly onLane: (lane: HeldLane) => void;
  readonly onError: (error: unknown) => void;
}

export function createHeldLanes(options: HeldLanesOptions): HeldLanes {
  const held = new Map<string, HeldLane>();
  const finished = new Set<HeldLane>();
  const isHeld = (lane: HeldLane): boolean => held.get(lane.taken.id) === lane;

  const refresh = (lane: HeldLane, taken: TakenLane): void => {
    const secrets = signersOf(options, taken);
    if (secrets === undefined) {
      drop(lane);
      return;
    }
    lookAgain(lane, taken, secrets, options.clock.now());
    options.onLane(lane);
  };
  /** What is being sent is settled all the same. */
  const drop = (lane: HeldLane): void => {
    setAside(lane);
    finished.delete(lane);
    if (isHeld(lane)) held.delete(lane.taken.id);
  };
  const take = (taken: TakenLane): void => {
    const secrets = signersOf(options, taken);
    // Whoever comes when the lease has ended tries again.
    if (secrets === undefined) return;
    const lane = holdLane(taken, secrets, options.endpointConcurrency);
    held.set(taken.id, lane);
    options.onLane(lane);
  };

  return {
    size: () => held.size,
    all: () => [...held.values()],
    kept: () => [...held.values()].filter((lane) => !finished.has(lane)),
    finished: (limit) => stillFinished(finished).slice(0, limit),
    hasFinished: () => finished.size > 0,
    admit: (taken) => {
      const before = held.get(taken.id);
      // Silent for longer than its lease, and the first to look again: what this node has of the lane is still good.
      if (before !== undefined && !finished.has(before)) refresh(before, taken);
      else take(taken);
    },
    lookedAgain: (lanes, before, found) => {
      const byId = new Map(found.map((taken) => [taken.id, taken]));
      // Others were claimed anew meanwhile: what was looked for is older than what is known.
      for (const lane of lanes.filter(({ taken }, index) => taken === before[index])) {
        const taken = byId.get(lane.taken.id);
        if (taken === undefined) drop(lane);
        else refresh(lane, taken);
      }
    },
    finish: (lane) => {
      if (isHeld(lane)) finished.add(lane);
    },
    released: (lanes, ids) => {
      for (const lane of lanes) if (ids.has(lane.taken.id)) drop(lane);
      for (const lane of lanes) finished.delete(lane);
      return lanes.filter(({ taken }) => !ids.has(taken.id));
    },
  };
}

/** A look at a lane may have found news since: what it has begun would be claimed and sent once more. */
function stillFinished(finished: Set<HeldLane>): readonly HeldLane[] {
  for (const lane of finished) if (!isFinished(lane)) finished.delete(lane);
  return [...finished];
}

/** Undefined where they cannot be opened, perhaps for want of a key. Other lanes are sound all the same. */
function signersOf(
  { clock, secretsOf, onError }: HeldLanesOptions,
  taken: TakenLane,
): SigningSecrets | undefined {
  try {
    return secretsOf(taken, clock.now());
  } catch (cause) {
    onError(new Error(`the secrets of webhook subscription ${taken.id} could not be opened`, { cause }));
    return undefined;
  }
}
