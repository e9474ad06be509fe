import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createUser, openBrowser, type TestUser } from "../../../test/console.ts";
import { goodPassword, tokenOf } from "../../../test/console-entry.ts";
import type { AccountId } from "../../kernel/id.ts";
import type { MemberRole } from "../../users/index.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const pathOf = (accountId: AccountId) => `/console/api/workspaces/${accountId}/testnet/members`;
const member = (memberOf: AccountId, memberRole: MemberRole) => createUser(api, { memberOf, memberRole });

async function createTenant(): Promise<AccountId> {
  return (await api.createClient()).accountId;
}

/** What the tenant's own log tells of its people, the newest first. */
async function actionsIn(user: TestUser, accountId: AccountId): Promise<readonly string[]> {
  const { body } = await user.get(`/console/api/workspaces/${accountId}/testnet/audit`);
  const actions = body.entries.map(({ action }: { readonly action: string }) => action);
  return actions.filter((action: string) => /^(member|invitation)\./.test(action));
}

describe("members", () => {
  test("are seen by those who belong to the tenant, and changed by its admins alone", async () => {
    const accountId = await createTenant();
    const [admin, viewer] = [await member(accountId, "admin"), await member(accountId, "viewer")];
    const { members, is_complete } = (await viewer.get(pathOf(accountId))).body;
    expect(members.map(({ role }: { role: string }) => role).sort()).toEqual(["admin", "viewer"]);
    expect(is_complete).toBe(true);
    const target = `${pathOf(accountId)}/${viewer.userId}`;
    const own = await viewer.put(`${target}/role`, { role: "admin" });
    expect(own).toMatchObject({ status: 403, body: { code: "not_permitted" } });
    expect((await admin.put(`${target}/role`, { role: "developer" })).status).toBe(204);
    expect((await admin.delete(target)).status).toBe(204);
    expect((await viewer.get(pathOf(accountId))).status).toBe(404);
    expect(await actionsIn(admin, accountId)).toEqual(["member.remove", "member.change_role"]);
  });

  test("of another tenant are not there, whatever is tried", async () => {
    const [mine, theirs] = [await createTenant(), await createTenant()];
    const admin = await member(mine, "admin");
    const stranger = await member(theirs, "viewer");
    const body = { role: "viewer" };
    const across = await admin.put(`${pathOf(mine)}/${stranger.userId}/role`, body);
    expect(across.status).toBe(404);
    expect((await admin.put(`${pathOf(theirs)}/${stranger.userId}/role`, body)).status).toBe(404);
    expect((await admin.get(`${pathOf(theirs)}/invitations`)).status).toBe(404);
  });

  test("the last admin of a tenant goes by an operator's hand alone", async () => {
    const accountId = await createTenant();
    const [one, two] = [await member(accountId, "admin"), await member(accountId, "admin")];
    const take = (by: TestUser, from: TestUser) =>
      by.put(`${pathOf(accountId)}/${from.userId}/role`, { role: "viewer" });
    const responses = await Promise.all([take(one, two), take(two, one)]);
    expect(responses.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
    const left = responses[0].status === 204 ? one : two;
    const operator = await createUser(api, { operatorRole: "admin" });
    expect((await operator.delete(`${pathOf(accountId)}/${left.userId}`)).status).toBe(204);
  });

  test("a viewer who runs the service as support changes no members", async () => {
    const accountId = await createTenant();
    const target = await member(accountId, "viewer");
    const support = await createUser(api, {
      operatorRole: "support",
      memberOf: accountId,
      memberRole: "viewer",
    });
    expect((await support.delete(`${pathOf(accountId)}/${target.userId}`)).status).toBe(403);
  });
});

describe("an invitation into a tenant", () => {
  const invite = (by: TestUser, accountId: AccountId, email: string, role = "developer") =>
    by.post(`${pathOf(accountId)}/invitations`, { email, role });

  test("lets a new person in with that role, and gives none among those who run the service", async () => {
    const accountId = await createTenant();
    const admin = await member(accountId, "admin");
    expect((await invite(admin, accountId, "new@example.com", "compliance")).status).toBe(400);
    const { link } = (await invite(admin, accountId, "new@example.com")).body;
    const browser = openBrowser(api);
    const token = tokenOf(link);
    expect((await browser.post("/console/api/invitations/look", { token })).body).toMatchObject({
      operator_role: null,
      tenant: { tenant_id: accountId, role: "developer" },
    });
    const body = { token, name: "New Person", password: goodPassword };
    expect((await browser.post("/console/api/invitations/accept", body)).status).toBe(200);
    // Whoever has shown only a password is not told where they belong.
    expect((await browser.get("/console/api/me")).body.memberships).toEqual([]);
    expect(await actionsIn(admin, accountId)).toEqual(["member.join", "invitation.create"]);
    const { members } = (await admin.get(pathOf(accountId))).body;
    expect(members).toContainEqual(expect.objectContaining({ email: "new@example.com", role: "developer" }));
    const { invitations } = (await admin.get(`${pathOf(accountId)}/invitations`)).body;
    expect(invitations).toEqual([]);
  });

  test("is accepted by somebody who has access while they are signed in, and by nobody else", async () => {
    const [home, further] = [await createTenant(), await createTenant()];
    const user = await member(home, "viewer");
    const other = await member(home, "viewer");
    const admin = await member(further, "admin");
    const token = tokenOf((await invite(admin, further, user.email.toUpperCase())).body.link);
    const look = await openBrowser(api).post("/console/api/invitations/look", { token });
    expect(look.body.is_known).toBe(true);
    const anew = { token, name: "Somebody", password: goodPassword };
    expect((await openBrowser(api).post("/console/api/invitations/accept", anew)).status).toBe(409);
    expect((await other.post("/console/api/me/invitations/accept", { token })).status).toBe(409);
    expect((await user.post("/console/api/me/invitations/accept", { token })).status).toBe(204);
    expect((await user.post("/console/api/me/invitations/accept", { token })).status).toBe(404);
    const { memberships } = (await user.get("/console/api/me")).body;
    expect(memberships).toContainEqual(expect.objectContaining({ tenant_id: further, role: "developer" }));
    expect((await invite(admin, further, user.email)).status).toBe(409);
  });

  test("is revoked in its own tenant alone", async () => {
    const [mine, theirs] = [await createTenant(), await createTenant()];
    const [admin, stranger] = [await member(mine, "admin"), await member(theirs, "admin")];
    const { invitation } = (await invite(admin, mine, "revoked@example.com")).body;
    const path = (accountId: AccountId) => `${pathOf(accountId)}/invitations/${invitation.invitation_id}`;
    expect((await stranger.delete(path(theirs))).status).toBe(404);
    const operator = await createUser(api, { operatorRole: "admin" });
    const asPlatform = `/console/api/users/invitations/${invitation.invitation_id}`;
    expect((await operator.delete(asPlatform)).status).toBe(404);
    expect((await admin.delete(path(mine))).status).toBe(204);
    expect(await actionsIn(admin, mine)).toEqual(["invitation.revoke", "invitation.create"]);
  });

  test("of somebody whose second factor is old is refused until it is shown again", async () => {
    const accountId = await createTenant();
    const admin = await createUser(api, { memberOf: accountId, secondFactorAge: "old" });
    expect((await invite(admin, accountId, "x@example.com")).body.code).toBe("second_factor_required");
  });
});

describe("workspaces", () => {
  test("a member finds the own ones, an operator all, by name or by id", async () => {
    const [mine, theirs] = [await createTenant(), await createTenant()];
    const user = await member(mine, "developer");
    const own = await user.get("/console/api/workspaces");
    expect(own.body).toMatchObject({
      workspaces: [{ tenant_id: mine, role: "developer" }],
      is_complete: true,
    });
    expect((await user.get(`/console/api/workspaces?query=${theirs}`)).body.workspaces).toEqual([]);
    const operator = await createUser(api, { operatorRole: "read_only" });
    const found = await operator.get(`/console/api/workspaces?query=${theirs.slice(0, 24).toLowerCase()}`);
    expect(found.body.workspaces).toContainEqual(expect.objectContaining({ tenant_id: theirs, role: null }));
  });

  test("says what one may do there, which differs between the networks", async () => {
    const accountId = await createTenant();
    const user = await member(accountId, "developer");
    const permissions = async (network: string) =>
      (await user.get(`/console/api/workspaces/${accountId}/${network}`)).body.permissions;
    expect(await permissions("testnet")).toContain("transfers:write");
    expect(await permissions("mainnet")).not.toContain("transfers:write");
    const operator = await createUser(api, { operatorRole: "admin" });
    const nowhere = "/console/api/workspaces/01JZZZZZZZZZZZZZZZZZZZZZZZ/testnet";
    expect((await operator.get(nowhere)).status).toBe(404);
    expect((await user.get(`/console/api/workspaces/${accountId}/moonnet`)).status).toBe(404);
  });
});
