import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scopeNames } from "../service/src/http/scopes.ts";
import { createIdFactory, type Network, networks, type UserId } from "../service/src/kernel/id.ts";
import { systemClock } from "../service/src/kernel/instant.ts";
import {
  openPermissions,
  operatorPermissions,
  ownWorkspacePermissions,
} from "../service/src/users/roles/permission.ts";
import { memberRights, memberRoles, operatorRights, operatorRoles } from "../service/src/users/roles/role.ts";
import { consoleHeader } from "../service/src/users/sessions/identify-session-user.ts";
import { openSession } from "../service/src/users/sessions/open-session.ts";
import { createSessionCookie } from "../service/src/users/sessions/session-cookie.ts";
import { startTestApi, type TestApi } from "../service/test/api.ts";
import { createUser, type UserOptions } from "../service/test/console.ts";
import { isLong } from "../service/test/scale.ts";
import { nameOf, type Operation, operationsOf } from "./matrix/operation.ts";
import { type Caller, expectedOutcome } from "./matrix/outcome.ts";
import { type EntryPoint, forAll, type SessionRequest, sessionRequest } from "./matrix/session-request.ts";
import { type Rows, readTable, type Table } from "./matrix/table.ts";

const newId = createIdFactory(systemClock);
const table = readTable();

let api: TestApi;
let entryPoint: EntryPoint;
let operations: readonly Operation[];
let callers: readonly Caller[];

beforeAll(async () => {
  api = await startTestApi({ environment: { FLORIN_ROLES: "api", RATE_LIMIT: "off" } });
  const { accountId } = await api.createClient({ selfAttested: true });
  const { accountId: otherId } = await api.createClient();
  entryPoint = { baseUrl: api.baseUrl, tenantId: accountId, unknownId: newId() };
  operations = operationsOf(api.app.consoleDocument);
  const signIn = async (name: string, options: UserOptions): Promise<Caller> => {
    const { cookie } = await createUser(api, options);
    const hasFreshFactor = options.secondFactorAge !== "old";
    const { operatorRole, memberOf, memberRole } = options;
    return {
      name,
      cookie,
      stage: "everything",
      hasFreshFactor,
      ...(operatorRole === undefined ? {} : { operatorRole }),
      ...(memberRole === undefined || memberOf !== accountId ? {} : { memberRole }),
    };
  };
  callers = [
    { name: "unknown", cookie: undefined, stage: "nothing", hasFreshFactor: false },
    await withPasswordOnly(),
    ...(await Promise.all([
      ...operatorRoles.map((operatorRole) => signIn(`operator ${operatorRole}`, { operatorRole })),
      ...memberRoles.map((memberRole) => signIn(`member ${memberRole}`, { memberOf: accountId, memberRole })),
      signIn("admin of another tenant", { memberOf: otherId, memberRole: "admin" }),
      ...operatorRoles.map((operatorRole) =>
        signIn(`operator ${operatorRole}, a while later`, { operatorRole, secondFactorAge: "old" }),
      ),
      ...memberRoles.map((memberRole) =>
        signIn(`member ${memberRole}, a while later`, {
          memberOf: accountId,
          memberRole,
          secondFactorAge: "old",
        }),
      ),
    ])),
  ];
});
afterAll(() => api.stop());

/** A session of an admin with a password, but without the second factor. */
async function withPasswordOnly(): Promise<Caller> {
  const { userId } = await createUser(api, { operatorRole: "admin" });
  const cookie = await openHalfSession(userId);
  return { name: "password only", cookie, stage: "password", operatorRole: "admin", hasFreshFactor: false };
}

async function openHalfSession(userId: UserId): Promise<string> {
  const sessionClient = { userAgent: "test", clientAddress: "127.0.0.1" };
  const deps = { clock: systemClock, newId };
  const { token } = await api.database.transaction((tx) => openSession(deps, tx, { userId, sessionClient }));
  return createSessionCookie(api.baseUrl).write(token).split(";")[0] ?? "";
}

/**
 * Every caller at every endpoint. Of the endpoints that exist in both networks, a developer calls both, and the others
 * call one, in turn; in the long run, all call both.
 */
function everySessionRequest(): readonly SessionRequest[] {
  return operations.flatMap((operation, index) => {
    const places: readonly Network[] = operation.isInWorkspace ? networks : ["testnet"];
    const [usual = "testnet"] = places.slice(index % places.length);
    return callers
      .filter(
        ({ hasFreshFactor, stage }) => hasFreshFactor || stage !== "everything" || operation.isSensitive,
      )
      .flatMap((caller) => {
        const isInBoth = isLong || caller.memberRole === "developer";
        return (isInBoth ? places : [usual]).map((network) => ({ operation, caller, network }));
      });
  });
}

async function differences(
  sessionRequests: readonly SessionRequest[],
  promised: Table,
): Promise<readonly string[]> {
  const found: string[] = [];
  await forAll(sessionRequests, async (request) => {
    const { operation, caller, network } = request;
    const expected = expectedOutcome(promised, operation, caller, network);
    const outcome = await sessionRequest(entryPoint, request);
    if (outcome === expected) return;
    const where = operation.isInWorkspace ? ` in ${network}` : "";
    found.push(`${nameOf(operation)}${where} as ${caller.name}: ${outcome}, but the table says: ${expected}`);
  });
  return found.toSorted();
}

/** Permissions that neither move value nor grant rights. All others do, new ones too, unless they only read. */
const harmless: ReadonlySet<string> = new Set([
  ...openPermissions,
  "tenants.write",
  "reviews.decide",
  "suspense.disclose",
  "work.write",
  "reconciliation.run",
  "jobs.decide",
  "webhooks.decide",
  "accounts:write",
  "webhooks:write",
  "simulations:write",
  "views.save",
  "views.share",
  "platform_views.save",
  "platform_views.share",
]);
const isPower = (permission: string): boolean => !harmless.has(permission) && !/[.:]read$/.test(permission);

/** Endpoints that use a permission with power for a change, without a confirmation of the request. */
function unconfirmed(all: readonly Operation[]): readonly string[] {
  return all
    .filter(({ permission, changesNothing }) => isPower(permission) && !changesNothing)
    .filter(({ confirmation }) => confirmation === undefined)
    .map(nameOf)
    .toSorted();
}

describe("the table", () => {
  test("has a row for each permission, and no other", () => {
    expect([...table.open.keys()].toSorted()).toEqual([...openPermissions].toSorted());
    expect([...table.platform.keys()].toSorted()).toEqual([...operatorPermissions].toSorted());
    expect([...table.workspace.keys()].toSorted()).toEqual(
      [...scopeNames, ...ownWorkspacePermissions].toSorted(),
    );
  });

  test("matches the rights of every role", () => {
    const held = (rows: Rows, column: string): readonly string[] =>
      [...rows].flatMap(([permission, cells]) => (cells.get(column) === true ? [permission] : [])).toSorted();
    for (const role of operatorRoles) {
      const { platform, workspace } = operatorRights[role];
      expect(held(table.platform, role), `operator ${role}`).toEqual([...platform].toSorted());
      expect(held(table.workspace, `operator ${role}`), `operator ${role}`).toEqual(
        [...workspace].toSorted(),
      );
    }
    for (const network of networks) {
      for (const role of memberRoles) {
        const column = role === "developer" ? `member developer, ${network}` : `member ${role}`;
        expect(held(table.workspace, column), column).toEqual([...memberRights(role, network)].toSorted());
      }
    }
  });

  test("every endpoint requires a permission that has a row", () => {
    const known = new Set([...table.open.keys(), ...table.platform.keys(), ...table.workspace.keys()]);
    expect(operations.filter(({ permission }) => !known.has(permission)).map(nameOf)).toEqual([]);
    expect(operations.length).toBeGreaterThan(100);
  });

  test("has the permission of every endpoint", () => {
    const required = operations.map((operation) => `${nameOf(operation)}: ${operation.permission}`);
    const promised = [...table.required].map(([name, permission]) => `${name}: ${permission}`);
    expect(required.toSorted()).toEqual(promised.toSorted());
  });

  test("lists the endpoints that require a fresh second factor", () => {
    const sensitive = operations.filter(({ isSensitive }) => isSensitive).map(nameOf);
    expect(sensitive.toSorted()).toEqual([...table.sensitive].toSorted());
  });

  test("lists the endpoints whose requests are confirmed", () => {
    const confirmed = operations.flatMap((operation) =>
      operation.confirmation === undefined ? [] : [`${nameOf(operation)}: ${operation.confirmation}`],
    );
    const promised = [...table.confirmed].map(([name, when]) => `${name}: ${when}`);
    expect(confirmed.toSorted()).toEqual(promised.toSorted());
  });

  test("every change of value or rights is confirmed, or is in the table as harmless", () => {
    expect(unconfirmed(operations)).toEqual([...table.unconfirmed].toSorted());
    // A new endpoint without a confirmation.
    const [mint] = operations.filter(({ permission }) => permission === "self_attested_tokens:mint");
    const planted = { ...mint, confirmation: undefined } as Operation;
    expect(unconfirmed([...operations, planted])).toContain(nameOf(planted));
  });

  test("a read permission allows no changes", () => {
    const odd = operations.filter(
      ({ changesNothing, permission }) => !changesNothing && /[.:]read$/.test(permission),
    );
    expect(odd.map(nameOf)).toEqual([]);
  });
});

describe("the guard", () => {
  test("allows each caller exactly what the table says", async () => {
    const sessionRequests = everySessionRequest();
    expect(sessionRequests.length).toBeGreaterThan(1_500);
    expect(await differences(sessionRequests, table)).toEqual([]);
  });

  test("a wrong cell is detected", async () => {
    const wrong = (rows: Rows, permission: string, column: string): Rows => {
      const cells = new Map(rows.get(permission));
      return new Map(rows).set(permission, cells.set(column, cells.get(column) !== true));
    };
    const of = (permission: string) =>
      everySessionRequest().filter(({ operation }) => operation.permission === permission);
    const platform = wrong(table.platform, "settings.read", "support");
    const found = await differences(of("settings.read"), { ...table, platform });
    expect(found).toEqual([
      "GET /nodes as operator support: passes, but the table says: not_permitted",
      "GET /settings as operator support: passes, but the table says: not_permitted",
    ]);
    const workspace = wrong(table.workspace, "transfers:write", "member developer, mainnet");
    const more = await differences(of("transfers:write"), { ...table, workspace });
    expect(more.length).toBeGreaterThan(0);
    for (const line of more)
      expect(line).toMatch(/in mainnet as member developer: not_permitted, .* says: passes$/);
  });

  test("rejects requests that do not come from the console's own pages", async () => {
    const [admin] = callers.filter(({ name }) => name === "operator admin");
    const anonymous = callers.find(({ name }) => name === "unknown");
    const found: string[] = [];
    const tries = operations.flatMap((operation) =>
      (operation.method === "GET" ? foreign : [...foreign, ...foreignChanges]).flatMap((headers) =>
        [admin, anonymous].flatMap((caller) =>
          caller === undefined ? [] : [{ operation, caller, network: "testnet", headers } as const],
        ),
      ),
    );
    await forAll(tries, async (request) => {
      const outcome = await sessionRequest(entryPoint, request);
      if (outcome !== "cross_site_request")
        found.push(`${nameOf(request.operation)} with ${JSON.stringify(request.headers)}: ${outcome}`);
    });
    expect(found).toEqual([]);
  });
});

/** As pages of other sites would send it. */
const foreign: readonly Readonly<Record<string, string>>[] = [
  { "sec-fetch-site": "cross-site", [consoleHeader]: "1" },
  { "sec-fetch-site": "same-site", [consoleHeader]: "1" },
];
const foreignChanges: readonly Readonly<Record<string, string>>[] = [
  {},
  { [consoleHeader]: "0" },
  { "sec-fetch-site": "none", [consoleHeader]: "1" },
  { origin: "https://evil.example", [consoleHeader]: "1" },
];
