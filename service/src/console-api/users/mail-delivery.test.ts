import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { codeOf } from "../../../test/authenticator.ts";
import { createUser, openBrowser, type TestUser } from "../../../test/console.ts";
import { goodPassword } from "../../../test/console-entry.ts";
import { eventually } from "../../../test/eventually.ts";
import { openSmtpServer, type SmtpServer } from "../../../test/smtp-server.ts";
import { dumpTables } from "../../../test/table-dump.ts";
import { statement } from "../../db/statement.ts";
import { systemClock } from "../../kernel/instant.ts";

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

const findMail = statement("SELECT state, content, attempts FROM mails WHERE key = $1");
const storedMails = (key: string) => api.database.rows(findMail, [key]);

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
  server.replyWith({ to: "data", code: 451 });
  const path = `/console/api/users/${user.userId}/reset`;
  expect((await admin.post(path, { forgets_second_factors: true })).body.delivery).toBe("email");
  await eventually(() => expect(server.recipients).toContain(user.email));
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
  server.replyWith({ to: "recipient", containing: "refused@", code: 550 });
  const body = { email: "refused@example.com", operator_role: "support" };
  const { invitation } = (await admin.post("/console/api/users/invitations", body)).body;
  await eventually(() =>
    expect(lines.filter((line) => line.includes("refused the recipient"))).toHaveLength(1),
  );
  const mail = `link ${invitation.invitation_id}`;
  await eventually(async () =>
    expect(await storedMails(mail)).toMatchObject([{ state: "refused", content: undefined }]),
  );
  server.replyWith(undefined);
});

test("an email whose outcome is unknown is sent again, the same, and its content is removed at the end", async () => {
  const email = "twice@example.com";
  server.dropNext(email);
  const body = { email, operator_role: "support" };
  const { invitation } = (await admin.post("/console/api/users/invitations", body)).body;
  const received = () => server.received.filter(({ to }) => to === email);
  await eventually(() => expect(received()).toHaveLength(2));
  const [first, second] = received();
  const messageIdOf = (source = "") => /^Message-ID: (.*)$/im.exec(source)?.[1];
  expect(messageIdOf(second?.source)).toBe(messageIdOf(first?.source));
  expect(second?.text).toBe(first?.text);
  const key = `link ${invitation.invitation_id}`;
  await eventually(async () => {
    expect(await storedMails(key)).toMatchObject([{ state: "sent", content: undefined, attempts: 2 }]);
  });
});

test("the link of a revoked invitation is not sent", async () => {
  server.replyWith({ to: "data", code: 451 });
  const { accountId } = await api.createClient();
  const owner = await createUser(api, { memberOf: accountId });
  const path = `/console/api/workspaces/${accountId}/testnet/members/invitations`;
  const body = { email: "revoked@example.com", role: "viewer" };
  const { invitation } = (await owner.post(path, body)).body;
  const key = `link ${invitation.invitation_id}`;
  // The server names the recipient before it refuses the data.
  await eventually(async () =>
    expect(await storedMails(key)).toMatchObject([{ state: "queued", attempts: 1 }]),
  );
  expect((await owner.delete(`${path}/${invitation.invitation_id}`)).status).toBe(204);
  server.replyWith(undefined);
  await eventually(async () => expect(await storedMails(key)).toMatchObject([{ state: "dropped" }]));
  expect(tokensFor("revoked@example.com")).toEqual([]);
});

const insertBankItem = statement(`
  INSERT INTO bank_items (id, network, key, kind, detail, state, created_at, updated_at)
  VALUES ($1, 'testnet', $1, 'unexpected_entry', 'planted', 'open', now(), now())`);

test("a mentioned operator gets an email without the text of the note, and the author gets none", async () => {
  const bert = await createUser(api, { operatorRole: "support" });
  const id = "01JD7Q2M8W3T5V6X9YZABCDEFG";
  await api.database.run(insertBankItem, [id]);
  const notes = `/console/api/work-items/bank_item/${id}/notes`;
  const body = { text: "Call the sender.", mentions: [bert.userId, admin.userId] };
  expect((await admin.post(notes, body)).status).toBe(201);
  const mails = (user: TestUser) =>
    server.received.filter(
      ({ to, text }) => to === user.email && text.startsWith("You were mentioned in a note"),
    );
  await eventually(() => expect(mails(bert)).toHaveLength(1));
  const [mail] = mails(bert);
  expect(mail?.text).toContain("/console/me/notices");
  expect(`${mail?.text}${mail?.html}`).not.toContain("Call the sender");
  expect(mails(admin)).toEqual([]);
});

test("users get an email when their credentials change, and of a sign-in from a new browser", async () => {
  const email = "grace@example.com";
  await admin.post("/console/api/users/invitations", { email, operator_role: "support" });
  const browser = openBrowser(api);
  const accept = { token: await mailedToken(email), name: "Grace", password: goodPassword };
  await browser.post("/console/api/invitations/accept", accept);
  const { secret } = (await browser.post("/console/api/me/totp")).body;
  const code = codeOf(secret, systemClock.now());
  expect((await browser.post("/console/api/me/totp/confirm", { code })).status).toBe(200);
  const mailed = (words: string) =>
    server.received.filter(({ to, text }) => to === email && text.startsWith(`${words}.`));
  await eventually(() => expect(mailed("An authenticator app was added")).toHaveLength(1));
  const signIn = (agent: string) =>
    openBrowser(api).post(
      "/console/api/sign-in",
      { email, password: goodPassword },
      { headers: { "user-agent": agent } },
    );
  for (const agent of ["First", "Second", "First", "Second"]) expect((await signIn(agent)).status).toBe(200);
  const change = { old_password: goodPassword, password: "another walk by the sea" };
  expect((await browser.put("/console/api/me/password", change)).status).toBe(204);
  await eventually(() => expect(mailed("Your password was changed")).toHaveLength(1));
  const signedIn = () =>
    mailed("Sign-in from a new browser").map(({ text }) => /^Browser: (.*)$/m.exec(text)?.[1]);
  await eventually(() => expect(signedIn()).toEqual(["Second"]));
  const added = server.received.filter(({ text }) => text.startsWith("An authenticator app was added."));
  expect(added.map(({ to }) => to)).toEqual([email]);
});
