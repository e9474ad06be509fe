import type { Database } from "../../db/database.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { NewId } from "../../kernel/id.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import { systemRandom } from "../../kernel/random.ts";
import type { WebhookSender } from "../sender.ts";
import type { AttemptReport } from "./attempt-report.ts";
import { createFeeder } from "./feeder.ts";
import { type HeldLane, isFinished, isHungry } from "./held-lane.ts";
import { createLaneKeeper } from "./lane-keeper.ts";
import type { Endpoint } from "./lane-store.ts";
import { createMessageCache, type MessageCache } from "./message-cache.ts";
import { createPosting } from "./posting.ts";
import { createSecretsCache } from "./secrets-cache.ts";

/** Delivers what waits in the lanes. Every node with the role `worker` has one. */
export interface Courier {
  start(): void;
  /** Takes no more, lets what is being sent end for this long, and lets go of its lanes. */
  stop(graceMs: number): Promise<void>;
  health(): CourierHealth;
}

export interface CourierHealth {
  /** When the lanes last answered, whether or not one was ready. */
  readonly lastClaimAt: Instant | undefined;
  readonly held: number;
  readonly posting: number;
}

export interface CourierOptions {
  readonly database: Database;
  readonly wakeUp: WakeUp;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly sender: Pick<WebhookSender, "send">;
  /** Shared with the fan-out of this node, if it has one. */
  readonly messages?: MessageCache;
  /** Posts that may be under way at once, in all and to one endpoint. */
  readonly concurrency: number;
  readonly endpointConcurrency: number;
  /** An endpoint is gone, or has been failing for days; nothing is to be done when the address is another by now. */
  readonly disable: (endpoint: Endpoint, because: "gone" | "failing") => Promise<void>;
  readonly report?: (report: AttemptReport) => void;
  readonly onError: (error: unknown) => void;
  readonly random?: () => number;
  readonly pollMs?: number;
  /** How long a node may be silent before its lanes go to others. */
  readonly leaseMs?: number;
}

const defaultPollMs = 500;
const defaultLeaseMs = 8_000;

export function createCourier(options: CourierOptions): Courier {
  const { database, clock, onError } = options;
  const onLane = (lane: HeldLane): void => {
    posting.enter(lane);
    if (isHungry(lane)) feeder.want(lane);
    else if (isFinished(lane)) keeper.letGo(lane);
  };
  const posting = createPosting({
    ...options,
    random: options.random ?? systemRandom,
    report: options.report ?? (() => {}),
    onLane,
  });
  const messages = options.messages ?? createMessageCache();
  const feeder = createFeeder({ database, clock, messages, onFed: onLane, onError });
  const keeper = createLaneKeeper({
    ...options,
    name: options.newId<"courier">(),
    secretsOf: createSecretsCache(options.keyRing),
    leaseMs: options.leaseMs ?? defaultLeaseMs,
    pollMs: options.pollMs ?? defaultPollMs,
    onLane,
  });
  return {
    start: () => {
      keeper.start();
      feeder.start();
    },
    stop: async (graceMs) => {
      await Promise.all([keeper.close(), feeder.stop()]);
      await posting.end(graceMs);
      await keeper.stop().catch(onError);
    },
    health: () => ({ ...keeper.health(), posting: posting.posting() }),
  };
}
