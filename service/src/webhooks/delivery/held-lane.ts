import type { Instant } from "../../kernel/instant.ts";
import type { Message } from "../message/message.ts";
import type { SigningSecrets } from "../message/sign.ts";
import { healthOf, isPaused, type LaneHealth, openWindow, type Window } from "./lane-health.ts";
import type { TakenLane } from "./lane-store.ts";
import type { AttemptId, QueuedAttempt } from "./queue-store.ts";

export type LoadedAttempt = QueuedAttempt & { readonly message: Message };

/** A lane while this courier works on it. What is mutable about delivering stands here and nowhere else. */
export interface HeldLane {
  taken: TakenLane;
  secrets: SigningSecrets;
  health: LaneHealth;
  window: Window;
  /** Read and not yet sent. */
  waiting: LoadedAttempt[];
  posting: number;
  /** Sent and not settled: what would be sent again should this node die. */
  unsettled: number;
  /** Waiting, being sent, or not settled yet: what is read again of these is no news. */
  readonly known: Set<AttemptId>;
  /** Somebody is reading the queue. What is settled meanwhile may be among what is read, and stays known until then. */
  isReading: boolean;
  readonly settledMeanwhile: Set<AttemptId>;
  /** There may be more in the queue than was read. */
  mayHaveMore: boolean;
  /** Its rest was found not worth sending now: disabled, archived, paused, or the courier stops. */
  isSetAside: boolean;
  disabling: "gone" | "failing" | undefined;
}

export function holdLane(taken: TakenLane, secrets: SigningSecrets, endpointConcurrency: number): HeldLane {
  return {
    taken,
    secrets,
    health: healthOf(taken),
    window: openWindow(taken, endpointConcurrency),
    waiting: [],
    posting: 0,
    unsettled: 0,
    known: new Set(),
    isReading: false,
    settledMeanwhile: new Set(),
    mayHaveMore: taken.status === "active",
    isSetAside: taken.status !== "active",
    disabling: undefined,
  };
}

/** The lane as it is by now. What was not looked at since is to be read. */
export function lookAgain(lane: HeldLane, taken: TakenLane, secrets: SigningSecrets, now: Instant): void {
  const hasNews = taken.news !== lane.taken.news;
  if (taken.url !== lane.taken.url) {
    // Another address has not failed yet.
    lane.health = healthOf(taken);
    lane.disabling = undefined;
  }
  lane.taken = taken;
  lane.secrets = secrets;
  if (taken.status !== "active") setAside(lane);
  else if (hasNews && !isPaused(lane.health, now) && !lane.isSetAside) lane.mayHaveMore = true;
}

export function setAside(lane: HeldLane): void {
  for (const { id } of lane.waiting) lane.known.delete(id);
  lane.waiting = [];
  lane.mayHaveMore = false;
  lane.isSetAside = true;
}

export function beginReading(lane: HeldLane): void {
  lane.isReading = true;
  lane.mayHaveMore = false;
}

export function addRead(lane: HeldLane, attempts: readonly LoadedAttempt[], wasFull: boolean): void {
  if (!lane.isSetAside) {
    // News that came while somebody read are not among what was read.
    lane.mayHaveMore ||= wasFull;
    for (const attempt of attempts) {
      if (lane.known.has(attempt.id)) continue;
      lane.known.add(attempt.id);
      lane.waiting.push(attempt);
    }
  }
  endReading(lane);
}

/** Nothing could be read, so all of it may still be there. */
export function failReading(lane: HeldLane): void {
  lane.mayHaveMore = !lane.isSetAside;
  endReading(lane);
}

function endReading(lane: HeldLane): void {
  lane.isReading = false;
  for (const id of lane.settledMeanwhile) lane.known.delete(id);
  lane.settledMeanwhile.clear();
}

export function forget(lane: HeldLane, id: AttemptId): void {
  if (lane.isReading) lane.settledMeanwhile.add(id);
  else lane.known.delete(id);
}

/** Writing may fall behind posting by one window, and no more: that bounds what a dead node has sent in vain. */
export function canPost({ waiting, posting, unsettled, window }: HeldLane): boolean {
  return waiting.length > 0 && posting < window.size && posting + unsettled < 2 * window.size;
}

export function isHungry(lane: HeldLane): boolean {
  return lane.mayHaveMore && !lane.isReading && lane.waiting.length < lane.window.size;
}

/** Nothing of it is left to do here. */
export function isFinished(lane: HeldLane): boolean {
  return lane.known.size === 0 && !lane.mayHaveMore && !lane.isReading;
}
