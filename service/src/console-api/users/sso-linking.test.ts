import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createUser, openBrowser } from "../../../test/console.ts";
import {
  type ProviderUser,
  startIdentityProvider,
  type TestIdentityProvider,
} from "../../../test/identity-provider.ts";
import { loadAccessGraph } from "../../access/index.ts";
import { statement } from "../../db/statement.ts";
import type { UserId } from "../../kernel/id.ts";
import { instantFromMs, systemClock } from "../../kernel/instant.ts";
import { secondFactorFreshMs } from "../../users/sessions/session.ts";
import { selectSessions } from "../../users/sessions/store.ts";
import { selectIdentityOf } from "../../users/sso/store.ts";

/* Users who are connected by a verified email address at their first sign-in. */

const consoleUrl = "http://localhost:18080";
let provider: TestIdentityProvider;
let api: TestApi;

beforeAll(async () => {
  provider = await startIdentityProvider(consoleUrl);
  api = await startTestApi({
    environment: {
      BASE_URL: consoleUrl,
      OIDC_ISSUER: provider.issuer,
      OIDC_NAME: "Acme SSO",
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_REQUIRED_AMR: "mfa",
      OIDC_LINK_BY_EMAIL: "on",
      OIDC_ALLOWED_DOMAINS: "example.com",
      OIDC_ROLE_MAP: JSON.stringify({ Admins: "operator:admin", Treasury: "operator:treasury" }),
    },
  });
});
afterAll(async () => {
  await api.stop();
  await provider.stop();
});

async function signIn(user: ProviderUser) {
  provider.signsIn({ name: "User", groups: ["Treasury"], amr: ["mfa"], ...user });
  const browser = openBrowser(api);
  const { body: visit } = await browser.post("/console/api/sign-in/sso");
  const response = await provider.follow(visit.url);
  return { browser, reply: await browser.post("/console/api/sign-in/sso/complete", { response }) };
}

const subjectOf = async (userId: UserId) =>
  (await selectIdentityOf(api.database, { userId, issuer: provider.issuer }))?.subject;

test("a connected user's sessions and reset links end, and it counts as a change of access", async () => {
  const admin = await createUser(api, { operatorRole: "admin" });
  const local = await createUser(api, { operatorRole: "support" });
  const reset = await admin.post(`/console/api/users/${local.userId}/reset`, {
    forgets_second_factors: false,
  });
  expect(reset.status).toBe(201);
  const before = (await loadAccessGraph(api.database, [local.userId])).get(local.userId) ?? [];
  const { reply } = await signIn({ subject: "linked", email: local.email, groups: ["Treasury"] });
  expect(reply.status).toBe(200);
  expect((await local.get("/console/api/me")).status).toBe(401);
  const open = statement<{ readonly count: number }>(
    "SELECT count(*)::integer AS count FROM invitations WHERE user_id = $1 AND revoked_at IS NULL",
  );
  expect(await api.database.first(open, [local.userId])).toEqual({ count: 0 });
  const after = (await loadAccessGraph(api.database, [local.userId])).get(local.userId) ?? [];
  expect(after.length).toBeGreaterThan(before.length + 1);
});

test("a sign-in that is refused connects nothing", async () => {
  const admin = await createUser(api, { operatorRole: "admin" });
  const disabled = await createUser(api, { operatorRole: "support" });
  expect((await admin.post(`/console/api/users/${disabled.userId}/disable`)).status).toBe(204);
  const refusedUser = await signIn({ subject: "disabled", email: disabled.email });
  expect(refusedUser.reply).toMatchObject({ status: 403, body: { detail: "your user is disabled" } });
  expect(await subjectOf(disabled.userId)).toBeUndefined();

  const stranger = await createUser(api, { operatorRole: "support" });
  expect((await signIn({ subject: "stranger", email: stranger.email, groups: [] })).reply.status).toBe(403);
  expect(await subjectOf(stranger.userId)).toBeUndefined();
  expect((await stranger.get("/console/api/me")).body).toMatchObject({ user: { source: "local" } });
});

test("the last admin is not connected to groups without that role", async () => {
  const last = await createUser(api, { operatorRole: "admin" });
  await api.database.run(
    statement("UPDATE users SET operator_role = 'support' WHERE operator_role = 'admin' AND id <> $1"),
    [last.userId],
  );
  const { reply } = await signIn({ subject: "last", email: last.email });
  expect(reply).toMatchObject({ status: 403, body: { detail: expect.stringContaining("last admin") } });
  expect(await subjectOf(last.userId)).toBeUndefined();
});

test("the provider's factor is not a fresh one for a user who has a factor here", async () => {
  const user = { subject: "factors", email: "factors@example.com" };
  const { browser } = await signIn(user);
  const userId: UserId = (await browser.get("/console/api/me")).body.user.id;
  await api.database.run(
    statement("UPDATE users SET totp_secret = '\\x00', totp_since = now() WHERE id = $1"),
    [userId],
  );
  await signIn(user);
  const now = systemClock.now();
  const sessions = await selectSessions(api.database, {
    userId,
    expiresAt: now,
    seenAt: instantFromMs(0),
    limit: 2,
  });
  const ages = sessions.map(({ secondFactorAt }) => now - (secondFactorAt ?? 0) >= secondFactorFreshMs);
  expect(ages).toEqual([true, false]);
});

test("an email address counts only if the provider verified it, and only if it is one", async () => {
  const unverified = await signIn({ subject: "unverified", email: "u@example.com", isEmailVerified: false });
  expect(unverified.reply).toMatchObject({ status: 403, body: { code: "not_permitted" } });
  expect(unverified.reply.body.detail).toContain("did not verify your email address");
  for (const email of ["@example.com", "a b@example.com"]) {
    expect((await signIn({ subject: "shapeless", email })).reply.status).toBe(403);
  }
  expect((await signIn({ subject: "verified", email: "v@example.com" })).reply.status).toBe(200);
});

test("a logout token for an unknown session of the provider ends the user's sessions", async () => {
  const { browser } = await signIn({ subject: "out", email: "out@example.com" });
  const body = new URLSearchParams({
    logout_token: await provider.logoutToken("out", { sid: "never-seen" }),
  });
  const reply = await fetch(`${api.baseUrl}/sso/back-channel-logout`, { method: "POST", body });
  expect(reply.status).toBe(200);
  expect((await browser.get("/console/api/me")).status).toBe(401);
});
