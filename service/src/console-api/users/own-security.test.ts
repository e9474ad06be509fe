import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createManualClock } from "../../../test/auth.ts";
import { codeOf } from "../../../test/authenticator.ts";
import { confirmingClient, createUser, openBrowser } from "../../../test/console.ts";
import { createEntry, type Entry, goodPassword } from "../../../test/console-entry.ts";

const clock = createManualClock();
let api: TestApi;
let entry: Entry;

beforeAll(async () => {
  api = await startTestApi({ clock });
  entry = createEntry(api, clock);
});
afterAll(() => api.stop());

describe("sensitive operations", () => {
  test("need a recent second factor, which a code confirms again", async () => {
    const { browser, key } = await entry.join("admin");
    clock.advance(5 * 60_000);
    const { userId } = await entry.freshAdmin();
    const disable = () => browser.post(`/console/api/users/${userId}/disable`);
    expect(await disable()).toMatchObject({ status: 403, body: { code: "second_factor_required" } });
    const confirmed = await browser.post("/console/api/me/confirm", { code: codeOf(key, clock.now()) });
    expect(confirmed.status).toBe(200);
    expect((await disable()).status).toBe(204);
  });

  test("replacing an authenticator requires confirming the current one", async () => {
    const { browser, email, key } = await entry.join();
    const entering = await entry.signIn(email);
    expect((await entering.post("/console/api/me/totp")).body.code).toBe("sign_in_required");
    expect((await entering.post("/console/api/me/passkeys/options")).body.code).toBe("sign_in_required");
    expect((await browser.post("/console/api/me/totp")).body.code).toBe("second_factor_required");
    const offered = await confirmingClient(api, browser, clock).post("/console/api/me/totp");
    clock.advance(5 * 60_000);
    await browser.post("/console/api/me/confirm", { code: codeOf(key, clock.now()) });
    clock.advance(30_000);
    // Until the new one is confirmed, the old one is valid.
    const still = await browser.post("/console/api/me/confirm", { code: codeOf(key, clock.now()) });
    expect(still.status).toBe(200);
    const code = codeOf(offered.body.secret, clock.now());
    expect((await browser.post("/console/api/me/totp/confirm", { code })).status).toBe(200);
    clock.advance(30_000);
    const old = await browser.post("/console/api/me/confirm", { code: codeOf(key, clock.now()) });
    expect(old.status).toBe(422);
  });

  test("wrong codes for a new authenticator count like all others", async () => {
    const { token } = await entry.inviteOperator();
    const browser = openBrowser(api);
    await browser.post("/console/api/invitations/accept", { token, name: "Ada", password: goodPassword });
    const { secret } = (await browser.post("/console/api/me/totp")).body;
    const confirm = async (code: string) =>
      (await browser.post("/console/api/me/totp/confirm", { code })).status;
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await confirm("000000")).toBe(422);
    expect(await confirm(codeOf(secret, clock.now()))).toBe(429);
    clock.advance(30_000);
    expect(await confirm(codeOf(secret, clock.now()))).toBe(200);
  });

  test("wrong guesses of the current password are rate limited", async () => {
    const { browser } = await entry.join();
    const change = async (old_password: string) =>
      (await browser.put("/console/api/me/password", { old_password, password: "quite another password" }))
        .status;
    for (let attempt = 0; attempt < 10; attempt += 1) expect(await change("a guess")).toBe(422);
    expect(await change(goodPassword)).toBe(429);
    clock.advance(60_000);
    expect(await change(goodPassword)).toBe(204);
  });

  test("the last second factor can't be removed", async () => {
    const { browser } = await entry.join();
    expect(await browser.delete("/console/api/me/totp")).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
  });

  test("new recovery codes invalidate the previous ones", async () => {
    const { browser, email, recoveryCodes } = await entry.join();
    const { body } = await confirmingClient(api, browser, clock).post("/console/api/me/recovery-codes");
    const [old = ""] = recoveryCodes;
    const entering = await entry.signIn(email);
    expect((await entering.post("/console/api/sign-in/recovery-code", { code: old })).status).toBe(422);
    const [fresh = ""] = body.recovery_codes;
    expect((await entering.post("/console/api/sign-in/recovery-code", { code: fresh })).status).toBe(200);
  });

  test("a new password requires the current one and ends all other sessions", async () => {
    const { browser, email, recoveryCodes } = await entry.join();
    const other = await entry.signIn(email);
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
  test("are shown, ended individually, or all except the current one", async () => {
    const { browser, email, recoveryCodes } = await entry.join();
    const others = await Promise.all([1, 2].map(() => entry.signIn(email)));
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

  test("of another user are not found", async () => {
    const mine = await createUser(api, { clock });
    const theirs = await createUser(api, { clock });
    const { sessions } = (await theirs.get("/console/api/me/sessions")).body;
    const { status } = await mine.delete(`/console/api/me/sessions/${sessions[0].session_id}`);
    expect(status).toBe(404);
  });
});
