import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createManualClock } from "../../../test/auth.ts";
import { createUser, openBrowser, type TestUser } from "../../../test/console.ts";
import { createEntry, type Entry, goodPassword, issuedToken } from "../../../test/console-entry.ts";

const clock = createManualClock();
let api: TestApi;
let entry: Entry;

beforeAll(async () => {
  api = await startTestApi({ clock });
  entry = createEntry(api, clock);
});
afterAll(() => api.stop());

const rolePath = (user: TestUser) => `/console/api/users/${user.userId}/role`;
const operator = (operatorRole: "admin" | "support") => createUser(api, { operatorRole, clock });

describe("the last admin", () => {
  test("remains when two admins remove each other concurrently", async () => {
    const alone = await startTestApi({ clock });
    try {
      const pairs = await Promise.all([1, 2].map(() => createUser(alone, { operatorRole: "admin", clock })));
      const [one, two] = pairs as [TestUser, TestUser];
      const responses = await Promise.all([
        one.put(rolePath(two), { operator_role: "support" }),
        two.post(`/console/api/users/${one.userId}/disable`),
      ]);
      // The second request is rejected as the last admin, or is no longer authorized.
      expect(responses.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
      const left = responses[0].status === 204 ? one : two;
      const { users } = (await left.get("/console/api/users?who=operators")).body;
      const admins = users.filter(
        (user: { operator_role: string; disabled_at: string | null }) =>
          user.operator_role === "admin" && user.disabled_at === null,
      );
      expect(admins).toHaveLength(1);
    } finally {
      await alone.stop();
    }
  });
});

describe("operators", () => {
  test("are changed only by admins", async () => {
    const [admin, support, target] = [
      await operator("admin"),
      await operator("support"),
      await operator("support"),
    ];
    expect((await support.get("/console/api/users")).status).toBe(200);
    const refused = await support.put(rolePath(target), { operator_role: "admin" });
    expect(refused).toMatchObject({ status: 403, body: { code: "not_permitted" } });
    expect((await admin.put(rolePath(target), { operator_role: "treasury" })).status).toBe(204);
    expect((await target.get("/console/api/me")).body.operator_role).toBe("treasury");
  });

  test("are not visible to read-only operators", async () => {
    const onlooker = await createUser(api, { operatorRole: "read_only", clock });
    for (const path of ["/console/api/users", "/console/api/users/invitations"]) {
      expect(await onlooker.get(path)).toMatchObject({ status: 403, body: { code: "not_permitted" } });
    }
  });

  test("can't change their own access", async () => {
    const admin = await operator("admin");
    await operator("admin");
    expect((await admin.put(rolePath(admin), { operator_role: "support" })).body.code).toBe("not_permitted");
    const disabling = await admin.post(`/console/api/users/${admin.userId}/disable`);
    expect(disabling.body.code).toBe("not_permitted");
  });

  test("a changed role and a disabled user take effect with the next request", async () => {
    const [admin, target] = [await operator("admin"), await operator("support")];
    expect((await target.get("/console/api/users")).status).toBe(200);
    await admin.put(rolePath(target), { operator_role: null });
    expect((await target.get("/console/api/users")).status).toBe(403);
    await admin.post(`/console/api/users/${target.userId}/disable`);
    expect((await target.get("/console/api/me")).status).toBe(401);
    expect((await admin.post(`/console/api/users/${target.userId}/enable`)).status).toBe(204);
    // Sessions have ended: enabling allows signing in again, but restores no session.
    expect((await target.get("/console/api/me")).status).toBe(401);
  });

  test("sessions of a user are ended remotely", async () => {
    const [admin, target] = [await operator("admin"), await operator("support")];
    expect((await admin.post(`/console/api/users/${target.userId}/end-sessions`)).status).toBe(204);
    expect((await target.get("/console/api/me")).status).toBe(401);
  });

  test("an existing operator is not invited again, and an unknown user is not found", async () => {
    const [admin, target] = [await operator("admin"), await operator("support")];
    const body = { email: target.email, operator_role: "admin" };
    expect((await admin.post("/console/api/users/invitations", body)).status).toBe(409);
    const noOne = "/console/api/users/01JZZZZZZZZZZZZZZZZZZZZZZZ";
    expect((await admin.post(`${noOne}/disable`)).status).toBe(404);
    expect((await admin.post(`${noOne}/reset`, { forgets_second_factors: false })).status).toBe(404);
  });
});

describe("a password reset link", () => {
  const accept = (token: string, password: string) => {
    const browser = openBrowser(api);
    const body = { token, password };
    return browser.post("/console/api/invitations/accept", body).then((response) => ({ browser, response }));
  };

  async function reset(email: string, forgets: boolean): Promise<string> {
    const admin = await entry.freshAdmin();
    const { users } = (await admin.get("/console/api/users")).body;
    const { user_id } = users.find((user: { email: string }) => user.email === email);
    const body = { forgets_second_factors: forgets };
    const reply = await admin.post(`/console/api/users/${user_id}/reset`, body);
    return issuedToken(api, reply.body, clock);
  }

  test("keeps the second factor and ends all sessions", async () => {
    const { browser, email, recoveryCodes } = await entry.join();
    const link = await reset(email, false);
    expect((await browser.get("/console/api/me")).status).toBe(200);
    const { browser: again, response } = await accept(link, "quite another password");
    expect(response.body).toEqual({ stage: "password", second_factors: { totp: true, passkeys: 0 } });
    expect((await browser.get("/console/api/me")).status).toBe(401);
    expect((await again.get("/console/api/workspaces")).status).toBe(401);
    const code = recoveryCodes[0];
    expect((await again.post("/console/api/sign-in/recovery-code", { code })).status).toBe(200);
    const before = { email, password: goodPassword };
    expect((await openBrowser(api).post("/console/api/sign-in", before)).status).toBe(401);
  });

  test("is replaced by a newer one for the same user only", async () => {
    const [one, other] = [await entry.join(), await entry.join()];
    const replaced = await reset(one.email, true);
    const others = await reset(other.email, false);
    const newest = await reset(one.email, false);
    expect((await accept(replaced, "quite another password")).response.status).toBe(404);
    expect((await accept(newest, "quite another password")).response.status).toBe(200);
    expect((await accept(newest, "and yet another password")).response.status).toBe(404);
    expect((await accept(others, "quite another password")).response.status).toBe(200);
  });

  test("is invalid for a user who has been disabled since", async () => {
    const { email } = await entry.join();
    const link = await reset(email, true);
    const admin = await entry.freshAdmin();
    const { users } = (await admin.get("/console/api/users")).body;
    const { user_id } = users.find((user: { email: string }) => user.email === email);
    expect((await admin.post(`/console/api/users/${user_id}/disable`)).status).toBe(204);
    expect((await accept(link, "quite another password")).response.status).toBe(404);
    expect((await admin.post(`/console/api/users/${user_id}/enable`)).status).toBe(204);
    const before = { email, password: goodPassword };
    expect((await openBrowser(api).post("/console/api/sign-in", before)).body.second_factors.totp).toBe(true);
  });

  test("removes lost second factors and requires new ones", async () => {
    const { email, recoveryCodes } = await entry.join();
    const { browser, response } = await accept(await reset(email, true), "quite another password");
    expect(response.body.second_factors).toEqual({ totp: false, passkeys: 0 });
    const old = await browser.post("/console/api/sign-in/recovery-code", { code: recoveryCodes[0] });
    expect(old.status).toBe(422);
    await entry.setUpTotp(browser);
    expect((await browser.get("/console/api/me")).body.stage).toBe("complete");
  });
});
