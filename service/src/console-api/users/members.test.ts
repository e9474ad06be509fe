import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createUser, openBrowser, type TestUser } from "../../../test/console.ts";
import { goodPassword, issuedToken } from "../../../test/console-entry.ts";
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

/** User entries of the tenant's audit log, newest first. */
async function actionsIn(user: TestUser, accountId: AccountId): Promise<readonly string[]> {
  const { body } = await user.get(`/console/api/workspaces/${accountId}/testnet/audit`);
  const actions = body.entries.map(({ action }: { readonly action: string }) => action);
  return actions.filter((action: string) => /^(member|invitation)\./.test(action));
}

describe("members", () => {
  test("are visible to members of the tenant, and changed only by its admins", async () => {
    const accountId = await createTenant();
    const [admin, viewer] = [await member(accountId, "admin"), await member(accountId, "viewer")];
    const { members, is_complete } = (await viewer.get(pathOf(accountId))).body;
    expect(members.map(({ role }: { role: string }) => role).sort()).toEqual(["admin", "viewer"]);
    expect(is_complete).toBe(true);
    const target = `${pathOf(accountId)}/${viewer.userId}`;
    const ownChange = await viewer.put(`${target}/role`, { role: "admin" });
    expect(ownChange).toMatchObject({ status: 403, body: { code: "not_permitted" } });
    expect((await admin.put(`${target}/role`, { role: "developer" })).status).toBe(204);
    expect((await admin.delete(target)).status).toBe(204);
    expect((await viewer.get(pathOf(accountId))).status).toBe(404);
    expect(await actionsIn(admin, accountId)).toEqual(["member.remove", "member.change_role"]);
  });

  test("of another tenant are never found", async () => {
    const [mine, theirs] = [await createTenant(), await createTenant()];
    const admin = await member(mine, "admin");
    const stranger = await member(theirs, "viewer");
    const body = { role: "viewer" };
    const across = await admin.put(`${pathOf(mine)}/${stranger.userId}/role`, body);
    expect(across.status).toBe(404);
    expect((await admin.put(`${pathOf(theirs)}/${stranger.userId}/role`, body)).status).toBe(404);
    expect((await admin.get(`${pathOf(theirs)}/invitations`)).status).toBe(404);
  });

  test("only an operator can remove a tenant's last admin", async () => {
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

  test("a viewer with the operator role support can't change members", async () => {
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

describe("an invitation to a tenant", () => {
  const invite = (by: TestUser, accountId: AccountId, email: string, role = "developer") =>
    by.post(`${pathOf(accountId)}/invitations`, { email, role });

  test("grants a new user that role and no operator role", async () => {
    const accountId = await createTenant();
    const admin = await member(accountId, "admin");
    expect((await invite(admin, accountId, "new@example.com", "compliance")).status).toBe(400);
    const browser = openBrowser(api);
    const token = await issuedToken(api, (await invite(admin, accountId, "new@example.com")).body);
    expect((await browser.post("/console/api/invitations/look", { token })).body).toMatchObject({
      operator_role: null,
      tenant: { tenant_id: accountId, role: "developer" },
    });
    const body = { token, name: "New User", password: goodPassword };
    expect((await browser.post("/console/api/invitations/accept", body)).status).toBe(200);
    // A session with only a password doesn't reveal memberships.
    expect((await browser.get("/console/api/me")).body.memberships).toEqual([]);
    expect(await actionsIn(admin, accountId)).toEqual([
      "member.join",
      "invitation.issue_link",
      "invitation.create",
    ]);
    const { members } = (await admin.get(pathOf(accountId))).body;
    expect(members).toContainEqual(expect.objectContaining({ email: "new@example.com", role: "developer" }));
    const { invitations } = (await admin.get(`${pathOf(accountId)}/invitations`)).body;
    expect(invitations).toEqual([]);
  });

  test("is accepted by an existing user only while signed in", async () => {
    const [home, further] = [await createTenant(), await createTenant()];
    const user = await member(home, "viewer");
    const other = await member(home, "viewer");
    const admin = await member(further, "admin");
    const token = await issuedToken(api, (await invite(admin, further, user.email.toUpperCase())).body);
    const look = await openBrowser(api).post("/console/api/invitations/look", { token });
    expect(look.body.is_known).toBe(true);
    const newUser = { token, name: "Another User", password: goodPassword };
    expect((await openBrowser(api).post("/console/api/invitations/accept", newUser)).status).toBe(409);
    expect((await other.post("/console/api/me/invitations/accept", { token })).status).toBe(409);
    expect((await user.post("/console/api/me/invitations/accept", { token })).status).toBe(204);
    expect((await user.post("/console/api/me/invitations/accept", { token })).status).toBe(404);
    const { memberships } = (await user.get("/console/api/me")).body;
    expect(memberships).toContainEqual(expect.objectContaining({ tenant_id: further, role: "developer" }));
    expect((await invite(admin, further, user.email)).status).toBe(409);
  });

  test("is revoked only in its own tenant", async () => {
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

  test("is rejected without a recent second factor", async () => {
    const accountId = await createTenant();
    const admin = await createUser(api, { memberOf: accountId, secondFactorAge: "old" });
    expect((await invite(admin, accountId, "x@example.com")).body.code).toBe("second_factor_required");
  });
});

describe("workspaces", () => {
  test("members find their own, operators all, by name or id", async () => {
    const [mine, theirs] = [await createTenant(), await createTenant()];
    const user = await member(mine, "developer");
    const workspaces = await user.get("/console/api/workspaces");
    expect(workspaces.body).toMatchObject({
      workspaces: [{ tenant_id: mine, role: "developer" }],
      is_complete: true,
    });
    expect((await user.get(`/console/api/workspaces?query=${theirs}`)).body.workspaces).toEqual([]);
    const operator = await createUser(api, { operatorRole: "read_only" });
    const found = await operator.get(`/console/api/workspaces?query=${theirs.slice(0, 24).toLowerCase()}`);
    expect(found.body.workspaces).toContainEqual(expect.objectContaining({ tenant_id: theirs, role: null }));
  });

  test("shows permissions, which differ between the networks", async () => {
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
