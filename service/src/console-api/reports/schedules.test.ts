import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { eventually } from "../../../test/eventually.ts";
import { openSmtpServer, type SmtpServer } from "../../../test/smtp-server.ts";
import { statement } from "../../db/statement.ts";
import { createJobQueue } from "../../jobs/index.ts";
import { createIdFactory } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";

let server: SmtpServer;
let api: TestApi;
let client: TestClient;
let admin: TestUser;
let viewer: TestUser;

beforeAll(async () => {
  server = await openSmtpServer();
  const environment = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, SMTP_FROM: "florin@example.com" };
  api = await startTestApi({ environment });
  client = await api.createClient();
  admin = await createUser(api, { memberOf: client.accountId, memberRole: "admin" });
  viewer = await createUser(api, { memberOf: client.accountId, memberRole: "viewer" });
});
afterAll(async () => {
  await api.stop();
  await server[Symbol.asyncDispose]();
});

const path = () => `/console/api/workspaces/${client.accountId}/testnet/report-schedules`;
const schedule = (more: object = {}) => ({
  report: "statement",
  format: "pdf",
  cadence: "monthly",
  parameters: { account_id: client.accountId },
  recipient_ids: [admin.userId, viewer.userId],
  ...more,
});

/** The periods of all schedules are over, and several nodes run the job. */
async function runDueSchedules(): Promise<void> {
  await api.database.run(statement("UPDATE report_schedules SET next_at = now() - interval '1 minute'"));
  await runMailJob();
}

async function runMailJob(): Promise<void> {
  const wakeUp = { nudge: () => {} };
  const queue = createJobQueue({ clock: systemClock, newId: createIdFactory(systemClock), wakeUp });
  const job = { kind: "reports.mail", payload: {} };
  await api.database.transaction((tx) => queue.enqueueAll(tx, [job, job, job]));
}

const mailsTo = (user: TestUser) =>
  server.received.filter(({ to, text }) => to === user.email && text.startsWith("The report for"));

test("recipients get one link for each period, without figures, and only while their role allows the report", async () => {
  const created = await admin.post(path(), schedule());
  expect([created.status, created.body]).toMatchObject([
    201,
    { cadence: "monthly", time_zone: "UTC", mailings: [] },
  ]);
  const { id } = created.body;
  await runDueSchedules();
  for (const user of [admin, viewer]) await eventually(() => expect(mailsTo(user)).toHaveLength(1));
  const [mail] = mailsTo(viewer);
  expect(mail?.text).toContain(`/console/w/${client.accountId}/testnet/reports`);
  expect(mail?.text).toContain("Sign in to download it");
  const [shown] = (await viewer.get(path())).body.schedules;
  expect(shown.mailings).toMatchObject([{ recipient_count: 2, skipped_count: 0 }]);
  // The same period is never mailed again, even if the schedule were due again.
  await runDueSchedules();
  await eventually(async () => {
    const due = await api.database.rows(
      statement("SELECT 1 AS due FROM report_schedules WHERE next_at < now()"),
    );
    expect(due).toEqual([]);
  });
  const last = await admin.post(
    path(),
    schedule({ cadence: "daily", recipient_ids: [viewer.userId, admin.userId] }),
  );
  const role = `/console/api/workspaces/${client.accountId}/testnet/members/${viewer.userId}`;
  expect((await admin.delete(role)).status).toBeLessThan(300);
  await runDueSchedules();
  await eventually(() => expect(mailsTo(admin)).toHaveLength(2));
  expect(mailsTo(viewer)).toHaveLength(1);
  const after = (await admin.get(path())).body.schedules.find(
    (each: { id: string }) => each.id === last.body.id,
  );
  expect(after.mailings).toMatchObject([{ recipient_count: 1, skipped_count: 1 }]);
  for (const each of [id, last.body.id]) expect((await admin.delete(`${path()}/${each}`)).status).toBe(204);
  expect((await admin.get(path())).body.schedules).toEqual([]);
});

test("a schedule is refused where it is wrong", async () => {
  const developer = await createUser(api, { memberOf: client.accountId, memberRole: "developer" });
  expect((await developer.post(path(), schedule())).status).toBe(403);
  const stranger = await createUser(api, { memberOf: (await api.createClient()).accountId });
  const cases = [
    [{ recipient_ids: [admin.userId, stranger.userId] }, "/recipient_ids/1"],
    [{ report: "payouts", parameters: {}, recipient_ids: [developer.userId] }, "/recipient_ids/0"],
    [{ report: "reconciliation", parameters: {} }, "/report"],
    [{ parameters: {} }, "/parameters/account_id"],
    [{ parameters: { account_id: client.accountId, weather: "fair" } }, "/parameters/weather"],
    [{ time_zone: "Mars/Olympus" }, "/time_zone"],
    [{ cadence: "hourly" }, "/cadence"],
    [{ recipient_ids: [] }, "/recipient_ids"],
  ] as const;
  for (const [more, pointer] of cases) {
    const { status, body } = await admin.post(path(), schedule({ recipient_ids: [admin.userId], ...more }));
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, pointer]);
  }
  expect((await stranger.get(path())).status).toBe(404);
  expect((await admin.delete(`${path()}/01JD7Q2M8W3T5V6X9YZABCDEFG`)).status).toBe(404);
});

test("operators schedule reports about all tenants for operators", async () => {
  const treasurer = await createUser(api, { operatorRole: "treasury" });
  const body = schedule({
    report: "reconciliation",
    cadence: "weekly",
    parameters: {},
    recipient_ids: [treasurer.userId],
  });
  const platform = "/console/api/reports/mainnet/schedules";
  const { status, body: created } = await treasurer.post(platform, body);
  expect([status, created.recipients]).toMatchObject([201, [{ id: treasurer.userId }]]);
  expect((await admin.get(platform)).status).toBe(403);
  await runDueSchedules();
  await eventually(() => expect(mailsTo(treasurer)).toHaveLength(1));
  expect(mailsTo(treasurer)[0]?.text).toContain("/console/ops/reports");
  expect((await treasurer.delete(`${platform}/${created.id}`)).status).toBe(204);
});
