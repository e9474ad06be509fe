import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createManualClock } from "../../../test/auth.ts";
import { codeOf } from "../../../test/authenticator.ts";
import { createUser, openBrowser } from "../../../test/console.ts";
import { createEntry, type Entry, goodPassword } from "../../../test/console-entry.ts";
import { readAudit } from "../../audit/index.ts";

const clock = createManualClock();
let api: TestApi;
let entry: Entry;

beforeAll(async () => {
  api = await startTestApi({ clock });
  entry = createEntry(api, clock);
});
afterAll(() => api.stop());

describe("signing in", () => {
  test("with password and code changes the token, and the old one is invalid", async () => {
    const { email, key } = await entry.join();
    const browser = openBrowser(api);
    const first = await browser.post("/console/api/sign-in", { email, password: goodPassword });
    expect(first.body).toEqual({ stage: "password", second_factors: { totp: true, passkeys: 0 } });
    expect(first.headers.get("set-cookie")).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
    const planted = browser.cookie() ?? "";
    const second = await browser.post("/console/api/sign-in/totp", { code: codeOf(key, clock.now()) });
    expect(second.body.stage).toBe("complete");
    expect(browser.cookie()).not.toBe(planted);
    const { status } = await openBrowser(api).request("GET", "/console/api/me", {
      headers: { cookie: planted },
    });
    expect(status).toBe(401);
  });

  test("a code is valid once across sessions", async () => {
    const { email, key } = await entry.join();
    const code = codeOf(key, clock.now());
    const [one, two] = [await entry.signIn(email), await entry.signIn(email)];
    expect((await one.post("/console/api/sign-in/totp", { code })).status).toBe(200);
    expect(await two.post("/console/api/sign-in/totp", { code })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: "/code" }] },
    });
  });

  test("the code that confirmed the authenticator can't be reused", async () => {
    const { token, email } = await entry.inviteOperator();
    const browser = openBrowser(api);
    await browser.post("/console/api/invitations/accept", { token, name: "Ada", password: goodPassword });
    const { key } = await entry.setUpTotp(browser);
    const again = await entry.signIn(email);
    const code = codeOf(key, clock.now());
    expect((await again.post("/console/api/sign-in/totp", { code })).status).toBe(422);
  });

  test("concurrent uses of one code succeed only once", async () => {
    const { email, key } = await entry.join();
    const browsers = await Promise.all([1, 2, 3, 4].map(() => entry.signIn(email)));
    const code = codeOf(key, clock.now());
    const responses = await Promise.all(
      browsers.map((browser) => browser.post("/console/api/sign-in/totp", { code })),
    );
    expect(responses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });

  test("a recovery code replaces the authenticator once, regardless of formatting", async () => {
    const { email, recoveryCodes } = await entry.join();
    const [code = ""] = recoveryCodes;
    const typed = code.toUpperCase().replaceAll("-", " ");
    const browser = await entry.signIn(email);
    expect((await browser.post("/console/api/sign-in/recovery-code", { code: typed })).status).toBe(200);
    expect((await browser.get("/console/api/me")).body.second_factors.recovery_codes_left).toBe(9);
    const again = await entry.signIn(email);
    expect((await again.post("/console/api/sign-in/recovery-code", { code })).status).toBe(422);
  });

  test("wrong codes increase the user's wait across sessions", async () => {
    const { email, key } = await entry.join();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const browser = await entry.signIn(email);
      expect((await browser.post("/console/api/sign-in/totp", { code: "000000" })).status).toBe(422);
    }
    const browser = await entry.signIn(email);
    const held = await browser.post("/console/api/sign-in/totp", { code: codeOf(key, clock.now()) });
    expect(held).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(held.headers.get("retry-after")).toBe("30");
    clock.advance(30_000);
    const right = await browser.post("/console/api/sign-in/totp", { code: codeOf(key, clock.now()) });
    expect(right.status).toBe(200);
  });

  test("a wrong email, a wrong password and a disabled user get the same response", async () => {
    const { email } = await entry.join();
    const disabled = await entry.join();
    const operator = await entry.freshAdmin();
    const { body } = await operator.get("/console/api/users");
    const user = body.users.find((one: { email: string }) => one.email === disabled.email);
    expect((await operator.post(`/console/api/users/${user.user_id}/disable`)).status).toBe(204);
    const attempts = [
      { email: "unknown@example.com", password: goodPassword },
      { email, password: "not the right password" },
      { email: disabled.email, password: goodPassword },
    ];
    const responses = await Promise.all(
      attempts.map((attempt) => openBrowser(api).post("/console/api/sign-in", attempt)),
    );
    const bodies = responses.map(({ status, body }) => ({ ...body, status, request_id: "" }));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ status: 401, code: "sign_in_failed" });
    expect(responses.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
  });

  test("password guessing is rate limited per email, without affecting others at the same address", async () => {
    const { email } = await entry.join();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const { status } = await openBrowser(api).post("/console/api/sign-in", { email, password: "guess" });
      expect(status).toBe(401);
    }
    const body = { email: email.toUpperCase(), password: goodPassword };
    const held = await openBrowser(api).post("/console/api/sign-in", body);
    expect(held.status).toBe(429);
    expect(Number(held.headers.get("retry-after"))).toBeGreaterThan(0);
    clock.advance(60_000);
    expect((await openBrowser(api).post("/console/api/sign-in", body)).status).toBe(200);
  });

  test("a new sign-in ends the browser's previous session", async () => {
    const { browser, email } = await entry.join();
    const cookie = browser.cookie() ?? "";
    expect((await browser.post("/console/api/sign-in", { email, password: goodPassword })).status).toBe(200);
    const { status } = await openBrowser(api).request("GET", "/console/api/me", { headers: { cookie } });
    expect(status).toBe(401);
  });

  test("a wrong code is recorded in the audit log", async () => {
    const { browser, email } = await entry.join();
    const { user } = (await browser.get("/console/api/me")).body;
    const other = await entry.signIn(email);
    expect((await other.post("/console/api/sign-in/totp", { code: "000000" })).status).toBe(422);
    const [newest] = await readAudit(api.database, { subjectId: user.id, limit: 1 });
    expect(newest).toMatchObject({ action: "user.fail_second_factor" });
  });

  test("signing out ends the session and clears the cookie", async () => {
    const { browser } = await entry.join();
    const cookie = browser.cookie() ?? "";
    const response = await browser.post("/console/api/sign-out");
    expect(response).toMatchObject({ status: 200, body: { end_session_url: null } });
    expect(browser.cookie()).toBeUndefined();
    const { status } = await openBrowser(api).request("GET", "/console/api/me", { headers: { cookie } });
    expect(status).toBe(401);
  });

  test("a session ends after an idle hour, and after twelve hours at most", async () => {
    const idle = await entry.join();
    clock.advance(61 * 60_000);
    expect((await idle.browser.get("/console/api/me")).status).toBe(401);
    const busy = await entry.join();
    for (let halfHours = 0; halfHours < 23; halfHours += 1) {
      clock.advance(30 * 60_000);
      expect((await busy.browser.get("/console/api/me")).status).toBe(200);
    }
    clock.advance(30 * 60_000);
    expect((await busy.browser.get("/console/api/me")).status).toBe(401);
  });

  test("an unattended console that refreshes itself does not keep its session alive", async () => {
    const { browser } = await entry.join();
    const refresh = () =>
      browser.request("GET", "/console/api/me", { headers: { "x-florin-unattended": "1" } });
    clock.advance(31 * 60_000);
    expect((await refresh()).status).toBe(200);
    clock.advance(31 * 60_000);
    expect((await refresh()).status).toBe(401);
  });
});

describe("requests from other origins", () => {
  test.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a site beside it", { "sec-fetch-site": "same-site" }],
    ["another origin", { origin: "https://evil.example" }],
    ["an origin that begins like ours", { origin: "http://127.0.0.1.evil.example" }],
    ["another port of ours", { origin: "http://127.0.0.1:1" }],
    ["a page without an origin", { origin: "null" }],
    ["no header of ours", { "x-florin-console": "" }],
  ])("%s change nothing", async (_, headers) => {
    const body = { email: "a@example.com", password: goodPassword };
    const signingIn = await openBrowser(api).post("/console/api/sign-in", body, { headers });
    expect(signingIn).toMatchObject({ status: 403, body: { code: "cross_site_request" } });
    const user = await createUser(api, { clock });
    const ending = await user.post("/console/api/me/sessions/end-others", {}, { headers });
    expect(ending).toMatchObject({ status: 403, body: { code: "cross_site_request" } });
  });

  test("other sites can't read, the console can", async () => {
    const user = await createUser(api, { clock });
    const read = (site: string) =>
      user.request("GET", "/console/api/me", { headers: { "sec-fetch-site": site } });
    expect((await read("cross-site")).status).toBe(403);
    expect((await read("same-origin")).status).toBe(200);
  });
});
