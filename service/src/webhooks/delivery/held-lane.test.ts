import { expect, test } from "vitest";
import { instantFromMs } from "../../kernel/instant.ts";
import {
  addRead,
  beginReading,
  failReading,
  holdLane,
  isFinished,
  isHungry,
  lookAgain,
  setAside,
} from "./held-lane.ts";
import type { TakenLane } from "./lane-store.ts";

const now = instantFromMs(1_700_000_000_000);
const secrets = [Buffer.alloc(32)] as const;
const health = { failuresInARow: 0, failingSince: undefined, pausedUntil: undefined };

test("news that come while somebody reads are read afterwards", () => {
  const lane = holdLane(laneAt({ news: 1n }), secrets, 8);
  beginReading(lane);
  lookAgain(lane, laneAt({ news: 2n }), secrets, now);
  addRead(lane, [], false);
  expect(isHungry(lane)).toBe(true);
  beginReading(lane);
  addRead(lane, [], false);
  expect(isFinished(lane)).toBe(true);
});

test("what could not be read is read again, unless it was set aside meanwhile", () => {
  const lane = holdLane(laneAt({}), secrets, 8);
  beginReading(lane);
  failReading(lane);
  expect(isHungry(lane)).toBe(true);
  beginReading(lane);
  setAside(lane);
  failReading(lane);
  expect(isFinished(lane)).toBe(true);
});

test("a new address has the health that it was given, and is not disabled for what the old one said", () => {
  const lane = holdLane(laneAt({ failuresInARow: 7, failingSince: now }), secrets, 8);
  lane.disabling = "failing";
  lookAgain(lane, laneAt({ failuresInARow: 0, news: 1n }), secrets, now);
  expect(lane).toMatchObject({ health: { failuresInARow: 7 }, disabling: "failing" });
  lookAgain(lane, laneAt({ url: "https://new.example/", news: 2n }), secrets, now);
  expect(lane).toMatchObject({ health, disabling: undefined });
});

function laneAt(more: Partial<TakenLane>): TakenLane {
  return { ...health, url: "https://old.example/", status: "active", news: 0n, ...more } as TakenLane;
}
