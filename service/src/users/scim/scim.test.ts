import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createUser } from "../../../test/console.ts";
import { createTestToken, patch, type ScimReply, sendScim } from "../../../test/scim.ts";
import { readAudit } from "../../audit/index.ts";
import { createIdFactory, type UserId } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { openSession } from "../sessions/open-session.ts";
import { createSessionCookie } from "../sessions/session-cookie.ts";

/* Request sequences as the provisioning services of Okta and Entra ID send them, written from their documentation. */

const newId = createIdFactory(systemClock);
let api: TestApi;
let token: string;

beforeAll(async () => {
  api = await startTestApi({
    environment: {
      OIDC_ISSUER: "http://127.0.0.1:9",
      OIDC_CLIENT_ID: "florin",
      OIDC_CLIENT_SECRET: "never used here",
      OIDC_GROUPS_FROM: "scim",
      OIDC_ROLE_MAP: JSON.stringify({
        "Florin Treasury": "operator:treasury",
        "Florin Support": "operator:support",
      }),
    },
  });
  token = await createTestToken(api);
});
afterAll(() => api.stop());

const scim = (method: string, path: string, body?: unknown, bearer = token): Promise<ScimReply> =>
  sendScim(api, bearer, { method, path, body });
const filter = (text: string) => encodeURIComponent(text);

let users = 0;

function oktaUser() {
  users += 1;
  const userName = `okta${users}@example.com`;
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    userName,
    name: { givenName: "Isaac", familyName: "Brock" },
    emails: [{ primary: true, value: userName, type: "work" }],
    displayName: "Isaac Brock",
    locale: "en-US",
    externalId: `00u${users}okta`,
    groups: [],
    password: "ignored by the service",
    active: true,
  };
}

/** A session of the user in the console, as a cookie. */
async function openConsole(userId: UserId): Promise<string> {
  const sessionClient = { userAgent: "test", clientAddress: "127.0.0.1" };
  const { token: session } = await api.database.transaction((tx) =>
    openSession({ clock: systemClock, newId }, tx, {
      userId,
      sessionClient,
      secondFactorAt: systemClock.now(),
    }),
  );
  return createSessionCookie("http://127.0.0.1").write(session).split(";")[0] ?? "";
}

async function me(cookie: string) {
  const response = await fetch(`${api.baseUrl}/console/api/me`, { headers: { cookie } });
  return { status: response.status, body: (await response.json()) as { operator_role?: string } };
}

describe("Okta", () => {
  test("tests the connection, and creates a user once", async () => {
    expect((await scim("GET", "/ServiceProviderConfig")).body.patch).toEqual({ supported: true });
    const first = await scim("GET", "/Users?startIndex=1&count=2");
    expect(first).toMatchObject({ status: 200, body: { startIndex: 1 } });
    expect(first.type).toContain("application/scim+json");
    const user = oktaUser();
    const query = `/Users?filter=${filter(`userName eq "${user.userName}"`)}&startIndex=1&count=100`;
    expect((await scim("GET", query)).body).toMatchObject({ totalResults: 0, Resources: [] });
    const created = await scim("POST", "/Users", user);
    expect(created).toMatchObject({
      status: 201,
      body: {
        userName: user.userName,
        externalId: user.externalId,
        active: true,
        emails: [{ value: user.userName, primary: true }],
        meta: { resourceType: "User" },
      },
    });
    expect(created.body).not.toHaveProperty("password");
    expect((await scim("GET", query)).body).toMatchObject({ totalResults: 1, itemsPerPage: 1 });
    const again = await scim("POST", "/Users", user);
    expect(again).toMatchObject({ status: 409, body: { scimType: "uniqueness", status: "409" } });
    expect(again.body.schemas).toEqual(["urn:ietf:params:scim:api:messages:2.0:Error"]);
  });

  test("replaces a user, and deactivates without a path: sessions end at once", async () => {
    const user = oktaUser();
    const { body: created } = await scim("POST", "/Users", user);
    const renamed = {
      ...created,
      displayName: "Isaac B.",
      emails: [{ value: "new@example.com", primary: true }],
    };
    const replaced = await scim("PUT", `/Users/${created.id}`, renamed);
    expect(replaced.body).toMatchObject({ displayName: "Isaac B.", emails: [{ value: "new@example.com" }] });
    const cookie = await openConsole(created.id);
    expect((await me(cookie)).status).toBe(200);
    const deactivate = patch({ op: "replace", value: { active: false } });
    expect((await scim("PATCH", `/Users/${created.id}`, deactivate)).body.active).toBe(false);
    expect((await me(cookie)).status).toBe(401);
    expect((await scim("PATCH", `/Users/${created.id}`, deactivate)).status).toBe(200);
    const activate = patch({ op: "replace", value: { active: true } });
    expect((await scim("PATCH", `/Users/${created.id}`, activate)).body.active).toBe(true);
    expect((await me(cookie)).status).toBe(401);
  });

  test("pushes groups: membership grants the role at once, and its end removes it", async () => {
    const { body: user } = await scim("POST", "/Users", oktaUser());
    const cookie = await openConsole(user.id);
    const group = { displayName: "Florin Treasury", members: [{ value: user.id, display: user.userName }] };
    const { status, body: created } = await scim("POST", "/Groups", group);
    expect(status).toBe(201);
    expect((await me(cookie)).body.operator_role).toBe("treasury");
    const rename = patch({ op: "replace", value: { id: created.id, displayName: "Florin Support" } });
    expect((await scim("PATCH", `/Groups/${created.id}`, rename)).status).toBe(200);
    expect((await me(cookie)).body.operator_role).toBe("support");
    const remove = patch({ op: "remove", path: `members[value eq "${user.id}"]` });
    expect((await scim("PATCH", `/Groups/${created.id}`, remove)).body.members).toEqual([]);
    expect((await me(cookie)).status).toBe(401);
    const replace = patch({ op: "replace", path: "members", value: [{ value: user.id }] });
    expect((await scim("PATCH", `/Groups/${created.id}`, replace)).body.members).toHaveLength(1);
    expect((await scim("DELETE", `/Groups/${created.id}`)).status).toBe(204);
    expect((await scim("GET", `/Groups/${created.id}`)).status).toBe(404);
  });
});

describe("Entra ID", () => {
  const entraUser = (n: number) => ({
    schemas: [
      "urn:ietf:params:scim:schemas:core:2.0:User",
      "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User",
    ],
    externalId: `0a21f0f2-8d2a-4f8e-bf98-7363c4aed4e${n}`,
    userName: `Entra${n}@example.onmicrosoft.com`,
    active: true,
    displayName: "Lydia",
    emails: [{ primary: true, type: "work", value: `lydia${n}@example.com` }],
    meta: { resourceType: "User" },
    name: { formatted: "Lydia Cole", familyName: "Cole", givenName: "Lydia" },
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { department: "Finance" },
  });

  test("matches by filter, creates, and changes with capital verbs, paths and text booleans", async () => {
    const user = entraUser(1);
    const probe = await scim("GET", `/Users?filter=${filter('userName eq "5dcee0d5-not-there"')}`);
    expect(probe).toMatchObject({ status: 200, body: { totalResults: 0 } });
    const { body: created } = await scim("POST", "/Users", user);
    for (const text of [
      `externalId eq "${user.externalId}"`,
      `userName eq "${user.userName.toLowerCase()}"`,
      `emails[type eq "work"].value eq "lydia1@example.com"`,
    ]) {
      expect((await scim("GET", `/Users?filter=${filter(text)}`)).body.Resources[0].id).toBe(created.id);
    }
    const changed = await scim(
      "PATCH",
      `/Users/${created.id}`,
      patch(
        { op: "Replace", path: 'emails[type eq "work"].value', value: "updated@example.com" },
        { op: "Replace", path: "name.familyName", value: "Updated" },
        { op: "Add", value: { displayName: "Lydia U.", "name.givenName": "Lyd" } },
        {
          op: "Add",
          path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department",
          value: "Treasury",
        },
      ),
    );
    expect(changed.body).toMatchObject({
      displayName: "Lydia U.",
      name: { givenName: "Lyd", familyName: "Updated" },
      emails: [{ value: "updated@example.com" }],
    });
    const disabled = await scim(
      "PATCH",
      `/Users/${created.id}`,
      patch({ op: "Replace", path: "active", value: "False" }),
    );
    expect(disabled.body.active).toBe(false);
  });

  test("adds and removes members, and reads groups without them", async () => {
    const [one, two] = await Promise.all(
      [entraUser(2), entraUser(3)].map((user) => scim("POST", "/Users", user)),
    );
    const group = {
      externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
      displayName: "Entra group",
      members: [],
    };
    const { body: created } = await scim("POST", "/Groups", group);
    const add = patch({
      op: "Add",
      path: "members",
      value: [{ value: one?.body.id }, { value: two?.body.id }],
    });
    expect((await scim("PATCH", `/Groups/${created.id}`, add)).status).toBe(200);
    expect((await scim("PATCH", `/Groups/${created.id}`, add)).body.members).toHaveLength(2);
    const remove = patch({ op: "Remove", path: "members", value: [{ value: one?.body.id }] });
    expect((await scim("PATCH", `/Groups/${created.id}`, remove)).body.members).toMatchObject([
      { value: two?.body.id },
    ]);
    const found = await scim(
      "GET",
      `/Groups?excludedAttributes=members&filter=${filter('displayName eq "Entra group"')}`,
    );
    expect(found.body.Resources[0]).not.toHaveProperty("members");
    const unclear = patch({ op: "Remove", path: 'members[type eq "User"]' });
    expect((await scim("PATCH", `/Groups/${created.id}`, unclear)).body.scimType).toBe("invalidPath");
    const member = filter(`id eq "${created.id}" and members eq "${two?.body.id}"`);
    expect((await scim("GET", `/Groups?filter=${member}`)).body.totalResults).toBe(1);
  });
});

describe("provisioning", () => {
  test.each(["application/scim+json", "application/json; charset=utf-8", "text/plain"])(
    "a user is removed by a DELETE without a body that names the media type %s",
    async (type) => {
      const { body: user } = await scim("POST", "/Users", oktaUser());
      const path = `/Users/${user.id}`;
      const removed = await sendScim(api, token, { method: "DELETE", path, type });
      expect(removed.status).toBe(204);
      expect((await scim("GET", path)).status).toBe(404);
    },
  );

  test("of one user by concurrent requests creates one", async () => {
    const user = oktaUser();
    const replies = await Promise.all([1, 2, 3, 4].map(() => scim("POST", "/Users", user)));
    expect(replies.map(({ status }) => status).sort((left, right) => left - right)).toEqual([
      201, 409, 409, 409,
    ]);
  });

  test("pages through all users", async () => {
    await Promise.all([oktaUser(), oktaUser(), oktaUser()].map((user) => scim("POST", "/Users", user)));
    const { body: all } = await scim("GET", "/Users");
    const ids: string[] = [];
    for (let startIndex = 1; startIndex <= all.totalResults; startIndex += 2) {
      const { body } = await scim("GET", `/Users?startIndex=${startIndex}&count=2`);
      expect(body.totalResults).toBe(all.totalResults);
      ids.push(...body.Resources.map(({ id }: { id: string }) => id));
    }
    expect(ids).toEqual(all.Resources.map(({ id }: { id: string }) => id));
    const beyond = await scim("GET", `/Users?startIndex=${all.totalResults + 1}`);
    expect(beyond.body).toMatchObject({ totalResults: all.totalResults, Resources: [] });
    expect((await scim("GET", "/Users?count=0")).body).toMatchObject({ totalResults: all.totalResults });
  });

  test("removes a user, keeps the audit log, and provisions the same user again", async () => {
    const user = oktaUser();
    const { body: created } = await scim("POST", "/Users", user);
    expect((await scim("DELETE", `/Users/${created.id}`)).status).toBe(204);
    expect((await scim("GET", `/Users/${created.id}`)).status).toBe(404);
    expect((await scim("DELETE", `/Users/${created.id}`)).status).toBe(404);
    const entries = await readAudit(api.database, { limit: 20 });
    expect(JSON.stringify(entries)).toContain("user.deprovision");
    expect(JSON.stringify(entries)).not.toContain(user.userName);
    const { status, body } = await scim("POST", "/Users", user);
    expect({ status, id: body.id, active: body.active }).toEqual({
      status: 201,
      id: created.id,
      active: true,
    });
  });

  test("never takes over a local user", async () => {
    const local = await createUser(api, { operatorRole: "admin" });
    const reply = await scim("POST", "/Users", { ...oktaUser(), userName: local.email, emails: [] });
    expect(reply).toMatchObject({ status: 409, body: { scimType: "uniqueness" } });
    expect((await scim("GET", `/Users/${local.userId}`)).status).toBe(404);
    const remove = patch({ op: "replace", value: { active: false } });
    expect((await scim("PATCH", `/Users/${local.userId}`, remove)).status).toBe(404);
    expect((await local.get("/console/api/me")).status).toBe(200);
  });

  test("refuses invalid requests in the format of SCIM", async () => {
    const { body: user } = await scim("POST", "/Users", oktaUser());
    for (const [method, path, body, scimType] of [
      ["POST", "/Users", { displayName: "No name" }, "invalidValue"],
      ["POST", "/Users", { userName: "no-address" }, "invalidValue"],
      ["POST", "/Users", [], "invalidSyntax"],
      ["POST", "/Groups", { displayName: "G", members: [{ value: "unknown-user" }] }, "invalidValue"],
      ["PATCH", `/Users/${user.id}`, patch({ op: "move", path: "active" }), "invalidSyntax"],
      ["PATCH", `/Users/${user.id}`, patch({ op: "replace", path: "a b", value: 1 }), "invalidPath"],
      [
        "PATCH",
        `/Users/${user.id}`,
        patch({ op: "replace", path: "active", value: "perhaps" }),
        "invalidValue",
      ],
      ["PATCH", `/Users/${user.id}`, patch({ op: "remove", path: "userName" }), "invalidValue"],
      ["GET", `/Users?filter=${filter('userName sw "a"')}`, undefined, "invalidFilter"],
      ["GET", "/Users?startIndex=first", undefined, "invalidValue"],
    ] as const) {
      const reply = await scim(method, path, body);
      expect({ path, ...reply }).toMatchObject({ status: 400, body: { scimType, status: "400" } });
    }
  });

  test("needs a token that is neither expired nor revoked", async () => {
    const unknown = `florin_scim_${"A".repeat(43)}`;
    for (const bearer of ["", "wrong", unknown, await createTestToken(api, -1)]) {
      const reply = await scim("GET", "/Users", undefined, bearer);
      expect(reply).toMatchObject({ status: 401, body: { status: "401" } });
    }
  });
});
