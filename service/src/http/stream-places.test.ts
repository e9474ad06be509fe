import { expect, test } from "vitest";
import { createIdFactory } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { createStreamPlaces } from "./stream-places.ts";

const newId = createIdFactory(systemClock);

test("a tenant has its share and no more, and a place that is left is free again", () => {
  const places = createStreamPlaces({ total: 10, perTenant: 2 });
  const [one, other] = [newId<"tenant">(), newId<"tenant">()];
  const leave = places.take(one);
  places.take(one);
  expect(() => places.take(one)).toThrow("rate_limited");
  places.take(other);
  leave();
  places.take(one);
  expect(() => places.take(one)).toThrow("rate_limited");
});

test("a node has so many places over all", () => {
  const places = createStreamPlaces({ total: 3, perTenant: 2 });
  const leave = places.take(newId<"tenant">());
  places.take(newId<"tenant">());
  places.take(newId<"tenant">());
  const late = newId<"tenant">();
  expect(() => places.take(late)).toThrow("rate_limited");
  leave();
  places.take(late);
});

test("a refusal says when to come back", () => {
  const places = createStreamPlaces({ total: 0, perTenant: 1 });
  expect(() => places.take(newId<"tenant">())).toThrow(
    expect.objectContaining({ refusal: expect.objectContaining({ retryAfterSeconds: 10 }) }),
  );
});
