import { createPagerDutyChannel } from "../alerts/adapters/pagerduty-channel.ts";
import { createSlackChannel } from "../alerts/adapters/slack-channel.ts";
import {
  type Alert,
  type AlertChange,
  type AlertChannel,
  alertWork,
  deliverAlertJob,
} from "../alerts/index.ts";
import type { Config } from "../config.ts";
import type { ConsoleDeps } from "../console-api/index.ts";
import type { Transaction } from "../db/database.ts";
import { formatInstant } from "../kernel/instant.ts";
import type { MailQueue } from "../mail/index.ts";
import { consoleAddress, findOperatorsToMail } from "../users/index.ts";
import type { AppParts } from "./app-parts.ts";
import { readConditions } from "./attention.ts";
import type { MailModule } from "./mail-module.ts";
import type { Outgoing } from "./outgoing.ts";

/** Alerts by Slack, PagerDuty and email; empty if none of them is configured. */
export function createAlertModule(
  parts: AppParts,
  {
    jobQueue,
    lookAtChains,
    mails,
  }: Pick<Outgoing, "jobQueue"> &
    Pick<ConsoleDeps, "lookAtChains"> & { readonly mails: MailQueue | undefined },
): Pick<MailModule, "jobs" | "schedules" | "notifications"> {
  const { config, database, clock, newId } = parts;
  const channels = channelsOf(config);
  if (channels.length === 0 && mails === undefined) return { jobs: [], schedules: [], notifications: [] };
  const url = `${consoleAddress(config.baseUrl)}ops`;
  const work = alertWork({
    database,
    clock,
    newId,
    jobQueue,
    minSeverity: config.alerts.minSeverity,
    readConditions: () => readConditions(parts, lookAtChains),
    channels: channels.map(({ name }) => name),
    mail: async (tx, alert, change) => {
      if (mails !== undefined) await mailOperators(tx, { mails, alert, change, url });
    },
  });
  return { ...work, notifications: [deliverAlertJob({ database, channels, url })] };
}

function channelsOf({ alerts: { slackUrl, pagerDuty }, baseUrl }: Config): readonly AlertChannel[] {
  const { routingKey, url } = pagerDuty;
  const source = new URL(baseUrl).host;
  return [
    ...(slackUrl === undefined ? [] : [createSlackChannel(slackUrl)]),
    ...(routingKey === undefined ? [] : [createPagerDutyChannel({ url, routingKey, source })]),
  ];
}

async function mailOperators(
  tx: Transaction,
  {
    mails,
    alert,
    change,
    url,
  }: {
    readonly mails: MailQueue;
    readonly alert: Alert;
    readonly change: AlertChange;
    readonly url: string;
  },
): Promise<void> {
  const { id, severity, summary, openedAt } = alert;
  const isOver = change === "resolved";
  const words = isOver ? `Resolved: ${summary}` : summary;
  await mails.queue(
    tx,
    (await findOperatorsToMail.alerts(tx)).map((user) => ({
      key: `alert ${id} ${change} ${user.id}`,
      kind: "alert" as const,
      to: user.email,
      content: {
        subject: `Florin: ${words}`,
        paragraphs: [`${words}.`],
        facts: [["Severity", severity] as const, ["Since", formatInstant(openedAt)] as const],
        action: { label: "Open operations", url },
        footer: "You can turn these emails off in the console, under Security.",
      },
    })),
  );
}
