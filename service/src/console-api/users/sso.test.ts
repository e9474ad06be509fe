import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createUser, openBrowser } from "../../../test/console.ts";
import {
  type ProviderBrowser,
  type ProviderUser,
  startIdentityProvider,
  type TestIdentityProvider,
} from "../../../test/identity-provider.ts";
import { readAudit } from "../../audit/index.ts";
import { tenantOf } from "../../kernel/id.ts";

const consoleUrl = "http://localhost:18080";
let provider: TestIdentityProvider;
let api: TestApi;
const logs: string[] = [];

const ada: ProviderUser = {
  subject: "ada",
  email: "Ada@Example.com",
  name: "Ada Lovelace",
  groups: ["Treasury"],
  amr: ["pwd", "mfa"],
};

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
      OIDC_ROLE_MAP: JSON.stringify({ Admins: "operator:admin", Treasury: "operator:treasury" }),
      LOG_LEVEL: "debug",
    },
    logDestination: { write: (line) => logs.push(line) },
  });
});
beforeEach(() => provider.signsIn(ada));
afterAll(async () => {
  await api.stop();
  await provider.stop();
});

type Browser = ReturnType<typeof openBrowser>;

async function begin(browser: Browser, body: object = {}): Promise<string> {
  const { status, body: visit } = await browser.post("/console/api/sign-in/sso", body);
  expect(status).toBe(200);
  return visit.url;
}

/** Signs in at the provider and returns to the console. */
async function signIn(user: ProviderUser | undefined, browser = openBrowser(api), at?: ProviderBrowser) {
  provider.signsIn(user);
  const response = await provider.follow(await begin(browser), at);
  return { browser, reply: await browser.post("/console/api/sign-in/sso/complete", { response }) };
}

describe("signing in at the identity provider", () => {
  test("creates the user with the role of the group, and returns to the requested page", async () => {
    const browser = openBrowser(api);
    const url = await begin(browser, { return_to: "/ops/transfers?status=held" });
    expect(url).toContain("code_challenge_method=S256");
    const response = await provider.follow(url);
    const reply = await browser.post("/console/api/sign-in/sso/complete", { response });
    expect(reply).toMatchObject({
      status: 200,
      body: { stage: "complete", return_to: "/ops/transfers?status=held" },
    });
    const me = await browser.get("/console/api/me");
    expect(me.body).toMatchObject({
      user: { email: "Ada@Example.com", name: "Ada Lovelace", source: "sso" },
      operator_role: "treasury",
      second_factors: { totp: false, passkeys: 0, sso: true },
    });
    const admin = await createUser(api, { operatorRole: "admin" });
    const { body } = await admin.get("/console/api/users");
    expect(body.users).toContainEqual(expect.objectContaining({ email: "Ada@Example.com", source: "sso" }));
  });

  test("finds the user by subject, whatever the email is now", async () => {
    const { browser } = await signIn(ada);
    const { body: before } = await browser.get("/console/api/me");
    const { browser: again } = await signIn({ ...ada, email: "countess@example.com" });
    expect((await again.get("/console/api/me")).body.user.id).toBe(before.user.id);
  });

  test("evaluates the groups again, and ends all sessions of a user who has none left", async () => {
    const bob = { ...ada, subject: "bob", email: "bob@example.com" };
    const { browser: earlier } = await signIn(bob);
    const { browser: asAdmin } = await signIn({ ...bob, groups: ["Admins", "Treasury"] });
    expect((await asAdmin.get("/console/api/me")).body.operator_role).toBe("admin");
    const { reply } = await signIn({ ...bob, groups: ["Sales"] });
    expect(reply).toMatchObject({ status: 403, body: { code: "not_permitted" } });
    expect(reply.body.detail).toContain("none of your groups has a role");
    expect((await earlier.get("/console/api/me")).status).toBe(401);
    expect((await asAdmin.get("/console/api/me")).status).toBe(401);
  });

  test("creates no user without a role", async () => {
    const { reply } = await signIn({ ...ada, subject: "eve", email: "eve@example.com", groups: [] });
    expect(reply.status).toBe(403);
    const admin = await createUser(api, { operatorRole: "admin" });
    expect((await admin.get("/console/api/users")).text).not.toContain("eve@example.com");
  });

  test("requires the provider's second factor", async () => {
    const { reply } = await signIn({ ...ada, amr: ["pwd"] });
    expect(reply).toMatchObject({ status: 403, body: { code: "not_permitted" } });
    expect(reply.body.detail).toContain("multi-factor");
  });

  test("reads groups from UserInfo, but not how the user authenticated", async () => {
    const { subject: _, groups: __, amr, ...known } = ada;
    const iris = { ...known, subject: "iris", email: "iris@example.com" };
    const weak = await signIn({ ...iris, userInfo: { groups: ["Treasury"], amr: ["mfa"], acr: "mfa" } });
    expect(weak.reply.status).toBe(403);
    expect(weak.reply.body.detail).toContain("multi-factor");
    const strong = await signIn({ ...iris, ...(amr && { amr }), userInfo: { groups: ["Treasury"] } });
    expect((await strong.browser.get("/console/api/me")).body.operator_role).toBe("treasury");
  });

  test("doesn't let a disabled user in", async () => {
    const carl = { ...ada, subject: "carl", email: "carl@example.com" };
    const { browser } = await signIn(carl);
    const { id } = (await browser.get("/console/api/me")).body.user;
    const admin = await createUser(api, { operatorRole: "admin" });
    expect((await admin.post(`/console/api/users/${id}/disable`)).status).toBe(204);
    expect((await browser.get("/console/api/me")).status).toBe(401);
    const { reply } = await signIn(carl);
    expect(reply).toMatchObject({ status: 403, body: { detail: "your user is disabled" } });
  });

  test("never takes over a local user by email", async () => {
    const local = await createUser(api, { operatorRole: "support" });
    const { reply } = await signIn({ ...ada, subject: "thief", email: local.email, groups: ["Admins"] });
    expect(reply.status).toBe(403);
    expect(reply.body.detail).toContain("connect Acme SSO");
    expect((await local.get("/console/api/me")).body).toMatchObject({
      operator_role: "support",
      user: { source: "local" },
    });
  });
});

describe("the response of the provider", () => {
  test("works only in the browser that began (login CSRF)", async () => {
    const attacker = openBrowser(api);
    const response = await provider.follow(await begin(attacker));
    const other = openBrowser(api);
    await begin(other);
    const reply = await other.post("/console/api/sign-in/sso/complete", { response });
    expect(reply).toMatchObject({ status: 404, body: { code: "not_found" } });
    const noCookie = await openBrowser(api).post("/console/api/sign-in/sso/complete", { response });
    expect(noCookie.status).toBe(404);
    // The attempt to plant it has not used it up.
    expect((await attacker.post("/console/api/sign-in/sso/complete", { response })).status).toBe(200);
  });

  test("works once (code replay)", async () => {
    const browser = openBrowser(api);
    const response = await provider.follow(await begin(browser));
    const replies = await Promise.all(
      [1, 2, 3].map(() => browser.post("/console/api/sign-in/sso/complete", { response })),
    );
    expect(replies.map(({ status }) => status).sort((left, right) => left - right)).toEqual([200, 404, 404]);
  });

  test("of another issuer, or with another code, is refused (mix-up)", async () => {
    for (const change of [
      (query: URLSearchParams) => query.set("iss", "https://evil.example.com"),
      (query: URLSearchParams) => query.delete("iss"),
      (query: URLSearchParams) => query.set("code", "another"),
    ]) {
      const browser = openBrowser(api);
      const query = new URLSearchParams(await provider.follow(await begin(browser)));
      change(query);
      const reply = await browser.post("/console/api/sign-in/sso/complete", { response: query.toString() });
      expect(reply).toMatchObject({ status: 403, body: { code: "not_permitted" } });
    }
  });

  test("may be an error, which is shown without the provider's text", async () => {
    const { reply } = await signIn(undefined);
    expect(reply).toMatchObject({
      status: 403,
      body: { detail: "Acme SSO refused the sign-in (access_denied)" },
    });
  });

  test("leads only to paths of the console (open redirect)", async () => {
    for (const path of ["https://evil.example.com", "//evil.example.com", "/\\evil.example.com", "ops"]) {
      const reply = await openBrowser(api).post("/console/api/sign-in/sso", { return_to: path });
      expect(reply).toMatchObject({ status: 400, body: { errors: [{ pointer: "/return_to" }] } });
    }
  });

  test("reaches no log and no audit log, nor does a secret", async () => {
    const browser = openBrowser(api);
    const response = await provider.follow(await begin(browser));
    await browser.post("/console/api/sign-in/sso/complete", { response });
    const query = new URLSearchParams(response);
    const seen = logs.join("") + JSON.stringify(await readAudit(api.database, { limit: 200 }));
    for (const secret of [query.get("code"), query.get("state"), provider.clientSecret, "example.com"]) {
      expect(seen).not.toContain(secret);
    }
  });
});

describe("confirming at the identity provider", () => {
  const path = (id: string) => `/console/api/users/${id}/role`;

  test("authenticates the user again, for this request only", async () => {
    const other = await createUser(api, { operatorRole: "support" });
    const at: ProviderBrowser = new Map();
    const { browser } = await signIn(
      { ...ada, subject: "root", email: "root@example.com", groups: ["Admins"] },
      openBrowser(api),
      at,
    );
    const change = { operator_role: "read_only" };
    const refused = await browser.put(path(other.userId), change);
    expect(refused).toMatchObject({ status: 403, body: { code: "second_factor_required" } });
    const { id } = refused.body.confirmation;
    const { body: visit } = await browser.post("/console/api/me/confirm/sso", { confirmation_id: id });
    expect(visit.url).toContain("prompt=login");
    const response = await provider.follow(visit.url, at);
    const confirmed = await browser.post("/console/api/me/confirm/sso/complete", { response });
    expect(confirmed.status).toBe(200);
    const headers = { "x-florin-confirmation": id };
    expect((await browser.put(path(other.userId), change, { headers })).status).toBe(204);
    expect((await browser.put(path(other.userId), change, { headers })).status).toBe(403);
  });

  test("as another user is refused", async () => {
    const { browser } = await signIn({ ...ada, subject: "dora", email: "dora@example.com" });
    const { body: visit } = await browser.post("/console/api/me/confirm/sso");
    provider.signsIn({ ...ada, subject: "mallory", email: "mallory@example.com" });
    const response = await provider.follow(visit.url);
    const reply = await browser.post("/console/api/me/confirm/sso/complete", { response });
    expect(reply).toMatchObject({ status: 422, body: { code: "unprocessable" } });
  });

  test("isn't for users who have a factor here, nor for local ones", async () => {
    const local = await createUser(api, { operatorRole: "support" });
    const begun = await local.post("/console/api/me/confirm/sso");
    const response = await provider.follow(begun.body.url);
    const cookie = `${local.cookie}; ${begun.headers
      .getSetCookie()
      .map((set) => set.split(";")[0])
      .join("; ")}`;
    const reply = await local.request("POST", "/console/api/me/confirm/sso/complete", {
      body: { response },
      headers: { cookie },
    });
    expect(reply.status).toBe(422);
  });
});

describe("a local user", () => {
  test("connects the identity after confirming, and the directory decides from then on", async () => {
    const { accountId } = await api.createClient();
    const local = await createUser(api, { operatorRole: "support", memberOf: accountId });
    const begun = await local.post("/console/api/me/sso/link");
    provider.signsIn({ ...ada, subject: "linked", email: "other@example.com" });
    const response = await provider.follow(begun.body.url);
    const cookie = `${local.cookie}; ${begun.headers
      .getSetCookie()
      .map((set) => set.split(";")[0])
      .join("; ")}`;
    const reply = await local.request("POST", "/console/api/me/sso/link/complete", {
      body: { response },
      headers: { cookie },
    });
    expect(reply.status).toBe(204);
    const { body } = await local.get("/console/api/me");
    expect(body).toMatchObject({ user: { source: "sso" }, operator_role: "treasury", memberships: [] });
    const { browser } = await signIn({ ...ada, subject: "linked", email: "other@example.com" });
    expect((await browser.get("/console/api/me")).body.user.id).toBe(local.userId);
    expect(tenantOf(accountId)).toBeDefined();
  });
});

/** As the provider does it. */
function logOut(token: string): Promise<Response> {
  const body = new URLSearchParams({ logout_token: token });
  return fetch(`${api.baseUrl}/sso/back-channel-logout`, { method: "POST", body });
}

describe("ending the session", () => {
  test("at the provider ends it here, by a logout token", async () => {
    const { browser } = await signIn(ada);
    const { browser: other } = await signIn({ ...ada, subject: "stays", email: "stays@example.com" });
    expect((await logOut(await provider.logoutToken("ada"))).status).toBe(200);
    expect((await browser.get("/console/api/me")).status).toBe(401);
    expect((await other.get("/console/api/me")).status).toBe(200);
  });

  test("fetches the provider's keys once for many tokens, and not for those of other clients", async () => {
    const before = provider.keyFetches();
    for (const claims of [{ aud: "another" }, { iss: "https://evil.example.com" }]) {
      expect((await logOut(await provider.logoutToken("ada", claims))).status).toBe(400);
    }
    for (let count = 0; count < 3; count += 1) {
      expect((await logOut(await provider.logoutToken("ada"))).status).toBe(200);
    }
    expect(provider.keyFetches() - before).toBeLessThanOrEqual(1);
  });

  test("at the console leads to the provider's page", async () => {
    const { browser } = await signIn(ada);
    const { body } = await browser.post("/console/api/sign-out");
    expect(body.end_session_url).toContain(`${provider.issuer}/session/end`);
    expect(body.end_session_url).toContain(encodeURIComponent(`${consoleUrl}/console/sign-in`));
  });

  test("with a token that the provider did not sign does nothing", async () => {
    const reply = await logOut("eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.");
    expect(reply.status).toBe(400);
  });
});
