import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ApiResponse, startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { eventually } from "../../../test/eventually.ts";
import { recordAudit } from "../../audit/index.ts";
import { settingNames } from "../../config.ts";
import { statement } from "../../db/statement.ts";
import { systemCause } from "../../kernel/cause.ts";
import { createIdFactory, type TenantId, tenantOf } from "../../kernel/id.ts";
import { addMs, instantFromMs, systemClock } from "../../kernel/instant.ts";

const secrets = {
  METRICS_TOKEN: "a-token-that-must-stay-secret",
  CHAIN_TESTNET_BASE_RPC_URLS: "http://name:hunter22@127.0.0.1:9/v3/key-in-the-path",
  WEBHOOK_PROXY_URL: "http://proxy:hunter23@127.0.0.1:3128",
};

const newId = createIdFactory(systemClock);
let api: TestApi;
let admin: TestUser;
let client: TestClient;
beforeAll(async () => {
  api = await startTestApi({ environment: { ...secrets, FLORIN_ROLES: "api" } });
  admin = await createUser(api, { operatorRole: "admin" });
  client = await api.createClient();
});
afterAll(() => api.stop());

const markDead = statement(`
  INSERT INTO dead_jobs (id, kind, tenant_id, network, payload, attempts, last_error, created_at, died_at)
  VALUES ($1, $2, $3, 'testnet', $4::jsonb, 5, 'Error: it broke', now(), now())`);

async function markJobDead(kind: string): Promise<string> {
  const id = newId<"job">();
  await api.database.run(markDead, [id, kind, client.accountId, JSON.stringify({ transfer_id: "x" })]);
  return id;
}

const idsOf = (response: ApiResponse): readonly string[] =>
  response.body.jobs.map(({ id }: { readonly id: string }) => id);

describe("jobs", () => {
  test("waiting, failing and dead jobs are counted by type", async () => {
    await markJobDead("test.count");
    const insert = statement(`
      INSERT INTO jobs (id, kind, tenant_id, payload, state, run_at, attempts, last_error, created_at)
      VALUES ($1, 'test.count', 'platform', '{}', 'scheduled', now() + interval '1 hour', 2, 'Error: no', now())`);
    await api.database.run(insert, [newId<"job">()]);
    const { body } = await admin.get("/console/api/jobs");
    expect(body.is_complete).toBe(true);
    expect(body.kinds).toContainEqual({
      kind: "test.count",
      scheduled: 1,
      ready: 0,
      running: 0,
      failing: 1,
      dead: 1,
      ready_since: null,
    });
  });

  test("dead jobs are paged in both directions, newest first, with payload and error", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.unshift(await markJobDead("test.page"));
    const path = "/console/api/dead-jobs?kind=test.page&page[size]=2";
    const first = await admin.get(path);
    expect(first.body.jobs[0]).toMatchObject({
      kind: "test.page",
      tenant_id: client.accountId,
      last_error: "Error: it broke",
      payload: { transfer_id: "x" },
    });
    const second = await admin.get(`${path}&page[after]=${first.body.pagination.next}`);
    const third = await admin.get(`${path}&page[after]=${second.body.pagination.next}`);
    expect([first, second, third].flatMap(idsOf)).toEqual(ids);
    expect(third.body.pagination.next).toBeNull();
    const back = await admin.get(`${path}&page[before]=${third.body.pagination.prev}`);
    expect(idsOf(back)).toEqual(idsOf(second));
    const shown = await admin.get(`/console/api/dead-jobs/${ids[0]}`);
    expect(shown.body).toEqual(first.body.jobs[0]);
  });

  test("a dead job is retried or discarded once, in the user's name", async () => {
    const [retried, discarded] = [await markJobDead("test.decide"), await markJobDead("test.decide")];
    const support = await createUser(api, { operatorRole: "support" });
    const response = await support.post(`/console/api/dead-jobs/${retried}/retry`);
    expect(response).toMatchObject({ status: 200, body: { retried: 1 } });
    expect((await support.post(`/console/api/dead-jobs/${retried}/retry`)).status).toBe(404);
    const reason = { reason: "The account is closed." };
    expect((await support.post(`/console/api/dead-jobs/${discarded}/discard`, reason)).status).toBe(204);
    expect((await support.get(`/console/api/dead-jobs/${discarded}`)).status).toBe(404);
    const { body } = await admin.get(`/console/api/audit?subject_id=${discarded}`);
    expect(body.entries).toMatchObject([
      {
        action: "dead_job.discard",
        actor_type: "user",
        actor_id: support.userId,
        actor_name: "Test User",
        after: { kind: "test.decide", ...reason },
      },
    ]);
  });

  test("discarding needs a reason", async () => {
    const id = await markJobDead("test.reason");
    for (const body of [{}, { reason: "" }, { reason: "  " }, { reason: "x".repeat(501) }]) {
      expect((await admin.post(`/console/api/dead-jobs/${id}/discard`, body)).status).toBe(400);
    }
  });

  test("all dead jobs of a type are retried together", async () => {
    await markJobDead("test.all");
    await markJobDead("test.all");
    const retry = () => admin.post("/console/api/dead-jobs/retry", { kind: "test.all" });
    expect((await retry()).body).toEqual({ retried: 2 });
    expect((await retry()).body).toEqual({ retried: 0 });
  });
});

describe("nodes", () => {
  test("the current node is shown as present, and one without a heartbeat for a minute is shown as gone", async () => {
    const dead = newId<"node">();
    const insert = statement(`
      INSERT INTO nodes (id, host, roles, version, build, started_at, seen_at)
      VALUES ($1, 'elsewhere', '{worker}', '0.0.1', 22, now() - interval '1 hour', now() - interval '61 seconds')`);
    await api.database.run(insert, [dead]);
    await eventually(async () => {
      const { body } = await admin.get("/console/api/nodes");
      expect(body.nodes).toMatchObject([
        { roles: ["api"], is_gone: false },
        { id: dead, host: "elsewhere", roles: ["worker"], is_gone: true },
      ]);
    });
  });
});

describe("chains", () => {
  test("an unreachable chain is reported, with only the hosts of its RPC nodes", async () => {
    const response = await admin.get("/console/api/chains");
    expect(response.text).not.toMatch(/hunter22|key-in-the-path/);
    const { chains } = response.body;
    expect(chains).toHaveLength(8);
    expect(
      chains.find(
        (chain: { readonly chain: string; readonly network: string }) =>
          chain.chain === "base" && chain.network === "testnet",
      ),
    ).toMatchObject({
      mode: "remote",
      hosts: ["127.0.0.1:9"],
      is_reachable: false,
      height: null,
      gas: [],
      work: [],
    });
  });
});

describe("settings", () => {
  test("every setting is shown, and no secret", async () => {
    const response = await admin.get("/console/api/settings");
    expect(response.text).not.toMatch(/hunter2|key-in-the-path|must-stay-secret/);
    const reported = new Map(
      response.body.settings.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
    expect(settingNames.filter((name) => !reported.has(name))).toEqual([]);
    expect(reported.get("METRICS_TOKEN")).toBe("set");
    expect(reported.get("MASTER_KEY_PREVIOUS")).toBe("not set");
    expect(reported.get("CHAIN_TESTNET_BASE_RPC_URLS")).toBe("127.0.0.1:9");
    const isDefault = new Map(
      response.body.settings.map((each: { name: string; is_default: boolean }) => [
        each.name,
        each.is_default,
      ]),
    );
    expect(isDefault.get("METRICS_TOKEN")).toBe(false);
    expect(isDefault.get("MASTER_KEY_PREVIOUS")).toBe(true);
    expect(response.body).toMatchObject({ profile: "local", migrations: { pending: [], problem: null } });
  });

  test("a database newer than the build is reported along with the settings", async () => {
    const future =
      "INSERT INTO schema_migrations (version, name, checksum, oldest_build) VALUES (9999, 'future', 'x', 9999)";
    await api.database.run(statement(future));
    const { body } = await admin.get("/console/api/settings");
    await api.database.run(statement("DELETE FROM schema_migrations WHERE version = 9999"));
    expect(body.migrations.problem).toMatch(/^the database is newer than this build/);
  });
});

describe("the audit log", () => {
  interface Reported {
    readonly id: string;
    readonly action: string;
    readonly subject_id: string;
    readonly network: string | null;
  }
  const subjectsOf = ({ body }: ApiResponse): readonly string[] =>
    body.entries.map(({ subject_id }: Reported) => subject_id);

  function record(
    tenantId: TenantId | undefined,
    entries: readonly (Partial<Parameters<typeof recordAudit>[3][number]> & { readonly id: string })[],
    at = systemClock.now(),
  ): Promise<void> {
    const deps = { clock: { now: () => at }, newId };
    return api.database.transaction((tx) =>
      recordAudit(
        deps,
        tx,
        { tenantId, network: "testnet" },
        entries.map(({ id, ...entry }) => ({
          cause: systemCause("test.work"),
          action: "note.create",
          subject: { type: "note", id },
          ...entry,
        })),
      ),
    );
  }

  test("is paged in both directions, and every filter narrows it", async () => {
    const other = await api.createClient();
    const tenantId = tenantOf(other.accountId);
    const ids = ["a", "b", "c", "d", "e"].map((name) => `${name} of ${tenantId}`);
    for (const id of ids) await record(tenantId, [{ id }]);
    const path = `/console/api/audit?tenant_id=${tenantId}&action=note.create&page[size]=2`;
    const first = await admin.get(path);
    const second = await admin.get(`${path}&page[after]=${first.body.pagination.next}`);
    const third = await admin.get(`${path}&page[after]=${second.body.pagination.next}`);
    expect([first, second, third].flatMap(subjectsOf)).toEqual(ids.toReversed());
    expect(third.body).toMatchObject({ pagination: { next: null }, stopped_at: null });
    const back = await admin.get(`${path}&page[before]=${third.body.pagination.prev}`);
    expect(subjectsOf(back)).toEqual(subjectsOf(second));
    const until = first.body.entries[1].at;
    const earlier = await admin.get(
      `/console/api/audit?tenant_id=${tenantId}&until=${until}&action=note.create`,
    );
    expect(subjectsOf(earlier)).not.toContain(ids[4]);
    const actor = await admin.get(`/console/api/audit?actor=${other.clientId}&tenant_id=${tenantId}`);
    expect(subjectsOf(actor)).toEqual([]);
    expect((await admin.get("/console/api/audit?since=yesterday")).status).toBe(400);
    expect((await admin.get("/console/api/audit?tenant_id=me")).status).toBe(400);
  });

  test("can be exported as a file without formula cells", async () => {
    const tenantId = tenantOf((await api.createClient()).accountId);
    await record(tenantId, [{ id: "=1+1" }, { id: "plain", after: { name: 'a, "b"' } }]);
    const filter = `tenant_id=${tenantId}&action=note.create`;
    const csv = await admin.get(`/console/api/audit/export?${filter}`);
    expect(csv.text).not.toContain("limit_reached");
    expect(csv.headers.get("content-disposition")).toBe('attachment; filename="florin-audit.csv"');
    expect(csv.text).toContain(",note,'=1+1,");
    expect(csv.text).toContain('"{""name"":""a, \\""b\\""""}"');
  });

  test("applications and users are shown by name", async () => {
    const response = await api.request("POST", `/accounts/${client.accountId}/notes`, {
      token: client.token,
      idempotencyKey: "named",
      body: { text: "hello" },
    });
    expect(response.status).toBeLessThan(300);
    const { body } = await admin.get(`/console/api/audit?actor=${client.clientId}`);
    expect(body.entries[0]).toMatchObject({ actor_type: "application", actor_name: "Test Application" });
  });

  test("a member sees the log of their own tenant and network, without anything related to sanctions", async () => {
    const { accountId } = await api.createClient();
    const tenantId = tenantOf(accountId);
    const member = await createUser(api, { memberOf: accountId, memberRole: "viewer" });
    const operator = { actor: { type: "operator", name: "Ada" }, requestId: undefined } as const;
    await record(tenantId, [
      { id: "seen", cause: operator, after: { status: "pending", step: "held", reason: "a hit" } },
      { id: "hit", action: "verification.find_hit" },
      { id: "elsewhere", network: "mainnet" },
    ]);
    await record(tenantOf((await api.createClient()).accountId), [{ id: "stranger" }]);
    const path = `/console/api/workspaces/${tenantId}/testnet/audit`;
    const seen = await member.get(path);
    const subjects = subjectsOf(seen);
    expect(subjects).toContain("seen");
    for (const id of ["hit", "elsewhere", "stranger"]) expect(subjects).not.toContain(id);
    const entry = seen.body.entries.find(({ subject_id }: Reported) => subject_id === "seen");
    expect(entry).toMatchObject({ actor_type: "operator", actor_name: null, after: { status: "pending" } });
    expect(entry.after).not.toHaveProperty("step");
    expect(entry.after).not.toHaveProperty("reason");
    const file = await member.get(`${path}/export`);
    expect(file.text).not.toMatch(/find_hit|held|Ada/);
    const whole = await admin.get(path);
    expect(subjectsOf(whole)).toContain("hit");
    expect(subjectsOf(whole)).not.toContain("elsewhere");
  });

  test("entries outside the time range are not returned", async () => {
    const tenantId = tenantOf((await api.createClient()).accountId);
    const old = addMs(instantFromMs(0), 86_400_000);
    await record(tenantId, [{ id: "old" }], old);
    const found = await admin.get(`/console/api/audit?tenant_id=${tenantId}&until=1970-01-03T00:00:00Z`);
    expect(subjectsOf(found)).toEqual(["old"]);
  });
});
