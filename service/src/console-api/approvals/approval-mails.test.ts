import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { eventually } from "../../../test/eventually.ts";
import { openSmtpServer, type SmtpServer } from "../../../test/smtp-server.ts";
import { createJobQueue } from "../../jobs/index.ts";
import { createIdFactory } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";

let server: SmtpServer;
let api: TestApi;
let ada: TestUser;
let bob: TestUser;
let silent: TestUser;
let officer: TestUser;

beforeAll(async () => {
  server = await openSmtpServer();
  const environment = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, SMTP_FROM: "florin@example.com" };
  api = await startTestApi({ environment });
  ada = await createUser(api, { operatorRole: "admin" });
  bob = await createUser(api, { operatorRole: "admin" });
  silent = await createUser(api, { operatorRole: "admin" });
  officer = await createUser(api, { operatorRole: "compliance" });
});
afterAll(async () => {
  await api.stop();
  await server[Symbol.asyncDispose]();
});

const mailsTo = (user: TestUser, words: string) =>
  server.received.filter(({ to, text }) => to === user.email && text.startsWith(words));

/** The schedule runs it every two minutes. */
async function runMailJob(): Promise<void> {
  const wakeUp = { nudge: () => {} };
  const queue = createJobQueue({ clock: systemClock, newId: createIdFactory(systemClock), wakeUp });
  await api.database.transaction((tx) => queue.enqueue(tx, { kind: "approvals.mail", payload: {} }));
}

test("approvers get one email for many operations, without amounts or names; the requester gets the decision", async () => {
  const rule = { operation: "limit", approvals: 1, approver_roles: ["admin"] };
  expect((await ada.post("/console/api/approval-rules", rule)).status).toBe(201);
  const off = { approvals: false, alerts: true };
  expect((await silent.put("/console/api/me/mail-preferences", off)).status).toBe(204);
  expect((await silent.get("/console/api/me/mail-preferences")).body).toEqual({ ...off, sends_mail: true });
  const { accountId } = await api.createClient();
  const limits = `/console/api/limits/${accountId}`;
  const ids: string[] = [];
  for (const daily of ["1234", "1235"]) {
    const waiting = await officer.put(limits, { network: "testnet", daily });
    expect(waiting.status).toBe(202);
    ids.push(waiting.body.id);
  }
  await runMailJob();
  for (const user of [ada, bob]) {
    await eventually(() => expect(mailsTo(user, "2 operations wait for your approval")).toHaveLength(1));
  }
  const [mail] = mailsTo(bob, "2 operations");
  expect(mail?.text).toContain("limit, testnet: 2");
  expect(mail?.text).toContain("/console/ops/approvals");
  for (const secret of ["1234", "1235", "Test Account", accountId]) {
    expect(`${mail?.text}${mail?.html}`).not.toContain(secret);
  }
  expect((await bob.post(`/console/api/approvals/${ids[0]}/reject`, {})).status).toBe(200);
  await eventually(() =>
    expect(mailsTo(officer, "An operation that you requested was rejected")).toHaveLength(1),
  );
  await runMailJob();
  const third = await officer.put(limits, { network: "testnet", daily: "7" });
  await runMailJob();
  await eventually(() => expect(mailsTo(ada, "An operation waits for your approval")).toHaveLength(1));
  expect(third.status).toBe(202);
  expect([...mailsTo(silent, "2 operations"), ...mailsTo(silent, "An operation waits")]).toEqual([]);
  expect([...mailsTo(officer, "2 operations"), ...mailsTo(officer, "An operation waits")]).toEqual([]);
  expect(mailsTo(ada, "2 operations")).toHaveLength(1);
});
