import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { eventually } from "../../../test/eventually.ts";
import { openSmtpServer, type SmtpServer } from "../../../test/smtp-server.ts";

let server: SmtpServer;
let api: TestApi;
let admin: TestUser;
let colleague: TestUser;

beforeAll(async () => {
  server = await openSmtpServer();
  const environment = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, SMTP_FROM: "florin@example.com" };
  api = await startTestApi({ environment });
  admin = await createUser(api, { operatorRole: "admin" });
  colleague = await createUser(api, { operatorRole: "admin" });
});
afterAll(async () => {
  await api.stop();
  await server[Symbol.asyncDispose]();
});

interface Notice {
  readonly entry: { readonly action: string; readonly at: string; readonly actor_id: string | null };
  readonly subject_name: string | null;
  readonly is_unread: boolean;
}

async function noticesOf(user: TestUser): Promise<readonly Notice[]> {
  return (await user.get("/console/api/me/notices")).body.notices;
}

const mailsTo = (user: TestUser, words: string) =>
  server.received.filter(({ to, text }) => to === user.email && text.startsWith(`${words}.`));

test("every operator admin is notified of a new role, in the console and by email, and no other operator is", async () => {
  const target = await createUser(api, { operatorRole: "support" });
  await admin.put(`/console/api/users/${target.userId}/role`, { operator_role: "treasury" });
  for (const user of [admin, colleague]) {
    const [notice] = await noticesOf(user);
    expect(notice).toMatchObject({
      entry: { action: "user.change_role", actor_id: admin.userId, after: { operator_role: "treasury" } },
      subject_name: "Test User",
      is_unread: true,
    });
  }
  expect(await noticesOf(target)).toEqual([]);
  const words = "An operator's role was changed";
  // The user whose role it is gets the email, too.
  for (const user of [admin, colleague, target]) {
    await eventually(() => expect(mailsTo(user, words)).toHaveLength(1));
  }
  expect(mailsTo(colleague, words)[0]?.text).toContain("operator_role: treasury");
});

test("invitations, resets, disabled users and lost second factors are notices", async () => {
  const target = await createUser(api, { operatorRole: "support" });
  const invited = { email: "new@example.com", operator_role: "support" };
  await admin.post("/console/api/users/invitations", invited);
  const reset = { forgets_second_factors: true };
  await admin.post(`/console/api/users/${target.userId}/reset`, reset);
  await admin.post(`/console/api/users/${target.userId}/disable`);
  await eventually(async () => {
    const actions = (await noticesOf(colleague)).map(({ entry }) => entry.action);
    expect(actions.filter((action) => action === "invitation.create")).toHaveLength(2);
    expect(actions).toContain("user.disable");
  });
});

test("admins of a tenant are notified of its credentials and members, without the name of an operator", async () => {
  const { accountId } = await api.createClient();
  const owner = await createUser(api, { memberOf: accountId });
  const viewer = await createUser(api, { memberOf: accountId, memberRole: "viewer" });
  const stranger = await createUser(api, { memberOf: (await api.createClient()).accountId });
  const path = `/console/api/workspaces/${accountId}/testnet`;
  const application = { name: "Payouts", scopes: ["accounts:read"] };
  expect((await owner.post(`${path}/applications`, application)).status).toBe(201);
  await admin.put(`${path}/members/${viewer.userId}/role`, { role: "developer" });
  const notices = await noticesOf(owner);
  expect(notices.slice(0, 2)).toMatchObject([
    { entry: { action: "member.change_role", actor_type: "operator", actor_id: null, actor_name: null } },
    { entry: { action: "application.create", actor_id: owner.userId } },
  ]);
  expect(await noticesOf(viewer)).toEqual([]);
  expect(JSON.stringify(await noticesOf(stranger))).not.toContain("member.change_role");
  await eventually(() => expect(mailsTo(owner, "A member's role was changed")).toHaveLength(1));
  expect(mailsTo(owner, "A member's role was changed")[0]?.text).toContain("By: operator\n");
  await eventually(() => {
    const created = mailsTo(owner, "An application was created").map(({ text }) => text);
    expect(created.filter((text) => text.includes("name: Payouts"))).toHaveLength(1);
  });
});

test("notices are read up to a time, by each user alone", async () => {
  const target = await createUser(api, { operatorRole: "support" });
  await admin.put(`/console/api/users/${target.userId}/role`, { operator_role: "read_only" });
  const [newest] = await noticesOf(admin);
  expect((await admin.post("/console/api/me/notices/read", { until: newest?.entry.at })).status).toBe(204);
  expect((await noticesOf(admin)).filter((notice) => notice.is_unread)).toEqual([]);
  expect((await noticesOf(colleague)).some((notice) => notice.is_unread)).toBe(true);
});
