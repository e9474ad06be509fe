import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createManualClock } from "../../../test/auth.ts";
import { codeOf } from "../../../test/authenticator.ts";
import { createUser, openBrowser } from "../../../test/console.ts";
import { createEntry, type Entry, goodPassword } from "../../../test/console-entry.ts";
import { systemCause } from "../../kernel/cause.ts";
import { createIdFactory } from "../../kernel/id.ts";
import { createBreakGlass, invite } from "../../users/index.ts";

const clock = createManualClock();
const email = "glass@example.com";
const logs: string[] = [];
let api: TestApi;
let entry: Entry;

beforeAll(async () => {
  api = await startTestApi({
    clock,
    environment: {
      // Nothing listens there: the identity provider is down.
      OIDC_ISSUER: "http://127.0.0.1:9",
      OIDC_NAME: "Acme SSO",
      OIDC_CLIENT_ID: "florin",
      OIDC_CLIENT_SECRET: "never used here",
      OIDC_LOCAL_SIGN_IN: "off",
      LOG_LEVEL: "error",
    },
    logDestination: { write: (line) => logs.push(line) },
  });
  entry = createEntry(api, clock);
});
afterAll(() => api.stop());

/** The token of the link that the command prints. */
async function breakGlassToken(): Promise<string> {
  const deps = { database: api.database, clock, newId: createIdFactory(clock) };
  const cause = systemCause("test");
  return api.database.transaction(async (tx) => {
    const userId = await createBreakGlass(deps, tx, { email, name: "Break glass", cause });
    const grant = { kind: "reset", userId, forgetsFactors: false } as const;
    return (await invite(deps, tx, { grant, cause })).token;
  });
}

test("while the identity provider is down, a break-glass account signs in, loudly", async () => {
  expect(await openBrowser(api).post("/console/api/sign-in/sso")).toMatchObject({
    status: 503,
    body: { code: "dependency_unavailable", detail: "Acme SSO cannot be reached; try again later" },
  });
  const browser = openBrowser(api);
  const token = await breakGlassToken();
  const accepted = await browser.post("/console/api/invitations/accept", { token, password: goodPassword });
  expect(accepted).toMatchObject({ status: 200, body: { stage: "password" } });
  const { key } = await entry.setUpTotp(browser);
  clock.advance(60_000);
  const again = openBrowser(api);
  expect((await again.post("/console/api/sign-in", { email, password: goodPassword })).status).toBe(200);
  expect((await again.post("/console/api/sign-in/totp", { code: codeOf(key, clock.now()) })).status).toBe(
    200,
  );
  expect((await again.get("/console/api/me")).body).toMatchObject({
    operator_role: "admin",
    user: { source: "local" },
  });
  expect(logs.join("")).toContain("a break-glass account signed in");
  const admin = await createUser(api, { operatorRole: "admin", clock });
  const { body } = await admin.get("/console/api/me/notices");
  const actions = body.notices.map(({ entry: { action } }: { entry: { action: string } }) => action);
  expect(actions).toEqual(expect.arrayContaining(["user.set_break_glass", "user.break_glass_sign_in"]));
  const { body: users } = await admin.get("/console/api/users");
  expect(users.users).toContainEqual(expect.objectContaining({ email, is_break_glass: true }));
});

test("other local users get no further, with a password or an invitation", async () => {
  expect((await openBrowser(api).get("/console/api/sign-in/methods")).body).toEqual({
    local: false,
    sso: "Acme SSO",
  });
  const { token, email: invited } = await entry.inviteOperator();
  const body = { token, name: "Ada", password: goodPassword };
  expect(await openBrowser(api).post("/console/api/invitations/accept", body)).toMatchObject({
    status: 409,
    body: { detail: "passwords are off: sign in with single sign-on" },
  });
  const reply = await openBrowser(api).post("/console/api/sign-in", {
    email: invited,
    password: goodPassword,
  });
  expect(reply.status).toBe(401);
});
