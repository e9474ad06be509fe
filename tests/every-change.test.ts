import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuditedFields, recordAudit } from "../service/src/audit/index.ts";
import type { Transaction } from "../service/src/db/database.ts";
import { type ApiRequest, causeOf, principalOf, type Route } from "../service/src/http/route.ts";
import { systemCause } from "../service/src/kernel/cause.ts";
import { createIdFactory } from "../service/src/kernel/id.ts";
import { systemClock } from "../service/src/kernel/instant.ts";
import { maskedLastFour } from "../service/src/kernel/mask.ts";
import { RefusalError, refuse } from "../service/src/kernel/refusal.ts";
import { startTestApi, type TestApi, type TestClient } from "../service/test/api.ts";
import { createAuditCheck } from "../service/test/audit-check.ts";
import { createTestDatabase, type TestDatabase } from "../service/test/database.ts";

const subject = { type: "thing", id: "one" };
const deps = { clock: systemClock, newId: createIdFactory(systemClock) };

test("a route that changes something without an audit log entry fails its test, by name", async () => {
  const api = await startWith(planted("silent", async () => {}));
  const client = await api.createClient();
  await post(api, client, "silent");
  await post(api, client, "silent");
  await expect(api.stop()).rejects.toThrow(
    /^2 requests succeeded and left no entry in the audit log: POST \/silent \([0-9A-Z]{26}\), POST \/silent /,
  );
});

test("a route that records its change passes, and so does one that is declared to change nothing", async () => {
  const api = await startWith(
    planted("reported", (tx, request) => record(tx, request, { name: "Acme" })),
    { ...planted("quote", async () => {}), effect: "none" },
    { ...planted("ask", async () => {}), effect: "perhaps" },
  );
  const client = await api.createClient();
  for (const name of ["reported", "quote", "ask"]) await post(api, client, name);
  await expect(api.stop()).resolves.toBeUndefined();
});

test("an idempotent replay, a refusal and a read need no entry", async () => {
  const api = await startWith(
    planted("reported", (tx, request) => record(tx, request, {})),
    planted("refused", async () => {
      throw new RefusalError(refuse("unprocessable", "not today"));
    }),
  );
  const client = await api.createClient();
  expect((await post(api, client, "reported", "the-same-key")).headers.get("idempotent-replayed")).toBeNull();
  expect((await post(api, client, "reported", "the-same-key")).headers.get("idempotent-replayed")).toBe(
    "true",
  );
  expect((await post(api, client, "refused")).status).toBe(422);
  expect((await api.request("GET", "/accounts", { token: client.token })).status).toBe(200);
  await expect(api.stop()).resolves.toBeUndefined();
});

test("an entry of another request does not count for this one", async () => {
  const api = await startWith(
    planted("reported", (tx, request) => record(tx, request, {})),
    planted("silent", async () => {}),
  );
  const client = await api.createClient();
  await post(api, client, "reported");
  await post(api, client, "silent");
  await expect(api.stop()).rejects.toThrow(/^1 requests succeeded .*: POST \/silent \(/);
});

describe("personal data", () => {
  let testDatabase: TestDatabase;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
  });
  afterAll(() => testDatabase.drop());

  /** The check's error for a log with only this entry. */
  async function outcomeOn(after: AuditedFields): Promise<string> {
    const entry = { cause: systemCause("test"), action: "thing.change", subject, after };
    const outcome = testDatabase.database.transaction(async (tx) => {
      await recordAudit(deps, tx, { tenantId: undefined, network: undefined }, [entry]);
      await createAuditCheck({ paths: {} }).verify(tx);
      throw new Error("no error");
    });
    return outcome.catch((error: Error) => error.message);
  }

  test.each([
    { ein: "12-3456789" },
    { text: "his number is 123-45-6789." },
    { ssn: "123456789" },
    { ssn: 123456789 },
  ])("an entry with %j fails its test", async (after) => {
    expect(await outcomeOn(after)).toContain("contain what looks like an EIN or an SSN: thing.change");
  });

  test("masked numbers, ids, times and hashes are accepted", async () => {
    const decision = await outcomeOn({
      ein: maskedLastFour("12-3456789"),
      id: "01J123456789ABCDEFGHJKMNPQ",
      at: "2026-11-15T12:00:00.000Z",
      hash: "a123456789b",
      units: 1234567890,
    });
    expect(decision).toBe("no error");
  });
});

function startWith(...moreRoutes: readonly Route[]): Promise<TestApi> {
  return startTestApi({ environment: { FLORIN_ROLES: "api" }, moreRoutes });
}

function planted(name: string, work: (tx: Transaction, request: ApiRequest) => Promise<void>): Route {
  return {
    method: "POST",
    path: `/${name}`,
    operationId: name,
    tag: { name: "Planted", description: "For this test." },
    summary: "Planted",
    access: { scope: undefined },
    responses: { 204: { description: "Done." } },
    refusals: ["unprocessable"],
    work: {
      kind: "write",
      idempotencyKey: "honoured",
      handle: async (tx, request) => {
        await work(tx, request);
        return { status: 204 };
      },
    },
  };
}

function post(api: TestApi, { token }: TestClient, name: string, idempotencyKey?: string) {
  return api.request("POST", `/${name}`, {
    token,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
}

async function record(tx: Transaction, request: ApiRequest, after: AuditedFields): Promise<void> {
  const { tenantId, network } = principalOf(request);
  await recordAudit(deps, tx, { tenantId, network }, [
    { cause: causeOf(request), action: "thing.change", subject, after },
  ]);
}
