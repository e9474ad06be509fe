import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createManualClock } from "../../../test/auth.ts";
import { codeOf } from "../../../test/authenticator.ts";
import { createPerson, openBrowser, type TestPerson } from "../../../test/console.ts";
import { statement } from "../../db/statement.ts";

const clock = createManualClock();
const lines: string[] = [];
let api: TestApi;

beforeAll(async () => {
  const logDestination = { write: (line: string) => lines.push(line) };
  const environment = { LOG_LEVEL: "trace", LOG_FORMAT: "json" };
  api = await startTestApi({ clock, logDestination, environment });
});
afterAll(() => api.stop());

type Browser = ReturnType<typeof openBrowser>;

const goodPassword = "a long walk by the sea";
let people = 0;

/** A link, as an admin of the service makes one. */
async function inviteOperator(role = "support"): Promise<{ token: string; email: string; id: string }> {
  people += 1;
  const email = `Operator${people}@Example.com`;
  const operator = await freshAdmin();
  const { body, status } = await operator.post("/console/api/people/invitations", {
    email,
    operator_role: role,
  });
  expect(status).toBe(201);
  return { token: tokenOf(body.link), email, id: body.invitation.invitation_id };
}

/** Time passes in these tests, and what admins do is sensitive. */
async function freshAdmin(): Promise<TestPerson> {
  return createPerson(api, { operatorRole: "admin", clock });
}

function tokenOf(link: string): string {
  return new URL(link).hash.slice(1);
}

async function join(role?: string) {
  const { token, email } = await inviteOperator(role);
  const browser = openBrowser(api);
  const answer = await browser.post("/console/api/invitations/accept", {
    token,
    name: "Ada Lovelace",
    password: goodPassword,
  });
  expect(answer).toMatchObject({ status: 200, body: { stage: "password" } });
  return { browser, email, token };
}

async function setUpTotp(browser: Browser): Promise<{ key: string; recoveryCodes: readonly string[] }> {
  const { body } = await browser.post("/console/api/me/totp");
  const confirmed = await browser.post("/console/api/me/totp/confirm", {
    code: codeOf(body.secret, clock.now()),
  });
  expect(confirmed.status).toBe(200);
  return { key: body.secret, recoveryCodes: confirmed.body.recovery_codes };
}

async function joined(role?: string) {
  const { browser, email } = await join(role);
  const factor = await setUpTotp(browser);
  clock.advance(60_000);
  return { browser, email, ...factor };
}

async function signIn(email: string, password = goodPassword): Promise<Browser> {
  const browser = openBrowser(api);
  await browser.post("/console/api/sign-in", { email, password });
  return browser;
}

describe("coming in for the first time", () => {
  test("a link is looked at, accepted once, and opens nothing but the set-up of a second factor", async () => {
    const { token, email } = await inviteOperator("treasury");
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
    const { recoveryCodes } = await setUpTotp(browser);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(browser.cookie()).not.toBe(before);
    expect((await browser.get("/console/api/me")).body).toMatchObject({
      stage: "complete",
      operator_role: "treasury",
      second_factors: { totp: true, passkeys: 0, recovery_codes_left: 10 },
    });
  });

  test("a link that was revoked, replaced or is a week old opens nothing", async () => {
    const revoked = await inviteOperator();
    const operator = await freshAdmin();
    expect((await operator.delete(`/console/api/people/invitations/${revoked.id}`)).status).toBe(204);
    const replaced = await inviteOperator();
    const again = { email: replaced.email.toLowerCase(), operator_role: "admin" };
    expect((await operator.post("/console/api/people/invitations", again)).status).toBe(201);
    const old = await inviteOperator();
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
    ["PasswordPassword", "is among the passwords that are guessed first"],
    ["abcabcabcabcabc", "must not repeat the same few characters"],
    ["ada lovelace", "must not be your e-mail or your name"],
    ["x".repeat(201), "must have at most 200 characters"],
  ])("the password %s is not taken, and the answer does not repeat it", async (password, detail) => {
    const { token } = await inviteOperator();
    const answer = await openBrowser(api).post("/console/api/invitations/accept", {
      token,
      name: "Ada Lovelace",
      password,
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/password", detail }] } });
    expect(answer.text).not.toContain(password);
  });

  test("two who accept one link at the same moment: one comes in", async () => {
    const { token } = await inviteOperator();
    const body = { token, name: "Twin", password: goodPassword };
    const answers = await Promise.all(
      [1, 2, 3].map(() => openBrowser(api).post("/console/api/invitations/accept", body)),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });
});

describe("signing in", () => {
  test("with password and code; the token changes on the way, and the old one is nobody's", async () => {
    const { email, key } = await joined();
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

  test("a code is good once, whichever session it was shown in", async () => {
    const { email, key } = await joined();
    const code = codeOf(key, clock.now());
    const [one, two] = [await signIn(email), await signIn(email)];
    expect((await one.post("/console/api/sign-in/totp", { code })).status).toBe(200);
    expect(await two.post("/console/api/sign-in/totp", { code })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: "/code" }] },
    });
  });

  test("of one code that is shown many times at once, one is taken", async () => {
    const { email, key } = await joined();
    const browsers = await Promise.all([1, 2, 3, 4].map(() => signIn(email)));
    const code = codeOf(key, clock.now());
    const answers = await Promise.all(
      browsers.map((browser) => browser.post("/console/api/sign-in/totp", { code })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });

  test("a recovery code stands in for the authenticator, once, however it is typed", async () => {
    const { email, recoveryCodes } = await joined();
    const [code = ""] = recoveryCodes;
    const typed = code.toUpperCase().replaceAll("-", " ");
    const browser = await signIn(email);
    expect((await browser.post("/console/api/sign-in/recovery-code", { code: typed })).status).toBe(200);
    expect((await browser.get("/console/api/me")).body.second_factors.recovery_codes_left).toBe(9);
    const again = await signIn(email);
    expect((await again.post("/console/api/sign-in/recovery-code", { code })).status).toBe(422);
  });

  test("wrong codes make the person wait, in every session, and longer each time", async () => {
    const { email, key } = await joined();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const browser = await signIn(email);
      expect((await browser.post("/console/api/sign-in/totp", { code: "000000" })).status).toBe(422);
    }
    const browser = await signIn(email);
    const held = await browser.post("/console/api/sign-in/totp", { code: codeOf(key, clock.now()) });
    expect(held).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(held.headers.get("retry-after")).toBe("30");
    clock.advance(30_000);
    const right = await browser.post("/console/api/sign-in/totp", { code: codeOf(key, clock.now()) });
    expect(right.status).toBe(200);
  });

  test("a wrong e-mail, a wrong password and somebody disabled get the same answer", async () => {
    const { email } = await joined();
    const disabled = await joined();
    const operator = await freshAdmin();
    const { body } = await operator.get("/console/api/people");
    const person = body.people.find((one: { email: string }) => one.email === disabled.email);
    expect((await operator.post(`/console/api/people/${person.person_id}/disable`)).status).toBe(204);
    const attempts = [
      { email: "nobody@example.com", password: goodPassword },
      { email, password: "not the right password" },
      { email: disabled.email, password: goodPassword },
    ];
    const answers = await Promise.all(
      attempts.map((attempt) => openBrowser(api).post("/console/api/sign-in", attempt)),
    );
    const bodies = answers.map(({ status, body: { request_id: _, ...rest } }) => ({ status, ...rest }));
    expect(new Set(bodies.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ status: 401, code: "sign_in_failed" });
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
  });

  test("whoever guesses passwords is made to wait, and others at the address with another e-mail are not", async () => {
    const { email } = await joined();
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

  test("signing out ends the session and takes the cookie back", async () => {
    const { browser } = await joined();
    const cookie = browser.cookie() ?? "";
    const answer = await browser.post("/console/api/sign-out");
    expect(answer.status).toBe(204);
    expect(browser.cookie()).toBeUndefined();
    const { status } = await openBrowser(api).request("GET", "/console/api/me", { headers: { cookie } });
    expect(status).toBe(401);
  });

  test("a session ends after an hour without use, and after twelve hours in any case", async () => {
    const idle = await joined();
    clock.advance(61 * 60_000);
    expect((await idle.browser.get("/console/api/me")).status).toBe(401);
    const busy = await joined();
    for (let halfHours = 0; halfHours < 23; halfHours += 1) {
      clock.advance(30 * 60_000);
      expect((await busy.browser.get("/console/api/me")).status).toBe(200);
    }
    clock.advance(30 * 60_000);
    expect((await busy.browser.get("/console/api/me")).status).toBe(401);
  });
});

describe("requests that are not the console's own", () => {
  test.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a site beside it", { "sec-fetch-site": "same-site" }],
    ["another origin", { origin: "https://evil.example" }],
    ["no header of ours", { "x-florin-console": "" }],
  ])("%s changes nothing", async (_, headers) => {
    const body = { email: "a@example.com", password: goodPassword };
    const signingIn = await openBrowser(api).post("/console/api/sign-in", body, { headers });
    expect(signingIn).toMatchObject({ status: 403, body: { code: "cross_site_request" } });
    const person = await createPerson(api, { clock });
    const ending = await person.post("/console/api/me/sessions/end-others", {}, { headers });
    expect(ending).toMatchObject({ status: 403, body: { code: "cross_site_request" } });
  });

  test("another site reads nothing, and the console's own page does", async () => {
    const person = await createPerson(api, { clock });
    const read = (site: string) =>
      person.request("GET", "/console/api/me", { headers: { "sec-fetch-site": site } });
    expect((await read("cross-site")).status).toBe(403);
    expect((await read("same-origin")).status).toBe(200);
  });
});

describe("what is sensitive", () => {
  test("needs a second factor that was shown lately, and a code shows it again", async () => {
    const { browser, key } = await joined("admin");
    clock.advance(5 * 60_000);
    const invitation = { email: "late@example.com", operator_role: "support" };
    const invite = () => browser.post("/console/api/people/invitations", invitation);
    expect(await invite()).toMatchObject({ status: 403, body: { code: "second_factor_required" } });
    const confirmed = await browser.post("/console/api/me/confirm", { code: codeOf(key, clock.now()) });
    expect(confirmed.status).toBe(200);
    expect((await invite()).status).toBe(201);
  });

  test("another authenticator is set up only by somebody who has shown the one before", async () => {
    const { browser, email, key } = await joined();
    const entering = await signIn(email);
    expect((await entering.post("/console/api/me/totp")).body.code).toBe("sign_in_required");
    expect((await entering.post("/console/api/me/passkeys/options")).body.code).toBe("sign_in_required");
    clock.advance(5 * 60_000);
    expect((await browser.post("/console/api/me/totp")).body.code).toBe("second_factor_required");
    await browser.post("/console/api/me/confirm", { code: codeOf(key, clock.now()) });
    const offered = await browser.post("/console/api/me/totp");
    clock.advance(30_000);
    // Until the new one is confirmed, the old one counts.
    const still = await browser.post("/console/api/me/confirm", { code: codeOf(key, clock.now()) });
    expect(still.status).toBe(200);
    const code = codeOf(offered.body.secret, clock.now());
    expect((await browser.post("/console/api/me/totp/confirm", { code })).status).toBe(200);
    clock.advance(30_000);
    const old = await browser.post("/console/api/me/confirm", { code: codeOf(key, clock.now()) });
    expect(old.status).toBe(422);
  });

  test("the last second factor stays", async () => {
    const { browser } = await joined();
    expect(await browser.delete("/console/api/me/totp")).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
  });

  test("new recovery codes end those before", async () => {
    const { browser, email, recoveryCodes } = await joined();
    const { body } = await browser.post("/console/api/me/recovery-codes");
    const [old = ""] = recoveryCodes;
    const entering = await signIn(email);
    expect((await entering.post("/console/api/sign-in/recovery-code", { code: old })).status).toBe(422);
    const [fresh = ""] = body.recovery_codes;
    expect((await entering.post("/console/api/sign-in/recovery-code", { code: fresh })).status).toBe(200);
  });

  test("a new password wants the old one, and signs out everywhere else", async () => {
    const { browser, email, recoveryCodes } = await joined();
    const other = await signIn(email);
    await other.post("/console/api/sign-in/recovery-code", { code: recoveryCodes[0] });
    const password = "another walk, by the river";
    const wrong = { old_password: "not the old one", password };
    expect(await browser.put("/console/api/me/password", wrong)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: "/old_password" }] },
    });
    const right = { old_password: goodPassword, password };
    expect((await browser.put("/console/api/me/password", right)).status).toBe(204);
    expect((await browser.get("/console/api/me")).status).toBe(200);
    expect((await other.get("/console/api/me")).status).toBe(401);
    const before = { email, password: goodPassword };
    expect((await openBrowser(api).post("/console/api/sign-in", before)).status).toBe(401);
    expect((await openBrowser(api).post("/console/api/sign-in", { email, password })).status).toBe(200);
  });
});

describe("sessions", () => {
  test("are listed, ended one by one, and all but this one at once", async () => {
    const { browser, email, recoveryCodes } = await joined();
    const others = await Promise.all([1, 2].map(() => signIn(email)));
    for (const [index, other] of others.entries()) {
      await other.post("/console/api/sign-in/recovery-code", { code: recoveryCodes[index] });
    }
    const { sessions } = (await browser.get("/console/api/me/sessions")).body;
    expect(sessions).toHaveLength(3);
    expect(sessions.filter((session: { is_this: boolean }) => session.is_this)).toHaveLength(1);
    const [newest] = sessions;
    expect((await browser.delete(`/console/api/me/sessions/${newest.session_id}`)).status).toBe(204);
    expect((await browser.post("/console/api/me/sessions/end-others")).body).toEqual({ ended: 1 });
    for (const other of others) expect((await other.get("/console/api/me")).status).toBe(401);
    expect((await browser.get("/console/api/me")).status).toBe(200);
  });

  test("of somebody else are not there", async () => {
    const mine = await createPerson(api, { clock });
    const theirs = await createPerson(api, { clock });
    const { sessions } = (await theirs.get("/console/api/me/sessions")).body;
    const { status } = await mine.delete(`/console/api/me/sessions/${sessions[0].session_id}`);
    expect(status).toBe(404);
  });
});

test("no password, code, token or link reaches a log line or the audit log", async () => {
  const { token, email } = await inviteOperator();
  const browser = openBrowser(api);
  const accept = { token, name: "Quiet Person", password: goodPassword };
  await browser.post("/console/api/invitations/accept", accept);
  const { key, recoveryCodes } = await setUpTotp(browser);
  const cookie = browser.cookie() ?? "";
  await openBrowser(api).post("/console/api/sign-in", { email, password: "wrong password" });
  await openBrowser(api).post("/console/api/sign-in", { email: "typo@example.com", password: goodPassword });
  const rows = await api.database.rows<{ text: string }>(
    statement(`SELECT audit_log::text AS text FROM audit_log`),
  );
  const seen = [...lines, ...rows.map(({ text }) => text)].join("\n");
  expect(lines.length).toBeGreaterThan(10);
  const secrets = [token, goodPassword, "wrong password", key, cookie.split("=")[1] ?? "", ...recoveryCodes];
  for (const secret of [...secrets, "typo@example.com", email, "Quiet Person"]) {
    expect(seen.toLowerCase()).not.toContain(secret.toLowerCase());
  }
  expect(seen).toContain("person.fail_sign_in");
});
