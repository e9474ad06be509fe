import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { type JobsEnvironment, openJobs } from "../../test/jobs.ts";
import { systemClock } from "../kernel/instant.ts";
import { createPagerDutyChannel } from "./adapters/pagerduty-channel.ts";
import { createSlackChannel } from "./adapters/slack-channel.ts";
import { type Alert, type Condition, decideAlerts } from "./alert.ts";
import type { AlertChange } from "./channel.ts";
import { checkAlerts } from "./check-alerts.ts";
import { deliverAlertJob } from "./deliver-alert.ts";

interface Received {
  readonly path: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

const received: Received[] = [];
let status = 202;
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    if (status < 300)
      received.push({ path: request.url, body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.writeHead(status).end();
  });
});
let jobs: JobsEnvironment;
let conditions: readonly Condition[] = [];
const mailed: string[] = [];

beforeAll(async () => {
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  jobs = await openJobs();
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const channels = [
    createSlackChannel(`${url}/services/T0/B0/secret`),
    createPagerDutyChannel({ url, routingKey: "R0UT1NGKEY0000000000", source: "florin.example" }),
  ];
  const { database } = jobs;
  const page = "https://florin.example/console/ops";
  jobs.startRunner({ definitions: [deliverAlertJob({ database, channels, url: page })] });
});
afterAll(async () => {
  await jobs[Symbol.asyncDispose]();
  receiver.close();
});
beforeEach(() => {
  received.length = 0;
  mailed.length = 0;
});

const check = () =>
  checkAlerts({
    database: jobs.database,
    clock: systemClock,
    newId: jobs.newId,
    jobQueue: jobs.queue,
    minSeverity: "warning",
    readConditions: async () => conditions,
    channels: ["slack", "pagerduty"],
    mail: async (_, alert: Alert, change: AlertChange) => {
      mailed.push(`${change} ${alert.name}`);
    },
  });

const deadJobs: Condition = {
  name: "dead_jobs",
  state: "active",
  severity: "error",
  summary: "Jobs failed <permanently> & often",
};
const toSlack = () =>
  received.filter(({ path }) => path === "/services/T0/B0/secret").map(({ body }) => body);
const toPagerDuty = () => received.filter(({ path }) => path === "/v2/enqueue").map(({ body }) => body);

test("an alert is sent once to each channel while its condition holds, and resolved once when it ends", async () => {
  conditions = [deadJobs, { ...deadJobs, name: "reviews", severity: "info" }];
  await check();
  await check();
  await eventually(() => expect(received).toHaveLength(2));
  expect(toSlack()).toEqual([
    {
      text: "*[error]* Jobs failed &lt;permanently&gt; &amp; often <https://florin.example/console/ops|Open Florin>",
    },
  ]);
  const [triggered] = toPagerDuty();
  expect(triggered).toEqual({
    routing_key: "R0UT1NGKEY0000000000",
    event_action: "trigger",
    dedup_key: expect.stringMatching(/^florin\/[0-9A-Z]{26}$/),
    client: "Florin",
    client_url: "https://florin.example/console/ops",
    payload: {
      summary: deadJobs.summary,
      source: "florin.example",
      severity: "error",
      timestamp: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
      class: "dead_jobs",
    },
  });
  conditions = [{ ...deadJobs, state: "unknown" }];
  await check();
  expect(mailed).toEqual(["opened dead_jobs"]);
  conditions = [];
  await check();
  await check();
  await eventually(() => expect(received).toHaveLength(4));
  const { routing_key, dedup_key } = triggered ?? {};
  expect(toPagerDuty()[1]).toEqual({ routing_key, dedup_key, event_action: "resolve" });
  expect(toSlack()[1]?.["text"]).toContain("*[resolved]* Jobs failed");
  expect(mailed).toEqual(["opened dead_jobs", "resolved dead_jobs"]);
});

test("a condition that holds again is another alert", async () => {
  conditions = [{ ...deadJobs, name: "ledger" }];
  await check();
  await eventually(() => expect(toPagerDuty()).toHaveLength(1));
  conditions = [];
  await check();
  conditions = [{ ...deadJobs, name: "ledger" }];
  await check();
  await eventually(() => expect(toPagerDuty()).toHaveLength(3));
  const keys = toPagerDuty().map((event) => event["dedup_key"]);
  expect(new Set(keys).size).toBe(2);
});

test("an alert that ends before it could be sent is not opened at the receiver afterwards", async () => {
  conditions = [];
  await check();
  await eventually(async () => expect(await jobs.waitingJobs()).toEqual([]));
  received.length = 0;
  status = 500;
  conditions = [{ ...deadJobs, name: "bank_items" }];
  await check();
  await eventually(async () => {
    const waiting = await jobs.waitingJobs();
    expect(waiting.filter(({ lastError }) => lastError !== undefined)).toHaveLength(2);
  });
  for (const { lastError } of await jobs.waitingJobs()) {
    expect(lastError).toMatch(/^Error: (?:Slack|PagerDuty) replied 500$/);
  }
  conditions = [];
  await check();
  status = 202;
  await eventually(async () => expect(await jobs.waitingJobs()).toEqual([]));
  expect(toPagerDuty().map((event) => event["event_action"])).toEqual(["resolve"]);
});

test("conditions below the minimum are not opened, and those that are unknown stay as they are", () => {
  const open: Alert = {
    ...deadJobs,
    id: jobs.newId<"alert">(),
    openedAt: systemClock.now(),
    resolvedAt: undefined,
  };
  const other = { ...deadJobs, name: "other" };
  const decide = (found: readonly Condition[]) => decideAlerts([open], found, "critical");
  expect(decide([deadJobs, other])).toEqual({ opened: [], resolved: [] });
  expect(
    decide([
      { ...deadJobs, state: "unknown" },
      { ...other, state: "unknown", severity: "critical" },
    ]),
  ).toEqual({
    opened: [],
    resolved: [],
  });
  expect(
    decide([
      { ...deadJobs, state: "clear" },
      { ...other, severity: "critical" },
    ]),
  ).toMatchObject({
    opened: [{ name: "other" }],
    resolved: [{ name: "dead_jobs" }],
  });
});
