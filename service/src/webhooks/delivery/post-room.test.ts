import { expect, test } from "vitest";
import { type HeldLane, holdLane, type LoadedAttempt } from "./held-lane.ts";
import type { TakenLane } from "./lane-store.ts";
import { createPostRoom } from "./post-room.ts";

test("no more posts are under way than there are places, and lanes take turns", () => {
  const posted: string[] = [];
  const room = createPostRoom({ places: 4, post: (lane) => void posted.push(lane.taken.url) });
  const [busy, quiet] = [laneWith("busy", 10), laneWith("quiet", 1)];
  room.enter(busy);
  expect(posted).toEqual(["busy", "busy", "busy", "busy"]);
  room.enter(quiet);
  expect(posted).toHaveLength(4);
  busy.posting -= 1;
  room.enter(busy);
  room.leave(false);
  room.leave(false);
  expect(posted.slice(4)).toEqual(["busy", "quiet"]);
});

test("lanes that failed last share a quarter of the places", () => {
  const posted: HeldLane[] = [];
  const room = createPostRoom({ places: 8, post: (lane) => void posted.push(lane) });
  const troubled = Array.from({ length: 5 }, (_, index) => laneWith(`troubled ${index}`, 3, 1));
  for (const lane of troubled) room.enter(lane);
  expect(room.load()).toEqual({ taken: 2, troubled: 2 });
  room.enter(laneWith("sound", 4));
  expect(room.load().taken).toBe(6);
  room.leave(true);
  expect(room.load()).toEqual({ taken: 6, troubled: 2 });
});

test("a place of those that failed last goes to one that can use it", () => {
  const posted: string[] = [];
  const room = createPostRoom({ places: 4, post: (lane) => void posted.push(lane.taken.url) });
  const [first, done, next] = ["first", "done", "next"].map((url) => laneWith(url, 1, 1));
  for (const lane of [first, done, next]) if (lane !== undefined) room.enter(lane);
  done?.waiting.pop();
  room.leave(true);
  expect(posted).toEqual(["first", "next"]);
});

function laneWith(url: string, waiting: number, failuresInARow = 0): HeldLane {
  const taken = { url, failuresInARow, status: "active" } as unknown as TakenLane;
  const lane = holdLane(taken, [Buffer.alloc(32)], 32);
  lane.waiting = Array.from({ length: waiting }, () => ({}) as unknown as LoadedAttempt);
  return lane;
}
