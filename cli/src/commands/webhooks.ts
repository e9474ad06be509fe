import type { WebhookDeliveryView, WebhookView, WholeWebhookView } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-door.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

interface ListOptions extends JsonChoice {
  readonly tenant?: string;
  readonly account?: string;
  readonly status?: string;
  readonly failing: boolean;
}

interface DeliveryOptions extends JsonChoice {
  readonly status?: string;
}

interface DisableOptions extends YesChoice, JsonChoice {
  readonly reason: string;
}

interface ReplayOptions extends YesChoice, JsonChoice {
  readonly since: string;
  readonly until?: string;
  readonly onlyFailed: boolean;
}

export function addWebhookCommands(program: Command, surroundings: Surroundings): void {
  const webhooks = program.command("webhooks").description("where events are sent, and what came of it");
  addReadingCommands(webhooks, surroundings);
  webhooks
    .command("disable <id>")
    .description("send nothing to a subscription until it is enabled again")
    .requiredOption("--reason <text>", "why, for the audit log")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: DisableOptions) => disable(surroundings, id, options));
  webhooks
    .command("enable <id>")
    .description("send to a subscription again, as if it had never failed")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => enable(surroundings, id, options));
  webhooks
    .command("replay <id>")
    .description("send the events of a time to a subscription again")
    .requiredOption("--since <moment>", "what happened from this moment on, such as 2026-11-15T00:00:00Z")
    .option("--until <moment>", "and before this one; else until now")
    .option("--only-failed", "only what its endpoint has never acknowledged", false)
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: ReplayOptions) => replay(surroundings, id, options));
}

function addReadingCommands(webhooks: Command, surroundings: Surroundings): void {
  webhooks
    .command("list")
    .description("list subscriptions of every customer, newest first")
    .option("--tenant <id>", "only those of this managing account and of what it manages")
    .option("--account <id>", "only those of this account")
    .addOption(new Option("--status <status>", "only these").choices(["active", "disabled", "archived"]))
    .option("--failing", "only those of which everything has failed of late", false)
    .addOption(jsonOption())
    .action((options: ListOptions) => list(surroundings, options));
  webhooks
    .command("show <id>")
    .description("show a subscription, how its endpoint does, and what waits for it")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => show(surroundings, id, options));
  const status = new Option("--status <status>", "only these");
  webhooks
    .command("deliveries <id>")
    .description("list attempts to deliver to a subscription, newest first")
    .addOption(status.choices(["pending", "succeeded", "failed", "exhausted"]))
    .addOption(jsonOption())
    .action((id: string, options: DeliveryOptions) => deliveries(surroundings, id, options));
}

async function list(
  surroundings: Surroundings,
  { tenant, account, status, failing, json }: ListOptions,
): Promise<void> {
  const filter = {
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    ...(account === undefined ? {} : { accountId: account }),
    ...(status === undefined ? {} : { status }),
    isFailing: failing,
  };
  const { items, isComplete } = await withAdmin(surroundings, "webhooks list", (door, admin) =>
    door.listWebhooks(admin, filter),
  );
  printList(surroundings, {
    items: items.map(present),
    columns: [
      "id",
      "network",
      "account_id",
      "url_host",
      "events",
      "status",
      "disabled_reason",
      "failing_since",
    ],
    asJson: json,
    noun: "webhook subscriptions",
    isComplete,
  });
}

async function show(surroundings: Surroundings, id: string, { json }: JsonChoice): Promise<void> {
  const subscription = await withAdmin(surroundings, "webhooks show", (door, admin) =>
    door.showWebhook(admin, id),
  );
  printOne(surroundings, presentWhole(subscription), { asJson: json });
}

async function deliveries(
  surroundings: Surroundings,
  id: string,
  { status, json }: DeliveryOptions,
): Promise<void> {
  const wish = { id, ...(status === undefined ? {} : { status }) };
  const { items, isComplete } = await withAdmin(surroundings, "webhooks deliveries", (door, admin) =>
    door.listWebhookDeliveries(admin, wish),
  );
  printList(surroundings, {
    items: items.map(presentDelivery),
    columns: [
      "id",
      "event_type",
      "event_id",
      "reason",
      "attempt_number",
      "status",
      "status_code",
      "failure_message",
    ],
    asJson: json,
    noun: "deliveries",
    isComplete,
  });
}

async function disable(
  surroundings: Surroundings,
  id: string,
  { reason, yes, json }: DisableOptions,
): Promise<void> {
  const consequence = `Nothing more is sent to subscription ${id}; events that happen meanwhile are not sent later.`;
  await confirm(surroundings, { consequence, isConfirmed: yes });
  const disabled = await withAdmin(surroundings, "webhooks disable", (door, admin) =>
    door.disableWebhook(admin, { id, reason }),
  );
  printOne(surroundings, presentWhole(disabled), { asJson: json });
}

async function enable(surroundings: Surroundings, id: string, { json }: JsonChoice): Promise<void> {
  const enabled = await withAdmin(surroundings, "webhooks enable", (door, admin) =>
    door.enableWebhook(admin, id),
  );
  printOne(surroundings, presentWhole(enabled), { asJson: json });
}

async function replay(
  surroundings: Surroundings,
  id: string,
  { since, until, onlyFailed, yes, json }: ReplayOptions,
): Promise<void> {
  const consequence = `Events are sent to subscription ${id} again; its endpoint must know them by their ids.`;
  await confirm(surroundings, { consequence, isConfirmed: yes });
  const wish = { id, since, onlyFailed, ...(until === undefined ? {} : { until }) };
  const count = await withAdmin(surroundings, "webhooks replay", (door, admin) =>
    door.replayWebhook(admin, wish),
  );
  printOne(surroundings, { id, count }, { asJson: json });
}

function present(subscription: WebhookView): Shown {
  const { id, network, events, status, created, updated } = subscription;
  return {
    id,
    tenant_id: subscription.tenantId,
    network,
    account_id: subscription.accountId,
    url_host: subscription.urlHost,
    events,
    status,
    disabled_reason: subscription.disabledReason ?? null,
    failing_since: subscription.failingSince ?? null,
    paused_until: subscription.pausedUntil ?? null,
    created,
    updated,
  };
}

function presentWhole(subscription: WholeWebhookView): Shown {
  return {
    ...present(subscription),
    failures_in_a_row: subscription.failuresInARow,
    waiting: subscription.waiting,
    oldest_waiting: subscription.oldestWaiting ?? null,
    next_due: subscription.nextDue ?? null,
  };
}

function presentDelivery(delivery: WebhookDeliveryView): Shown {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    reason: delivery.reason,
    attempt_number: delivery.attemptNumber,
    status: delivery.status,
    status_code: delivery.statusCode ?? null,
    failure_message: delivery.failureMessage ?? null,
    duration_ms: delivery.durationMs ?? null,
    next_attempt_at: delivery.nextAttempt ?? null,
    inserted_at: delivery.created,
  };
}
