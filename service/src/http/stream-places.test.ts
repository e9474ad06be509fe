import { expect, test } from "vitest";
import { createIdFactory } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { createStreamPlaces } from "./stream-places.ts";

const newId = createIdFactory(systemClock);

test("a tenant is limited to its share, and a released slot is free again", () => {
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

test("a node has a total limit", () => {
  const places = createStreamPlaces({ total: 3, perTenant: 2 });
  const leave = places.take(newId<"tenant">());
  places.take(newId<"tenant">());
  places.take(newId<"tenant">());
  const late = newId<"tenant">();
  expect(() => places.take(late)).toThrow("rate_limited");
  leave();
  places.take(late);
});

test("a refusal has Retry-After", () => {
  const places = createStreamPlaces({ total: 0, perTenant: 1 });
  expect(() => places.take(newId<"tenant">())).toThrow(
    expect.objectContaining({ refusal: expect.objectContaining({ retryAfterSeconds: 10 }) }),
  );
});
