import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createUser, openBrowser, type TestUser } from "../../../test/console.ts";
import { goodPassword } from "../../../test/console-entry.ts";
import { eventually } from "../../../test/eventually.ts";
import { openSmtpServer, type SmtpServer } from "../../../test/smtp-server.ts";
import { dumpTables } from "../../../test/table-dump.ts";

const lines: string[] = [];
let server: SmtpServer;
let api: TestApi;
let admin: TestUser;

beforeAll(async () => {
  server = await openSmtpServer();
  api = await startTestApi({
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      SMTP_FROM: "Florin <florin@example.com>",
      LOG_LEVEL: "trace",
      LOG_FORMAT: "json",
    },
    logDestination: { write: (line: string) => lines.push(line) },
  });
  admin = await createUser(api, { operatorRole: "admin" });
});
afterAll(async () => {
  await api.stop();
  await server[Symbol.asyncDispose]();
});

const tokensFor = (email: string): readonly string[] =>
  server.received
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => text.match(/(?<=join#)[A-Za-z0-9_-]{43}/) ?? []);

async function mailedToken(email: string): Promise<string> {
  return eventually(() => {
    const [token] = tokensFor(email);
    if (token === undefined) throw new Error("no email yet");
    return token;
  });
}

test("an invitation is sent to the invitee by email, and only there", async () => {
  const email = "ada@example.com";
  const body = { email, operator_role: "support" };
  const reply = await admin.post("/console/api/users/invitations", body);
  expect(reply).toMatchObject({ status: 201, body: { delivery: "email" } });
  const token = await mailedToken(email);
  const tables = JSON.stringify(await dumpTables(api.database));
  for (const text of [reply.text, tables, lines.join("\n")]) expect(text).not.toContain(token);
  expect(lines.join("\n")).not.toContain(email);
  const accept = { token, name: "Ada", password: goodPassword };
  expect((await openBrowser(api).post("/console/api/invitations/accept", accept)).status).toBe(200);
});

test("a reset is sent to its user, also if the mail server fails at first", async () => {
  const user = await createUser(api, { operatorRole: "support" });
  server.replyWith({ to: "DATA", code: 451 });
  const path = `/console/api/users/${user.userId}/reset`;
  expect((await admin.post(path, { forgets_second_factors: true })).body.delivery).toBe("email");
  await eventually(() => expect(server.commands).toContain(`RCPT TO:<${user.email}>`));
  server.replyWith(undefined);
  const token = await mailedToken(user.email);
  const accept = { token, password: goodPassword };
  expect((await openBrowser(api).post("/console/api/invitations/accept", accept)).status).toBe(200);
});

test("a member's invitation names the tenant and the role", async () => {
  const { accountId } = await api.createClient();
  const owner = await createUser(api, { memberOf: accountId });
  const path = `/console/api/workspaces/${accountId}/testnet/members/invitations`;
  await owner.post(path, { email: "member@example.com", role: "viewer" });
  await mailedToken("member@example.com");
  const text = server.received.find(({ to }) => to === "member@example.com")?.text;
  expect(text).toContain("join Test Account on Florin, with the role viewer");
});

test("a recipient that the mail server refuses is reported once, and not tried again", async () => {
  server.replyWith({ to: "RCPT TO:<refused@", code: 550 });
  const body = { email: "refused@example.com", operator_role: "support" };
  const { invitation } = (await admin.post("/console/api/users/invitations", body)).body;
  await eventually(() =>
    expect(lines.filter((line) => line.includes("refused the recipient"))).toHaveLength(1),
  );
  expect(lines.join("\n")).toContain(invitation.invitation_id);
  server.replyWith(undefined);
});
