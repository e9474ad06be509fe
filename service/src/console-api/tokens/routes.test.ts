import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "../../../test/addresses.ts";
import type { TestClient } from "../../../test/api.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { addToken } from "../../../test/token-holders.ts";
import { done, type MovementApi, startMovementApi } from "../../../test/token-movements.ts";
import { settleWork } from "../../../test/tokens.ts";
import { statement } from "../../db/statement.ts";
import { freezesOwner } from "../../tokens/index.ts";

let api: MovementApi;
let issuer: TestClient;
let compliance: TestUser;

beforeAll(async () => {
  api = await startMovementApi();
  issuer = await api.createClient({ selfAttested: true });
  await addToken(api, { issuer: issuer.accountId, valueType: "ACME", chains: ["base", "solana"] });
  await addToken(api, { issuer: undefined, valueType: "OTHER", kind: "third_party", chains: ["base"] });
  compliance = await createUser(api, { operatorRole: "compliance" });
});
afterAll(() => api.stop());

const place = addressOf.evm("console/freezes");
const order = (more: object = {}) => ({
  network: "testnet",
  value_type: "ACME",
  transfer_type: "base",
  address: place,
  reason: "a court order",
  ...more,
});

const actorOf = statement(
  "SELECT actor_type, actor_id, after FROM audit_log WHERE subject_id = $1 AND action = 'freeze.create'",
);

test("an operator freezes and unfreezes an address with a reason, in their own name", async () => {
  const created = await compliance.post("/console/api/freezes", order({ address: place.toLowerCase() }));
  expect(created.status, created.text).toBe(201);
  const { id } = created.body;
  // In the chain's format, regardless of the input.
  expect(created.body).toMatchObject({ status: "freezing", address: place, reason: "a court order" });
  expect(await api.database.first(actorOf, [id])).toMatchObject({
    actorType: "user",
    actorId: compliance.userId,
    after: { reason: "a court order" },
  });
  const unfreeze = () =>
    compliance.post(`/console/api/freezes/${id}/unfreeze`, { network: "testnet", reason: "lifted" });
  expect((await unfreeze()).body.code).toBe("conflict");
  expect((await compliance.post("/console/api/freezes", order())).body.code).toBe("conflict");
  const settle = async () =>
    settleWork(api.database, freezesOwner(api.deps), [{ work: await api.workOf(id), outcome: done }]);
  await settle();
  expect((await unfreeze()).body).toMatchObject({ status: "unfreezing", unfreeze_reason: "lifted" });
  await settle();
  const items = await compliance.get("/console/api/freezes?network=testnet&value_type=ACME&status=unfrozen");
  expect(items.body.freezes).toMatchObject([{ id, status: "unfrozen" }]);
  expect((await compliance.get("/console/api/freezes?network=mainnet")).body.freezes).toEqual([]);
  expect((await compliance.get("/console/api/freezes")).body.freezes).toMatchObject([
    { id, network: "testnet" },
  ]);
});

test("an invalid freeze is rejected with the field", async () => {
  const refused = async (more: object) => {
    const { status, body } = await compliance.post("/console/api/freezes", order(more));
    return [status, body.code, body.errors?.[0]?.pointer];
  };
  expect(await refused({ address: "0x12" })).toEqual([400, "validation_failed", "/address"]);
  expect(await refused({ transfer_type: "solana" })).toEqual([400, "validation_failed", "/address"]);
  expect(await refused({ reason: "   " })).toEqual([400, "validation_failed", "/reason"]);
  expect(await refused({ transfer_type: "dogecoin" })).toEqual([400, "validation_failed", "/transfer_type"]);
  expect(await refused({ value_type: "OTHER" })).toEqual([422, "unprocessable", "/value_type"]);
  expect(await refused({ transfer_type: "ethereum" })).toEqual([422, "unprocessable", "/transfer_type"]);
  expect(await refused({ value_type: "NONE" })).toEqual([404, "not_found", undefined]);
  const nowhere = "/console/api/freezes/01JD7Q2M8W3T5V6X9YZABCDEFG/unfreeze";
  expect((await compliance.post(nowhere, { network: "testnet", reason: "x" })).status).toBe(404);
});

test("freezing needs the role and a fresh second factor; members see freezes of their own tokens", async () => {
  const support = await createUser(api, { operatorRole: "support" });
  expect((await support.post("/console/api/freezes", order())).body.code).toBe("not_permitted");
  expect((await support.get("/console/api/freezes?network=testnet")).status).toBe(200);
  const tired = await createUser(api, { operatorRole: "compliance", secondFactorAge: "old" });
  expect((await tired.post("/console/api/freezes", order())).body.code).toBe("second_factor_required");
  const member = await createUser(api, { memberOf: issuer.accountId, memberRole: "viewer" });
  expect((await member.get("/console/api/freezes?network=testnet")).body.code).toBe("not_permitted");
  const freezesPath = `/console/api/workspaces/${issuer.accountId}/testnet/tokens/ACME/freezes`;
  expect((await member.get(freezesPath)).body.freezes).toMatchObject([
    { value_type: "ACME", address: place },
  ]);
  const { accountId } = await api.createClient();
  const stranger = await createUser(api, { memberOf: accountId });
  const others = `/console/api/workspaces/${accountId}/testnet/tokens/ACME/freezes`;
  expect((await stranger.get(others)).body.freezes).toEqual([]);
  expect((await stranger.get(freezesPath)).status).toBe(404);
});

test("operators see the tokens of all tenants, and which can be frozen", async () => {
  const { tokens, is_complete } = (await compliance.get("/console/api/tokens?network=testnet")).body;
  expect(is_complete).toBe(true);
  expect(
    tokens.map(({ value_type, can_be_frozen }: { value_type: string; can_be_frozen: boolean }) => [
      value_type,
      can_be_frozen,
    ]),
  ).toEqual([
    ["ACME", true],
    ["OTHER", false],
  ]);
});

const runs = {
  insert: statement(`
    INSERT INTO reconciliation_runs (id, started_at, progressed_at, ended_at, is_under_way, compared_count, explained_count,
      difference_count, unverified_count)
    VALUES ('01JD7Q2M8W3T5V6X9YZABCDEFG', now(), now(), now(), false, 9, 1, 3, 0)`),
  difference: statement(`
    INSERT INTO reconciliation_differences (run_id, network, chain, token_id, value_type, address_id, tenant_id, chain_units,
      ledger_units, cause, found_at)
    SELECT '01JD7Q2M8W3T5V6X9YZABCDEFG', 'testnet', 'base', id, value_type, $1, $2, 5000000, 4000000, 'unexplained', now()
      FROM tokens WHERE network = 'testnet' AND value_type = 'ACME'`),
};

test("a reconciliation can be requested; operators see the full result, members only their own part", async () => {
  const treasurer = await createUser(api, { operatorRole: "treasury" });
  const path = "/console/api/reconciliation";
  expect((await treasurer.get(path)).body).toEqual({ is_under_way: false, last_run: null });
  expect((await treasurer.post(`${path}/runs`, undefined)).status).toBe(202);
  expect((await compliance.post(`${path}/runs`, undefined)).body.code).toBe("not_permitted");
  await api.database.run(runs.insert);
  const strange = (await api.createClient()).accountId;
  for (const [address, tenant] of [
    ["", null],
    ["A1", issuer.accountId],
    ["A2", strange],
  ] as const)
    await api.database.run(runs.difference, [address, tenant]);
  const { last_run } = (await treasurer.get(path)).body;
  expect(last_run).toMatchObject({ compared: 9, explained: 1, different: 3, is_complete: true });
  expect(last_run.differences).toHaveLength(3);
  const member = await createUser(api, { memberOf: issuer.accountId });
  const reconciliationPath = `/console/api/workspaces/${issuer.accountId}/testnet/tokens/ACME/reconciliation`;
  expect((await member.get(reconciliationPath)).body.differences).toMatchObject([
    { address_id: null, on_chain: "5.00", in_ledger: "4.00" },
    { address_id: "A1" },
  ]);
  const none = reconciliationPath.replace("ACME", "OTHER");
  expect((await member.get(none)).body).toMatchObject({ differences: [], is_complete: true });
});
