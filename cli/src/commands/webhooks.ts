import { type CommandGroup, itemCommand, listCommand } from "../admin-command.ts";
import { flag, oneOf, optional, reason, required } from "../command-options.ts";

export const webhookCommands: CommandGroup = {
  name: "webhooks",
  description: "Manage webhook subscriptions and deliveries",
  commands: [
    listCommand("list", {
      description: "List subscriptions of all accounts, newest first",
      options: [
        optional("--tenant <id>", "Filter by managing account, including its managed accounts"),
        optional("--account <id>", "Filter by account"),
        oneOf("--status <status>", "Filter by status", ["active", "disabled", "archived"]),
        flag("--failing", "Only subscriptions whose recent deliveries all failed"),
      ],
      run: async (api, admin, { tenant: tenantId, account: accountId, status, failing: isFailing }) =>
        api.presentItems(
          await api.listWebhooks(admin, { tenantId, accountId, status, isFailing }),
          api.presentWebhook,
        ),
      noun: "webhook subscriptions",
      columns: "id network account_id url_host events status disabled_reason failing_since",
    }),
    itemCommand("show <id>", {
      description: "Show a subscription, its endpoint's health and pending events",
      run: async (api, admin, { id }) => api.presentWholeWebhook(await api.showWebhook(admin, id)),
    }),
    listCommand("deliveries <id>", {
      description: "List delivery attempts of a subscription, newest first",
      options: [
        oneOf("--status <status>", "Filter by status", ["pending", "succeeded", "failed", "exhausted"]),
      ],
      run: async (api, admin, { id, status }) =>
        api.presentItems(await api.listWebhookDeliveries(admin, { id, status }), api.presentWebhookDelivery),
      noun: "deliveries",
      columns: "id event_type event_id reason attempt_number status status_code failure_message",
      view: ({ next_attempt, created, ...delivery }) => {
        return { ...delivery, next_attempt_at: next_attempt, inserted_at: created };
      },
    }),
    itemCommand("disable <id>", {
      description: "Disable a subscription",
      options: [reason],
      consequence: ({ id }) =>
        `Subscription ${id} receives no more events. Events during this time are not delivered later.`,
      run: async (api, admin, input) => api.presentWholeWebhook(await api.disableWebhook(admin, input)),
    }),
    itemCommand("enable <id>", {
      description: "Enable a subscription and reset its failure count",
      run: async (api, admin, { id }) => api.presentWholeWebhook(await api.enableWebhook(admin, id)),
    }),
    itemCommand("replay <id>", {
      description: "Replay the events of a period to a subscription",
      options: [
        required("--since <time>", "Start of the period (inclusive), such as 2026-11-15T00:00:00Z"),
        optional("--until <time>", "End of the period (exclusive; default: now)"),
        flag("--only-failed", "Only events that the endpoint has never acknowledged"),
      ],
      consequence: ({ id }) =>
        `Events are delivered to subscription ${id} again. Its endpoint must deduplicate by event id.`,
      run: async (api, admin, input) => ({ id: input.id, count: await api.replayWebhook(admin, input) }),
    }),
  ],
};
