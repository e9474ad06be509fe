import { expect, test } from "vitest";
import { addMs, formatInstant, systemClock } from "../../../service/src/kernel/instant.ts";
import { eventually } from "../../../service/test/eventually.ts";
import { createSenderDouble, openWebhooks, type WebhooksWorld } from "../../../service/test/webhooks.ts";
import { florin, type Outcome, urlOf } from "../../test/operator.ts";

interface Shown {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** An operator of this world. */
function operatorOf({ target, masterKey }: WebhooksWorld) {
  const environment = {
    DATABASE_URL: urlOf(target),
    MASTER_KEY: masterKey.toString("base64"),
    FLORIN_OPERATOR: "ada",
  };
  const run = (argv: readonly string[]): Promise<Outcome> => florin(argv, { environment });
  const answerOf = async <Answer>(argv: readonly string[]): Promise<Answer> => {
    const outcome = await run([...argv, "--json"]);
    expect(outcome).toMatchObject({ exitCode: 0 });
    return JSON.parse(outcome.stdout) as Answer;
  };
  return { run, answerOf };
}

const answered = (statusCode: number) =>
  ({
    type: "answered",
    statusCode,
    durationMs: 3,
    excerpt: "a secret of theirs",
    retryAfterMs: undefined,
  }) as const;

test("subscriptions of every customer are listed, and each filter narrows it", async () => {
  await using world = await openWebhooks();
  const { answerOf, run } = operatorOf(world);
  const [acme, other] = [await world.addAccount(), await world.addAccount()];
  const managed = await world.addAccount(acme);
  const url = "https://hooks.example/florin?key=hunter2";
  const first = await world.subscribe({ accountId: acme, url, events: ["transfer.*", "payment.completed"] });
  const second = await world.subscribe({ accountId: managed, manager: acme });
  const third = await world.subscribe({ accountId: other, network: "mainnet" });
  const idsOf = async (...filter: readonly string[]) =>
    (await answerOf<readonly Shown[]>(["webhooks", "list", ...filter])).map(({ id }) => id);
  expect(await idsOf()).toEqual([third.id, second.id, first.id]);
  expect(await idsOf("--tenant", acme)).toEqual([second.id, first.id]);
  expect(await idsOf("--account", acme)).toEqual([first.id]);
  expect(await idsOf("--status", "disabled")).toEqual([]);
  expect(await idsOf("--failing")).toEqual([]);
  const listed = await run(["webhooks", "list", "--account", acme]);
  expect(listed.stdout).toBe(
    `${[first.id, "testnet", acme, "hooks.example", "transfer.*,payment.completed", "active", "", ""].join("\t")}\n`,
  );
  expect(await run(["webhooks", "list", "--tenant", "nonsense"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("must be the id of a managing account"),
  });
});

test("a failing endpoint is found, with how it does, what waits and what came of each attempt", async () => {
  await using world = await openWebhooks();
  const { answerOf, run } = operatorOf(world);
  const accountId = await world.addAccount();
  const { id, sharedSecret } = await world.subscribe({ accountId });
  await world.subscribe({ accountId, events: ["token.*"] });
  await world.happen(accountId, ["transfer.created", "transfer.completed"]);
  await world.handOut();
  const waiting = await answerOf<Shown>(["webhooks", "show", id]);
  expect(waiting).toMatchObject({ waiting: 2, failures_in_a_row: 0, failing_since: null });
  const courier = world.startCourier({ sender: createSenderDouble(() => answered(500)) });
  await eventually(async () => expect(await world.attempts()).toHaveLength(2));
  await courier.stop(1_000);
  const shown = await answerOf<Shown>(["webhooks", "show", id]);
  expect(shown).toMatchObject({
    id,
    account_id: accountId,
    url_host: "receiver.example",
    status: "active",
    failing_since: expect.any(String),
    failures_in_a_row: 2,
    waiting: 2,
    oldest_waiting: expect.any(String),
    next_due: expect.any(String),
  });
  expect(await answerOf(["webhooks", "list", "--failing"])).toMatchObject([{ id }]);
  const deliveries = await answerOf<readonly Shown[]>(["webhooks", "deliveries", id]);
  expect(deliveries.map(({ status }) => String(status)).toSorted((a, b) => a.localeCompare(b))).toEqual([
    "failed",
    "failed",
    "pending",
    "pending",
  ]);
  const failed = await run(["webhooks", "deliveries", id, "--status", "failed", "--json"]);
  expect(JSON.parse(failed.stdout)).toMatchObject([
    { attempt_number: 1, status_code: 500, reason: "event" },
    { attempt_number: 1, status_code: 500, reason: "event" },
  ]);
  for (const text of [failed.stdout, JSON.stringify(shown)]) {
    expect(text).not.toContain(sharedSecret);
    expect(text).not.toContain("a secret of theirs");
  }
});

test("what an operator disables and enables is in the audit log with their name and the reason", async () => {
  await using world = await openWebhooks();
  const { answerOf, run } = operatorOf(world);
  const accountId = await world.addAccount();
  const { id } = await world.subscribe({ accountId });
  const disable = ["webhooks", "disable", id, "--reason", "hammers a dead host"];
  expect(await run(disable)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--yes") });
  expect(await answerOf([...disable, "--yes"])).toMatchObject({
    status: "disabled",
    disabled_reason: "asked",
  });
  await world.happen(accountId, ["transfer.created"]);
  await world.handOut();
  expect(await answerOf(["webhooks", "enable", id])).toMatchObject({ status: "active", waiting: 0 });
  expect(await answerOf(["audit", "list", "--subject", id])).toMatchObject([
    { action: "webhook_subscription.update", actor: "ada", after: { status: "active" } },
    {
      action: "webhook_subscription.update",
      actor: "ada",
      account_id: accountId,
      after: { status: "disabled", reason: "hammers a dead host" },
    },
  ]);
});

test("the events of a time are sent again, to an active subscription", async () => {
  await using world = await openWebhooks();
  const { answerOf, run } = operatorOf(world);
  const accountId = await world.addAccount();
  const { id } = await world.subscribe({ accountId });
  const since = formatInstant(addMs(systemClock.now(), -60_000));
  await world.happen(accountId, ["transfer.created", "transfer.completed", "token.created"]);
  await world.handOut();
  const sender = createSenderDouble(({ body }) => answered(body.includes("transfer.created") ? 200 : 410));
  world.startCourier({ sender });
  await eventually(async () => expect(await world.queued()).toEqual([]));
  await answerOf(["webhooks", "enable", id]);
  const replay = ["webhooks", "replay", id, "--since", since];
  expect(await run(replay)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--yes") });
  expect(await run([...replay, "--until", since, "--yes"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("since must be before until"),
  });
  await answerOf(["webhooks", "disable", id, "--reason", "for a moment", "--yes"]);
  expect(await run([...replay, "--yes"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("the subscription is disabled"),
  });
  await answerOf(["webhooks", "enable", id]);
  const before = sender.posts.length;
  expect(await answerOf([...replay, "--yes"])).toEqual({ id, count: 2 });
  await eventually(() => expect(sender.posts.length).toBeGreaterThanOrEqual(before + 1));
  expect(await answerOf(["audit", "list", "--action", "webhook_subscription.replay"])).toMatchObject([
    { actor: "ada", subject_id: id, after: { count: 2, only_failed: false } },
  ]);
});

test("only what was never taken is sent again where that is asked for", async () => {
  await using world = await openWebhooks();
  const { answerOf } = operatorOf(world);
  const accountId = await world.addAccount();
  const { id } = await world.subscribe({ accountId });
  const since = formatInstant(addMs(systemClock.now(), -60_000));
  await world.happen(accountId, ["transfer.created"]);
  await world.handOut();
  const courier = world.startCourier({ sender: createSenderDouble(() => answered(200)) });
  await eventually(async () => expect((await world.count()).succeeded).toBe(1));
  await courier.stop(1_000);
  const replay = ["webhooks", "replay", id, "--since", since, "--yes"];
  expect(await answerOf([...replay, "--only-failed"])).toEqual({ id, count: 0 });
  expect(await answerOf(replay)).toEqual({ id, count: 1 });
  expect(await answerOf(["webhooks", "deliveries", id, "--status", "pending"])).toMatchObject([
    { reason: "replay", event_type: "transfer.created" },
  ]);
});

test("what names nothing is refused", async () => {
  await using world = await openWebhooks();
  const { run } = operatorOf(world);
  for (const argv of [
    ["show", "nonsense"],
    ["deliveries", world.newId()],
    ["enable", world.newId()],
    ["disable", world.newId(), "--reason", "x", "--yes"],
    ["replay", world.newId(), "--since", "2026-11-15T00:00:00Z", "--yes"],
  ]) {
    expect(await run(["webhooks", ...argv])).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringContaining("no webhook subscription has this id"),
    });
  }
});
