import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ApiResponse, startTestApi, type TestApi } from "../../../test/api.ts";
import { createUser, openBrowser, type TestUser } from "../../../test/console.ts";
import { goodPassword, issuedToken } from "../../../test/console-entry.ts";
import { tenantOf } from "../../kernel/id.ts";

let api: TestApi;
let admin: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  admin = await createUser(api, { operatorRole: "admin" });
});
afterAll(() => api.stop());

/** What an admin can read about links in the console. */
const pages = ["users/invitations", "users", "audit", "me", "overview"].map((path) => `/console/api/${path}`);

/** Tries everything in the responses that could be the token of a link, as the page behind a link does. */
async function tokensThatWork(replies: readonly ApiResponse[]): Promise<readonly string[]> {
  const tokens = new Set(replies.flatMap(({ text }) => text.match(/[A-Za-z0-9_-]{43}/g) ?? []));
  const working: string[] = [];
  for (const token of tokens) {
    const { status } = await openBrowser(api).post("/console/api/invitations/look", { token });
    if (status !== 404) working.push(token);
  }
  return working;
}

describe("an admin who would like to be two users", () => {
  test("invites a second one, and gets no link in any response", async () => {
    const body = { email: "second@example.com", operator_role: "treasury" };
    const invited = await admin.post("/console/api/users/invitations", body);
    expect(invited).toMatchObject({ status: 201, body: { invitation: { email: body.email } } });
    expect(Object.keys(invited.body)).not.toContain("link");
    const replies = [invited, ...(await Promise.all(pages.map((page) => admin.get(page))))];
    expect(await tokensThatWork(replies)).toEqual([]);
    // The link on the server works, and only the newest one.
    const first = await issuedToken(api, invited.body);
    const second = await issuedToken(api, invited.body);
    const look = (token: string) => openBrowser(api).post("/console/api/invitations/look", { token });
    expect((await look(first)).status).toBe(404);
    expect((await look(second)).status).toBe(200);
  });

  test("resets a colleague, and neither gets a link nor ends the colleague's session", async () => {
    const colleague = await createUser(api, { operatorRole: "treasury" });
    const path = `/console/api/users/${colleague.userId}/reset`;
    const reset = await admin.post(path, { forgets_second_factors: true });
    expect(reset.status).toBe(201);
    const replies = [reset, ...(await Promise.all(pages.map((page) => admin.get(page))))];
    expect(await tokensThatWork(replies)).toEqual([]);
    expect((await colleague.get("/console/api/me")).status).toBe(200);
  });

  test("can't invite or reset themselves, as an operator or into a tenant", async () => {
    const { accountId } = await api.createClient();
    const refused = { status: 403, body: { code: "not_permitted" } };
    const members = `/console/api/workspaces/${tenantOf(accountId)}/testnet/members/invitations`;
    const email = admin.email.toUpperCase();
    expect(await admin.post(members, { email, role: "admin" })).toMatchObject(refused);
    const operators = "/console/api/users/invitations";
    expect(await admin.post(operators, { email, operator_role: "admin" })).toMatchObject(refused);
    const reset = `/console/api/users/${admin.userId}/reset`;
    expect(await admin.post(reset, { forgets_second_factors: false })).toMatchObject(refused);
  });
});

describe("the audit log", () => {
  const entriesOf = async (userId: string) =>
    (await admin.get(`/console/api/audit?subject_id=${userId}`)).body.entries;

  test("names the user who accepted, and the one who invited", async () => {
    const body = { email: "third@example.com", operator_role: "support" };
    const invited = (await admin.post("/console/api/users/invitations", body)).body;
    const token = await issuedToken(api, invited);
    const browser = openBrowser(api);
    await browser.post("/console/api/invitations/accept", { token, name: "Third", password: goodPassword });
    const { id } = (await browser.get("/console/api/me")).body.user;
    expect(await entriesOf(id)).toContainEqual(
      expect.objectContaining({
        action: "user.become_operator",
        actor_id: id,
        after: expect.objectContaining({ invited_by: admin.userId }),
      }),
    );
  });

  test("names the user whose password was reset, and the one who requested it", async () => {
    const { userId } = await createUser(api, { operatorRole: "support" });
    const path = `/console/api/users/${userId}/reset`;
    const reset = (await admin.post(path, { forgets_second_factors: true })).body;
    const token = await issuedToken(api, reset);
    await openBrowser(api).post("/console/api/invitations/accept", { token, password: goodPassword });
    expect(await entriesOf(userId)).toContainEqual(
      expect.objectContaining({
        action: "user.reset_password",
        actor_id: userId,
        after: expect.objectContaining({ invited_by: admin.userId, forgets_factors: true }),
      }),
    );
  });
});
