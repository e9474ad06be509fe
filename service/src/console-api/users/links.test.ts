import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createManualClock } from "../../../test/auth.ts";
import { keyBytesOf } from "../../../test/authenticator.ts";
import { openBrowser } from "../../../test/console.ts";
import { createEntry, type Entry, goodPassword, issuedToken } from "../../../test/console-entry.ts";
import { dumpTables } from "../../../test/table-dump.ts";
import { statement } from "../../db/statement.ts";
import { createIdFactory } from "../../kernel/id.ts";
import { invite } from "../../users/index.ts";

const clock = createManualClock();
const lines: string[] = [];
let api: TestApi;
let entry: Entry;

beforeAll(async () => {
  const logDestination = { write: (line: string) => lines.push(line) };
  const environment = { LOG_LEVEL: "trace", LOG_FORMAT: "json" };
  api = await startTestApi({ clock, logDestination, environment });
  entry = createEntry(api, clock);
});
afterAll(() => api.stop());

describe("first sign-in", () => {
  test("a link is inspected, accepted once, and only allows setting up a second factor", async () => {
    const { token, email } = await entry.inviteOperator("treasury");
    const browser = openBrowser(api);
    const look = await browser.post("/console/api/invitations/look", { token });
    expect(look.body).toMatchObject({
      purpose: "join",
      email,
      operator_role: "treasury",
      tenant: null,
      is_known: false,
    });
    const body = { token, name: "Ada", password: goodPassword };
    expect((await browser.post("/console/api/invitations/accept", body)).status).toBe(200);
    expect((await browser.get("/console/api/me")).body).toMatchObject({
      stage: "password",
      operator_role: null,
      platform_permissions: [],
    });
    expect((await browser.get("/console/api/workspaces")).body.code).toBe("sign_in_required");
    expect((await openBrowser(api).post("/console/api/invitations/accept", body)).status).toBe(404);
    const before = browser.cookie();
    const { recoveryCodes } = await entry.setUpTotp(browser);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(browser.cookie()).not.toBe(before);
    expect((await browser.get("/console/api/me")).body).toMatchObject({
      stage: "complete",
      operator_role: "treasury",
      second_factors: { totp: true, passkeys: 0, recovery_codes_left: 10 },
    });
  });

  test("a revoked, replaced or expired link is rejected", async () => {
    const revoked = await entry.inviteOperator();
    const operator = await entry.freshAdmin();
    expect((await operator.delete(`/console/api/users/invitations/${revoked.id}`)).status).toBe(204);
    const replaced = await entry.inviteOperator();
    const again = { email: replaced.email.toLowerCase(), operator_role: "admin" };
    expect((await operator.post("/console/api/users/invitations", again)).status).toBe(201);
    const old = await entry.inviteOperator();
    const look = async (token: string) =>
      (await openBrowser(api).post("/console/api/invitations/look", { token })).status;
    expect(await look(revoked.token)).toBe(404);
    expect(await look(replaced.token)).toBe(404);
    expect(await look(old.token)).toBe(200);
    clock.advance(7 * 86_400_000);
    expect(await look(old.token)).toBe(404);
  });

  test.each([
    ["short", "must have at least 12 characters"],
    ["PasswordPassword", "is too common"],
    ["abcabcabcabcabc", "must not repeat a short sequence"],
    ["ada lovelace", "must not be your email or name"],
    ["x".repeat(201), "must have at most 200 characters"],
  ])("the password %s is rejected without being echoed", async (password, detail) => {
    const { token } = await entry.inviteOperator();
    const response = await openBrowser(api).post("/console/api/invitations/accept", {
      token,
      name: "Ada Lovelace",
      password,
    });
    expect(response).toMatchObject({ status: 400, body: { errors: [{ pointer: "/password", detail }] } });
    expect(response.text).not.toContain(password);
  });

  test("concurrent acceptances of one link: only one succeeds", async () => {
    const { token } = await entry.inviteOperator();
    const body = { token, name: "Twin", password: goodPassword };
    const responses = await Promise.all(
      [1, 2, 3].map(() => openBrowser(api).post("/console/api/invitations/accept", body)),
    );
    expect(responses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });
});

test("a user whose credentials the server's operator replaced has no open invitations", async () => {
  const admin = await entry.freshAdmin();
  const request = { email: "later@example.com", operator_role: "support" };
  const { body } = await admin.post("/console/api/users/invitations", request);
  const invited = await issuedToken(api, body, clock);
  const look = async () =>
    (await openBrowser(api).post("/console/api/invitations/look", { token: invited })).status;
  for (const forgetsFactors of [false, true]) {
    expect(await look()).toBe(200);
    const grant = { kind: "reset", userId: admin.userId, forgetsFactors } as const;
    const cause = { actor: { type: "operator", name: "ada" }, requestId: undefined } as const;
    const deps = { database: api.database, clock, newId: createIdFactory(clock) };
    const { token } = await api.database.transaction((tx) => invite(deps, tx, { grant, cause }));
    const reset = { token, password: goodPassword };
    expect((await openBrowser(api).post("/console/api/invitations/accept", reset)).status).toBe(200);
  }
  expect(await look()).toBe(404);
});

test("no password, code, token or link can be read from the tables", async () => {
  const { token } = await entry.inviteOperator();
  const browser = openBrowser(api);
  await browser.post("/console/api/invitations/accept", { token, name: "Ada", password: goodPassword });
  const { key, recoveryCodes } = await entry.setUpTotp(browser);
  const { token: openLink } = await entry.inviteOperator();
  const [, sessionToken = ""] = (browser.cookie() ?? "").split("=");
  const dump = JSON.stringify(await dumpTables(api.database)).toLowerCase();
  const codes = recoveryCodes.flatMap((code) => [code, code.replaceAll("-", "")]);
  for (const secret of [goodPassword, token, openLink, sessionToken, key, ...codes]) {
    expect(dump).not.toContain(secret.toLowerCase());
    expect(dump).not.toContain(Buffer.from(secret).toString("hex"));
  }
  expect(dump).not.toContain(keyBytesOf(key).toString("hex"));
});

test("joining as an operator is recorded in the audit log with the role and the link", async () => {
  const { token, id } = await entry.inviteOperator("treasury");
  const browser = openBrowser(api);
  await browser.post("/console/api/invitations/accept", { token, name: "Ada", password: goodPassword });
  const { user } = (await browser.get("/console/api/me")).body;
  const rows = await api.database.rows(
    statement(`SELECT action, actor_id, after FROM audit_log WHERE subject_id = $1 ORDER BY id`),
    [user.id],
  );
  expect(rows).toEqual([
    { action: "user.join", actorId: user.id, after: { invitation: id, invited_by: expect.any(String) } },
    {
      action: "user.become_operator",
      actorId: user.id,
      after: { operator_role: "treasury", invitation: id, invited_by: expect.any(String) },
    },
  ]);
});

test("no password, code, token or link reaches a log line or the audit log", async () => {
  const { token, email } = await entry.inviteOperator();
  const browser = openBrowser(api);
  const accept = { token, name: "Quiet User", password: goodPassword };
  await browser.post("/console/api/invitations/accept", accept);
  const { key, recoveryCodes } = await entry.setUpTotp(browser);
  const cookie = browser.cookie() ?? "";
  await openBrowser(api).post("/console/api/sign-in", { email, password: "wrong password" });
  await openBrowser(api).post("/console/api/sign-in", { email: "typo@example.com", password: goodPassword });
  const rows = await api.database.rows(
    statement<{ text: string }>(`SELECT audit_log::text AS text FROM audit_log`),
  );
  const seen = [...lines, ...rows.map(({ text }) => text)].join("\n");
  expect(lines.length).toBeGreaterThan(10);
  const secrets = [token, goodPassword, "wrong password", key, cookie.split("=")[1] ?? "", ...recoveryCodes];
  for (const secret of [...secrets, "typo@example.com", email, "Quiet User"]) {
    expect(seen.toLowerCase()).not.toContain(secret.toLowerCase());
  }
  expect(seen).toContain("user.fail_sign_in");
});
