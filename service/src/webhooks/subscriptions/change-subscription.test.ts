import { expect, test } from "vitest";
import { createIdFactory, tenantOf } from "../../kernel/id.ts";
import { addMs, systemClock } from "../../kernel/instant.ts";
import {
  archiveSubscription,
  changeSubscription,
  giveUpOn,
  maxActiveSubscriptions,
  queueAfter,
  refuseOneMore,
  rotateSecret,
} from "./change-subscription.ts";
import type { Subscription, SubscriptionState } from "./subscription.ts";

const now = systemClock.now();
const later = addMs(now, 1);
const nothing = { url: undefined, events: undefined, description: undefined, status: undefined };

const states: readonly SubscriptionState[] = [
  { status: "active" },
  { status: "disabled", because: "requested" },
  { status: "disabled", because: "gone" },
  { status: "disabled", because: "failing" },
  { status: "archived" },
];

const name = (state: SubscriptionState) =>
  state.status === "disabled" ? `disabled (${state.because})` : state.status;

test("only the allowed state transitions are possible", () => {
  const ways = states.flatMap((state) => {
    const before = subscriptionIn(state);
    const outcomes = {
      activate: changeSubscription(before, { ...nothing, status: "active" }, later),
      disable: changeSubscription(before, { ...nothing, status: "disabled" }, later),
      archive: archiveSubscription(before, later),
      "give up": giveUpOn(before, "failing", later),
    };
    return Object.entries(outcomes).flatMap(([verb, after]) =>
      after === undefined || "code" in after ? [] : [`${name(state)} - ${verb} -> ${name(after.state)}`],
    );
  });
  expect(ways).toEqual([
    "active - activate -> active",
    "active - disable -> disabled (requested)",
    "active - archive -> archived",
    "active - give up -> disabled (failing)",
    "disabled (requested) - activate -> active",
    "disabled (requested) - disable -> disabled (requested)",
    "disabled (requested) - archive -> archived",
    "disabled (gone) - activate -> active",
    "disabled (gone) - disable -> disabled (gone)",
    "disabled (gone) - archive -> archived",
    "disabled (failing) - activate -> active",
    "disabled (failing) - disable -> disabled (failing)",
    "disabled (failing) - archive -> archived",
  ]);
});

test("omitted fields do not change, and null removes a description", () => {
  const before = { ...subscriptionIn({ status: "active" }), description: "Mine" };
  expect(changeSubscription(before, nothing, later)).toEqual({ ...before, updatedAt: later });
  expect(changeSubscription(before, { ...nothing, description: null }, now)).toEqual({
    ...before,
    description: undefined,
  });
  expect(changeSubscription(before, { ...nothing, events: ["a.b"], url: "https://b/" }, now)).toEqual({
    ...before,
    events: ["a.b"],
    url: "https://b/",
  });
});

test("a rotation sets the expiry of the previous secret, and no overlap leaves none", () => {
  const before = { ...subscriptionIn({ status: "active" }), previousSecretUntil: addMs(now, 5) };
  expect(rotateSecret(before, { overlapSeconds: 60, now: later })).toEqual({
    ...before,
    previousSecretUntil: addMs(later, 60_000),
    updatedAt: later,
  });
  expect(rotateSecret(before, { overlapSeconds: 0, now })).toMatchObject({ previousSecretUntil: undefined });
  const archived = subscriptionIn({ status: "archived" });
  expect(rotateSecret(archived, { overlapSeconds: 60, now })).toMatchObject({ code: "conflict" });
});

test("fifty active subscriptions are allowed", () => {
  expect(refuseOneMore(maxActiveSubscriptions - 1)).toBeUndefined();
  expect(refuseOneMore(maxActiveSubscriptions)).toMatchObject({ code: "conflict" });
});

test("an endpoint queue is closed while disabled, and reset when it is active again", () => {
  const active = subscriptionIn({ status: "active" });
  const disabled = subscriptionIn({ status: "disabled", because: "requested" });
  const archived = subscriptionIn({ status: "archived" });
  expect(queueAfter(active, active)).toBe("as it is");
  expect(queueAfter(active, { ...active, url: "https://other/" })).toBe("open");
  expect(queueAfter(disabled, { ...disabled, url: "https://other/" })).toBe("as it is");
  expect(queueAfter(active, disabled)).toBe("closed");
  expect(queueAfter(active, { ...disabled, url: "https://other/" })).toBe("closed");
  expect(queueAfter(disabled, active)).toBe("open");
  expect(queueAfter(disabled, archived)).toBe("open");
  expect(queueAfter(active, archived)).toBe("open");
});

function subscriptionIn(state: SubscriptionState): Subscription {
  const newId = createIdFactory(systemClock);
  const accountId = newId<"account">();
  return {
    tenantId: tenantOf(accountId),
    network: "testnet",
    id: newId<"webhook_subscription">(),
    accountId,
    url: "https://example.com/hooks",
    events: ["transfer.*"],
    description: undefined,
    state,
    previousSecretUntil: undefined,
    createdAt: now,
    updatedAt: now,
  };
}
