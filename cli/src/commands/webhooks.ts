import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne } from "../output.ts";

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

export function addWebhookCommands(program: Command, context: CommandContext): void {
  const webhooks = program.command("webhooks").description("Manage webhook subscriptions and deliveries");
  addReadingCommands(webhooks, context);
  webhooks
    .command("disable <id>")
    .description("Disable a subscription")
    .requiredOption("--reason <text>", "Reason, for the audit log")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: DisableOptions) => disable(context, id, options));
  webhooks
    .command("enable <id>")
    .description("Enable a subscription and reset its failure count")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => enable(context, id, options));
  webhooks
    .command("replay <id>")
    .description("Replay the events of a period to a subscription")
    .requiredOption("--since <time>", "Start of the period (inclusive), such as 2026-11-15T00:00:00Z")
    .option("--until <time>", "End of the period (exclusive; default: now)")
    .option("--only-failed", "Only events that the endpoint has never acknowledged", false)
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: ReplayOptions) => replay(context, id, options));
}

function addReadingCommands(webhooks: Command, context: CommandContext): void {
  webhooks
    .command("list")
    .description("List subscriptions of all accounts, newest first")
    .option("--tenant <id>", "Filter by managing account, including its managed accounts")
    .option("--account <id>", "Filter by account")
    .addOption(
      new Option("--status <status>", "Filter by status").choices(["active", "disabled", "archived"]),
    )
    .option("--failing", "Only subscriptions whose recent deliveries all failed", false)
    .addOption(jsonOption())
    .action((options: ListOptions) => list(context, options));
  webhooks
    .command("show <id>")
    .description("Show a subscription, its endpoint's health and pending events")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => show(context, id, options));
  const status = new Option("--status <status>", "Filter by status");
  webhooks
    .command("deliveries <id>")
    .description("List delivery attempts of a subscription, newest first")
    .addOption(status.choices(["pending", "succeeded", "failed", "exhausted"]))
    .addOption(jsonOption())
    .action((id: string, options: DeliveryOptions) => deliveries(context, id, options));
}

async function list(
  context: CommandContext,
  { tenant, account, status, failing, json }: ListOptions,
): Promise<void> {
  const filter = { tenantId: tenant, accountId: account, status, isFailing: failing };
  const { items, isComplete } = await withAdmin(context, "webhooks list", async (api, admin) =>
    api.presentItems(await api.listWebhooks(admin, filter), api.presentWebhook),
  );
  printList(context, {
    items,
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

async function show(context: CommandContext, id: string, { json }: JsonChoice): Promise<void> {
  const subscription = await withAdmin(context, "webhooks show", async (api, admin) =>
    api.presentWholeWebhook(await api.showWebhook(admin, id)),
  );
  printOne(context, subscription, { asJson: json });
}

async function deliveries(
  context: CommandContext,
  id: string,
  { status, json }: DeliveryOptions,
): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "webhooks deliveries", async (api, admin) =>
    api.presentItems(await api.listWebhookDeliveries(admin, { id, status }), api.presentWebhookDelivery),
  );
  printList(context, {
    items: items.map(({ next_attempt, created, ...delivery }) => {
      return { ...delivery, next_attempt_at: next_attempt, inserted_at: created };
    }),
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
  context: CommandContext,
  id: string,
  { reason, yes, json }: DisableOptions,
): Promise<void> {
  const consequence = `Subscription ${id} receives no more events. Events during this time are not delivered later.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const disabled = await withAdmin(context, "webhooks disable", async (api, admin) =>
    api.presentWholeWebhook(await api.disableWebhook(admin, { id, reason })),
  );
  printOne(context, disabled, { asJson: json });
}

async function enable(context: CommandContext, id: string, { json }: JsonChoice): Promise<void> {
  const enabled = await withAdmin(context, "webhooks enable", async (api, admin) =>
    api.presentWholeWebhook(await api.enableWebhook(admin, id)),
  );
  printOne(context, enabled, { asJson: json });
}

async function replay(
  context: CommandContext,
  id: string,
  { since, until, onlyFailed, yes, json }: ReplayOptions,
): Promise<void> {
  const consequence = `Events are delivered to subscription ${id} again. Its endpoint must deduplicate by event id.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const request = { id, since, onlyFailed, ...(until === undefined ? {} : { until }) };
  const count = await withAdmin(context, "webhooks replay", (api, admin) =>
    api.replayWebhook(admin, request),
  );
  printOne(context, { id, count }, { asJson: json });
}
