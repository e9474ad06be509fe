import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAccountRequest } from "../../../test/account-request.ts";
import { startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { createManagingAccount } from "../../accounts/index.ts";
import { recordAudit } from "../../audit/index.ts";
import { statement } from "../../db/statement.ts";
import { systemCause } from "../../kernel/cause.ts";
import { createIdFactory, tenantOf } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { readQuery } from "./read-query.ts";

const newId = createIdFactory(systemClock);
const deps = { clock: systemClock, newId };
const cause = systemCause("test");

let api: TestApi;
let client: TestClient;
let member: TestUser;
let stranger: TestUser;
let operator: TestUser;
/** An account managed by the client. */
let managedId: string;

beforeAll(async () => {
  api = await startTestApi({ environment: { FLORIN_ROLES: "api" } });
  client = await api.createClient();
  member = await createUser(api, { memberOf: client.accountId, memberRole: "viewer" });
  stranger = await createUser(api, { memberOf: (await api.createClient()).accountId });
  operator = await createUser(api, { operatorRole: "read_only" });
  const { body } = await api.request("POST", "/accounts", {
    token: client.token,
    idempotencyKey: "managed",
    body: newAccountRequest({ business_name: "Öre & Søn 100% Trading" }),
  });
  managedId = body.id;
});
afterAll(() => api.stop());

interface Result {
  readonly kind: string;
  readonly path: string;
}

async function pathsFor(user: TestUser, query: string): Promise<readonly string[]> {
  const { body } = await user.get(`/console/api/search?query=${encodeURIComponent(query)}`);
  return body.results.map(({ path }: Result) => path);
}

const inTestnet = (): string => `/w/${client.accountId}/testnet`;

describe("by id", () => {
  test("an application is found by users who may read it, case-insensitively", async () => {
    const path = `${inTestnet()}/applications/${client.clientId}`;
    expect(await pathsFor(member, client.clientId)).toEqual([path]);
    expect(await pathsFor(member, ` ${client.clientId.toLowerCase()} `)).toEqual([path]);
    expect(await pathsFor(operator, client.clientId)).toEqual([path]);
    expect(await pathsFor(stranger, client.clientId)).toEqual([]);
  });

  test("a tenant leads members to its workspace, and operators to its page", async () => {
    expect(await pathsFor(member, client.accountId)).toEqual([inTestnet()]);
    expect(await pathsFor(operator, client.accountId)).toEqual([`/ops/tenants/${client.accountId}`]);
    expect(await pathsFor(stranger, client.accountId)).toEqual([]);
  });

  test("a managed account is found, and its review by operators only", async () => {
    const account = `${inTestnet()}/accounts/${managedId}`;
    expect(await pathsFor(member, managedId)).toEqual([account]);
    expect(await pathsFor(operator, managedId)).toEqual([account, `/ops/reviews/${managedId}`]);
    expect(await pathsFor(stranger, managedId)).toEqual([]);
  });

  test("objects without an id index are found through the audit log", async () => {
    const id = newId<"address">();
    const scope = { tenantId: tenantOf(client.accountId), network: "mainnet" } as const;
    await api.database.transaction((tx) =>
      recordAudit(deps, tx, scope, [
        { cause, action: "address.create", subject: { type: "address", id } },
        { cause, action: "address.update", subject: { type: "address", id } },
      ]),
    );
    expect(await pathsFor(member, id)).toEqual([`/w/${client.accountId}/mainnet/addresses/${id}`]);
    expect(await pathsFor(stranger, id)).toEqual([]);
  });

  test("further parts of a page's path come from the audit log", async () => {
    const [automationId, mintId] = [newId(), newId()];
    const { accountId } = client;
    const scope = { tenantId: tenantOf(accountId), network: "testnet" } as const;
    const created = { subject: { type: "token_mint", id: mintId }, after: { value_type: "A/B" } };
    await api.database.transaction((tx) =>
      recordAudit(deps, tx, scope, [
        { cause, action: "automation.create", subject: { type: "automation", id: automationId }, accountId },
        { cause, action: "token_mint.create", ...created },
        { cause, action: "token_mint.advance", subject: created.subject },
      ]),
    );
    const automation = `${inTestnet()}/automations/${accountId}/${automationId}`;
    expect(await pathsFor(member, automationId)).toEqual([automation]);
    expect(await pathsFor(member, mintId)).toEqual([`${inTestnet()}/tokens/A%2FB`]);
  });

  test("users and dead jobs are found only with the respective permission", async () => {
    const support = await createUser(api, { operatorRole: "support" });
    const path = "/ops/users";
    expect(await pathsFor(support, member.userId)).toEqual([path]);
    expect(await pathsFor(support, member.email.toUpperCase())).toEqual([path]);
    for (const query of [member.userId, member.email]) {
      expect(await pathsFor(operator, query)).toEqual([]);
      expect(await pathsFor(member, query)).toEqual([]);
    }
    const jobId = newId<"job">();
    const markDead = statement(`
      INSERT INTO dead_jobs (id, kind, tenant_id, payload, attempts, last_error, created_at, died_at)
      VALUES ($1, 'test', $2, '{}', 5, 'Error: it broke', now(), now())`);
    await api.database.run(markDead, [jobId, client.accountId]);
    expect(await pathsFor(operator, jobId)).toEqual([`/ops/jobs/${jobId}`]);
    expect(await pathsFor(member, jobId)).toEqual([]);
  });
});

describe("by transaction", () => {
  test("operations and deposits are found by transaction on every chain", async () => {
    const hash = `0x${"ab".repeat(32)}`;
    const [workId, transferId, addressId] = [newId(), newId(), newId()];
    await api.database.run(
      statement(`
        INSERT INTO chain_work (id, network, chain, tenant_id, owner, subject, operation, state, not_before, created_at,
          updated_at)
        VALUES ($1, 'testnet', 'base', $2, 'transfers', $3, '{"kind": "mint"}', 'queued', now(), now(), now())`),
      [workId, client.accountId, transferId],
    );
    await api.database.run(
      statement(`
        INSERT INTO chain_submissions (work_id, number, network, chain, sender_role, sender_index, state, transaction_id, bytes,
          fee, sent_at, created_at)
        VALUES ($1, 1, 'testnet', 'base', 'gas', 0, 'sent', $2, '', '{}', now(), now())`),
      [workId, hash],
    );
    await api.database.run(
      statement(`
        INSERT INTO chain_deposits (network, chain, transaction_id, transfer_index, contract, other_senders, to_address,
          units, height, block_hash, tenant_id, address_id, state, seen_at)
        VALUES ('testnet', 'solana', $1, 0, 'c', '[]', 't', 1, 1, 'h', $2, $3, 'seen', now())`),
      [hash, client.accountId, addressId],
    );
    const paths = [`${inTestnet()}/transfers/${transferId}`, `${inTestnet()}/addresses/${addressId}`];
    expect(await pathsFor(member, hash.toUpperCase().replace("0X", "0x"))).toEqual(paths);
    expect(await pathsFor(stranger, hash)).toEqual([]);
  });
});

describe("by name", () => {
  test("names are found by prefix, and SQL wildcards are literals", async () => {
    const path = `${inTestnet()}/accounts/${managedId}`;
    for (const query of ["öre", "ÖRE & s", "Öre & Søn 100% Trading"]) {
      expect(await pathsFor(member, query), query).toEqual([path]);
    }
    for (const query of ["re &", "%", "%re", "_re &", "'", "öre & søn 100_"]) {
      expect(await pathsFor(member, query), query).toEqual([]);
    }
    expect(await pathsFor(stranger, "öre")).toEqual([]);
  });

  test("operators find tenants by name", async () => {
    const { id } = await api.database.transaction((tx) =>
      createManagingAccount(deps, tx, { name: "Zanzibar Money", selfAttested: false, cause }),
    );
    expect(await pathsFor(operator, "zanzi")).toEqual([`/ops/tenants/${id}`]);
    expect(await pathsFor(member, "zanzi")).toEqual([]);
  });

  test.each([
    [
      "accounts_by_name",
      `SELECT id FROM accounts WHERE tenant_id = $1 AND lower(name) COLLATE "C" >= lower($2)
         AND lower(name) COLLATE "C" < lower($2) || 'z' ORDER BY lower(name) COLLATE "C", id LIMIT 10`,
    ],
  ])("%s is used", async (index, text) => {
    const plan = await api.database.transaction(async (tx) => {
      await tx.run(statement("SET LOCAL enable_seqscan = off"));
      await tx.run(statement("SET LOCAL enable_bitmapscan = off"));
      const rows = await tx.rows(statement<Record<string, string>>(`EXPLAIN ${text}`), [
        client.accountId,
        "a",
      ]);
      return JSON.stringify(rows);
    });
    expect(plan).toContain(index);
  });
});

describe("interpretation of a search text", () => {
  test("no search text causes a failure", async () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => Array.isArray(readQuery(text))));
    for (const query of ["x", "@", "''", "01JD7Q2M8W3T5V6X9YZABCDEFG", "0x", "🙂🙂"]) {
      const response = await member.get(`/console/api/search?query=${encodeURIComponent(query)}`);
      expect(response).toMatchObject({ status: 200, body: { results: [] } });
    }
    expect((await member.get("/console/api/search?query=")).status).toBe(400);
    expect((await member.get(`/console/api/search?query=${"x".repeat(255)}`)).status).toBe(400);
  });
});
