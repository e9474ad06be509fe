import { expect, test } from "vitest";
import { addMs, formatInstant, systemClock } from "../../../service/src/kernel/instant.ts";
import { urlOf } from "../../../service/test/database.ts";
import { eventually } from "../../../service/test/eventually.ts";
import {
  createSenderDouble,
  openWebhooks,
  type WebhooksEnvironment,
} from "../../../service/test/webhooks.ts";
import { florin, type Outcome } from "../../test/operator.ts";

interface Shown {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** The operator of this environment. */
function operatorOf({ target, masterKey }: WebhooksEnvironment) {
  const environment = {
    DATABASE_URL: urlOf(target),
    MASTER_KEY: masterKey.toString("base64"),
    FLORIN_OPERATOR: "ada",
  };
  const run = (argv: readonly string[]): Promise<Outcome> => florin(["admin", ...argv], { environment });
  const responseOf = async <ApiResponse>(argv: readonly string[]): Promise<ApiResponse> => {
    const outcome = await run([...argv, "--json"]);
    expect(outcome).toMatchObject({ exitCode: 0 });
    return JSON.parse(outcome.stdout) as ApiResponse;
  };
  return { run, responseOf };
}

const responded = (statusCode: number) =>
  ({
    type: "responded",
    statusCode,
    durationMs: 3,
    excerpt: "a secret of theirs",
    headers: { server: "a secret of theirs" },
    retryAfterMs: undefined,
  }) as const;

test("subscriptions of all accounts are shown, and each filter narrows the list", async () => {
  await using env = await openWebhooks();
  const { responseOf, run } = operatorOf(env);
  const [acme, other] = [await env.addAccount(), await env.addAccount()];
  const managed = await env.addAccount(acme);
  const url = "https://hooks.example/florin?key=hunter2";
  const first = await env.subscribe({ accountId: acme, url, events: ["transfer.*", "payment.completed"] });
  const second = await env.subscribe({ accountId: managed, manager: acme });
  const third = await env.subscribe({ accountId: other, network: "mainnet" });
  const idsOf = async (...filter: readonly string[]) =>
    (await responseOf<readonly Shown[]>(["webhooks", "list", ...filter])).map(({ id }) => id);
  expect(await idsOf()).toEqual([third.id, second.id, first.id]);
  expect(await idsOf("--tenant", acme)).toEqual([second.id, first.id]);
  expect(await idsOf("--account", acme)).toEqual([first.id]);
  expect(await idsOf("--status", "disabled")).toEqual([]);
  expect(await idsOf("--failing")).toEqual([]);
  const items = await run(["webhooks", "list", "--account", acme]);
  expect(items.stdout).toBe(
    `${[first.id, "testnet", acme, "hooks.example", "transfer.*,payment.completed", "active", "", ""].join("\t")}\n`,
  );
  expect(await run(["webhooks", "list", "--tenant", "nonsense"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("must be the id of a managing account"),
  });
});

test("a failing endpoint is shown with its health, pending events and delivery attempts", async () => {
  await using env = await openWebhooks();
  const { responseOf, run } = operatorOf(env);
  const accountId = await env.addAccount();
  const { id, sharedSecret } = await env.subscribe({ accountId });
  await env.subscribe({ accountId, events: ["token.*"] });
  await env.happen(accountId, ["transfer.created", "transfer.completed"]);
  await env.handOut();
  const waiting = await responseOf<Shown>(["webhooks", "show", id]);
  expect(waiting).toMatchObject({ waiting: 2, failures_in_a_row: 0, failing_since: null });
  const deliveryWorker = env.startDeliveryWorker({ sender: createSenderDouble(() => responded(500)) });
  await eventually(async () => expect(await env.attempts()).toHaveLength(2));
  await deliveryWorker.stop(1_000);
  const shown = await responseOf<Shown>(["webhooks", "show", id]);
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
  expect(await responseOf(["webhooks", "list", "--failing"])).toMatchObject([{ id }]);
  const deliveries = await responseOf<readonly Shown[]>(["webhooks", "deliveries", id]);
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

test("disabling and enabling is recorded in the audit log with the operator and the reason", async () => {
  await using env = await openWebhooks();
  const { responseOf, run } = operatorOf(env);
  const accountId = await env.addAccount();
  const { id } = await env.subscribe({ accountId });
  const disable = ["webhooks", "disable", id, "--reason", "hammers a dead host"];
  expect(await run(disable)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--yes") });
  expect(await responseOf([...disable, "--yes"])).toMatchObject({
    status: "disabled",
    disabled_reason: "requested",
  });
  await env.happen(accountId, ["transfer.created"]);
  await env.handOut();
  expect(await responseOf(["webhooks", "enable", id])).toMatchObject({ status: "active", waiting: 0 });
  expect(await responseOf(["audit", "list", "--subject", id])).toMatchObject([
    { action: "webhook_subscription.update", actor: "ada", after: { status: "active" } },
    {
      action: "webhook_subscription.update",
      actor: "ada",
      account_id: accountId,
      after: { status: "disabled", reason: "hammers a dead host" },
    },
  ]);
});

test("the events of a period are replayed to an active subscription", async () => {
  await using env = await openWebhooks();
  const { responseOf, run } = operatorOf(env);
  const accountId = await env.addAccount();
  const { id } = await env.subscribe({ accountId });
  const since = formatInstant(addMs(systemClock.now(), -3_600_000));
  await env.happen(accountId, ["transfer.created", "transfer.completed", "token.created"]);
  await env.handOut();
  const sender = createSenderDouble(({ body }) => responded(body.includes("transfer.created") ? 200 : 410));
  env.startDeliveryWorker({ sender });
  await eventually(async () => expect(await env.queued()).toEqual([]));
  await responseOf(["webhooks", "enable", id]);
  const replay = ["webhooks", "replay", id, "--since", since];
  expect(await run(replay)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--yes") });
  expect(await run([...replay, "--until", since, "--yes"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("since must be before until"),
  });
  await responseOf(["webhooks", "disable", id, "--reason", "for a moment", "--yes"]);
  expect(await run([...replay, "--yes"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("the subscription is disabled"),
  });
  await responseOf(["webhooks", "enable", id]);
  const before = sender.posts.length;
  expect(await responseOf([...replay, "--yes"])).toEqual({ id, count: 2 });
  await eventually(() => expect(sender.posts.length).toBeGreaterThanOrEqual(before + 1));
  expect(await responseOf(["audit", "list", "--action", "webhook_subscription.replay"])).toMatchObject([
    { actor: "ada", subject_id: id, after: { count: 2, only_failed: false } },
  ]);
});

test("--only-failed replays only events that were never acknowledged", async () => {
  await using env = await openWebhooks();
  const { responseOf } = operatorOf(env);
  const accountId = await env.addAccount();
  const { id } = await env.subscribe({ accountId });
  const since = formatInstant(addMs(systemClock.now(), -3_600_000));
  await env.happen(accountId, ["transfer.created"]);
  await env.handOut();
  const deliveryWorker = env.startDeliveryWorker({ sender: createSenderDouble(() => responded(200)) });
  await eventually(async () => expect((await env.count()).succeeded).toBe(1));
  await deliveryWorker.stop(1_000);
  const replay = ["webhooks", "replay", id, "--since", since, "--yes"];
  expect(await responseOf([...replay, "--only-failed"])).toEqual({ id, count: 0 });
  expect(await responseOf(replay)).toEqual({ id, count: 1 });
  expect(await responseOf(["webhooks", "deliveries", id, "--status", "pending"])).toMatchObject([
    { reason: "replay", event_type: "transfer.created" },
  ]);
});

test("an unknown id is rejected", async () => {
  await using env = await openWebhooks();
  const { run } = operatorOf(env);
  for (const argv of [
    ["show", "nonsense"],
    ["deliveries", env.newId()],
    ["enable", env.newId()],
    ["disable", env.newId(), "--reason", "x", "--yes"],
    ["replay", env.newId(), "--since", "2026-11-15T00:00:00Z", "--yes"],
  ]) {
    expect(await run(["webhooks", ...argv])).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringContaining("no webhook subscription has this id"),
    });
  }
});
