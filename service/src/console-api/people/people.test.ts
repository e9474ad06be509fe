import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createManualClock } from "../../../test/auth.ts";
import { createPerson, openBrowser, type TestPerson } from "../../../test/console.ts";
import { createEntry, type Entry, goodPassword, tokenOf } from "../../../test/console-entry.ts";

const clock = createManualClock();
let api: TestApi;
let entry: Entry;

beforeAll(async () => {
  api = await startTestApi({ clock });
  entry = createEntry(api, clock);
});
afterAll(() => api.stop());

const rolePath = (person: TestPerson) => `/console/api/people/${person.personId}/role`;
const operator = (operatorRole: "admin" | "support") => createPerson(api, { operatorRole, clock });

describe("the last admin", () => {
  test("is left when two admins take each other's role at the same moment", async () => {
    const alone = await startTestApi({ clock });
    try {
      const pairs = await Promise.all(
        [1, 2].map(() => createPerson(alone, { operatorRole: "admin", clock })),
      );
      const [one, two] = pairs as [TestPerson, TestPerson];
      const answers = await Promise.all([
        one.put(rolePath(two), { operator_role: "support" }),
        two.post(`/console/api/people/${one.personId}/disable`),
      ]);
      // Whoever came second is refused as the last admin, or is let in no more.
      expect(answers.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
      const left = answers[0].status === 204 ? one : two;
      const { people } = (await left.get("/console/api/people?who=operators")).body;
      const admins = people.filter(
        (person: { operator_role: string; disabled_at: string | null }) =>
          person.operator_role === "admin" && person.disabled_at === null,
      );
      expect(admins).toHaveLength(1);
    } finally {
      await alone.stop();
    }
  });
});

describe("operators", () => {
  test("are changed by admins alone", async () => {
    const [admin, support, target] = [
      await operator("admin"),
      await operator("support"),
      await operator("support"),
    ];
    expect((await support.get("/console/api/people")).status).toBe(200);
    const refused = await support.put(rolePath(target), { operator_role: "admin" });
    expect(refused).toMatchObject({ status: 403, body: { code: "not_permitted" } });
    expect((await admin.put(rolePath(target), { operator_role: "treasury" })).status).toBe(204);
    expect((await target.get("/console/api/me")).body.operator_role).toBe("treasury");
  });

  test("are not told to whoever only looks on", async () => {
    const onlooker = await createPerson(api, { operatorRole: "read_only", clock });
    for (const path of ["/console/api/people", "/console/api/people/invitations"]) {
      expect(await onlooker.get(path)).toMatchObject({ status: 403, body: { code: "not_permitted" } });
    }
  });

  test("nobody changes their own access", async () => {
    const admin = await operator("admin");
    await operator("admin");
    expect((await admin.put(rolePath(admin), { operator_role: "support" })).body.code).toBe("not_permitted");
    const disabling = await admin.post(`/console/api/people/${admin.personId}/disable`);
    expect(disabling.body.code).toBe("not_permitted");
  });

  test("a changed role and a disabled person count from the next request", async () => {
    const [admin, target] = [await operator("admin"), await operator("support")];
    expect((await target.get("/console/api/people")).status).toBe(200);
    await admin.put(rolePath(target), { operator_role: null });
    expect((await target.get("/console/api/people")).status).toBe(403);
    await admin.post(`/console/api/people/${target.personId}/disable`);
    expect((await target.get("/console/api/me")).status).toBe(401);
    expect((await admin.post(`/console/api/people/${target.personId}/enable`)).status).toBe(204);
    // What was open has ended: enabling lets the person sign in, and brings no session back.
    expect((await target.get("/console/api/me")).status).toBe(401);
  });

  test("sessions of somebody are ended from afar", async () => {
    const [admin, target] = [await operator("admin"), await operator("support")];
    expect((await admin.post(`/console/api/people/${target.personId}/end-sessions`)).status).toBe(204);
    expect((await target.get("/console/api/me")).status).toBe(401);
  });

  test("who is one already is not invited, and an unknown person is not found", async () => {
    const [admin, target] = [await operator("admin"), await operator("support")];
    const body = { email: target.email, operator_role: "admin" };
    expect((await admin.post("/console/api/people/invitations", body)).status).toBe(409);
    const nobody = "/console/api/people/01JZZZZZZZZZZZZZZZZZZZZZZZ";
    expect((await admin.post(`${nobody}/disable`)).status).toBe(404);
    expect((await admin.post(`${nobody}/reset`, { forgets_second_factors: false })).status).toBe(404);
  });
});

describe("a link for a new password", () => {
  const accept = (link: string, password: string) => {
    const browser = openBrowser(api);
    const body = { token: tokenOf(link), password };
    return browser.post("/console/api/invitations/accept", body).then((answer) => ({ browser, answer }));
  };

  async function reset(email: string, forgets: boolean): Promise<string> {
    const admin = await entry.freshAdmin();
    const { people } = (await admin.get("/console/api/people")).body;
    const { person_id } = people.find((person: { email: string }) => person.email === email);
    const body = { forgets_second_factors: forgets };
    return (await admin.post(`/console/api/people/${person_id}/reset`, body)).body.link;
  }

  test("keeps the second factor, and signs out everywhere", async () => {
    const { browser, email, recoveryCodes } = await entry.join();
    const link = await reset(email, false);
    expect((await browser.get("/console/api/me")).status).toBe(200);
    const { browser: again, answer } = await accept(link, "quite another password");
    expect(answer.body).toEqual({ stage: "password", second_factors: { totp: true, passkeys: 0 } });
    expect((await browser.get("/console/api/me")).status).toBe(401);
    expect((await again.get("/console/api/workspaces")).status).toBe(401);
    const code = recoveryCodes[0];
    expect((await again.post("/console/api/sign-in/recovery-code", { code })).status).toBe(200);
    const before = { email, password: goodPassword };
    expect((await openBrowser(api).post("/console/api/sign-in", before)).status).toBe(401);
  });

  test("ends when another one is made, for the same person alone", async () => {
    const [one, other] = [await entry.join(), await entry.join()];
    const replaced = await reset(one.email, true);
    const others = await reset(other.email, false);
    const newest = await reset(one.email, false);
    expect((await accept(replaced, "quite another password")).answer.status).toBe(404);
    expect((await accept(newest, "quite another password")).answer.status).toBe(200);
    expect((await accept(newest, "and yet another password")).answer.status).toBe(404);
    expect((await accept(others, "quite another password")).answer.status).toBe(200);
  });

  test("is over for somebody who was disabled since", async () => {
    const { email } = await entry.join();
    const link = await reset(email, true);
    const admin = await entry.freshAdmin();
    const { people } = (await admin.get("/console/api/people")).body;
    const { person_id } = people.find((person: { email: string }) => person.email === email);
    expect((await admin.post(`/console/api/people/${person_id}/disable`)).status).toBe(204);
    expect((await accept(link, "quite another password")).answer.status).toBe(404);
    expect((await admin.post(`/console/api/people/${person_id}/enable`)).status).toBe(204);
    const before = { email, password: goodPassword };
    expect((await openBrowser(api).post("/console/api/sign-in", before)).body.second_factors.totp).toBe(true);
  });

  test("forgets the second factors where they were lost, and asks for new ones", async () => {
    const { email, recoveryCodes } = await entry.join();
    const { browser, answer } = await accept(await reset(email, true), "quite another password");
    expect(answer.body.second_factors).toEqual({ totp: false, passkeys: 0 });
    const old = await browser.post("/console/api/sign-in/recovery-code", { code: recoveryCodes[0] });
    expect(old.status).toBe(422);
    await entry.setUpTotp(browser);
    expect((await browser.get("/console/api/me")).body.stage).toBe("complete");
  });
});
