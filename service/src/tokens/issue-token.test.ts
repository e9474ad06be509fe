import { afterAll, beforeAll, expect, test } from "vitest";
import { newAccountRequest } from "../../test/account-request.ts";
import type { TestClient } from "../../test/api.ts";
import {
  deployed,
  eventTypesOf,
  issueActive,
  newTokenRequest,
  postToken,
  rejected,
  settleWork,
  startTokenApi,
  type TokenApi,
} from "../../test/tokens.ts";
import type { NewChainWork } from "../chains/engine/chain-work.ts";

let api: TokenApi;
let issuer: TestClient;
let standard: TestClient;
let mainnet: TestClient;

beforeAll(async () => {
  api = await startTokenApi();
  issuer = await api.createClient({ selfAttested: true });
  standard = await api.createClient();
  mainnet = await api.createClient({ selfAttested: true, network: "mainnet" });
});
afterAll(() => api.stop());

test("a new token is pending, with one deployment per chain", async () => {
  const response = await postToken(api, issuer, { value_type: "ONE" });
  expect(response.status).toBe(201);
  expect(response.headers.get("location")).toBe("/tokens/ONE");
  const queued = {
    status: "queued",
    contract_address: null,
    transaction_id: null,
    supply: "0.00",
    failure: null,
  };
  expect(response.body).toMatchObject({
    value_type: "ONE",
    symbol: "ONE",
    name: "Acme Dollar",
    kind: "attested",
    currency: "USD",
    decimals: 6,
    status: "pending",
    issuer_account_id: issuer.accountId,
    deployments: [
      { transfer_type: "base", ...queued },
      { transfer_type: "solana", ...queued },
    ],
  });
  const [base, solana, none] = workOf(response.body.id);
  expect(none).toBeUndefined();
  expect(base).toMatchObject({
    network: "testnet",
    chain: "base",
    owner: "tokens.issuance",
    tenantId: issuer.accountId,
    operation: {
      kind: "deploy",
      reference: base?.id,
      name: "Acme Dollar",
      symbol: "ONE",
      authority: "platform",
      issuer: { role: "issuer" },
    },
  });
  expect(solana?.chain).toBe("solana");
  expect(solana?.id).not.toBe(base?.id);
});

test("a token is active once every chain has confirmed, and each step is visible and published", async () => {
  const client = await api.createClient({ selfAttested: true });
  const { body } = await postToken(api, client, { value_type: "TWO" });
  const [base, solana] = workOf(body.id);
  api.chainWork.setProgress(base?.id ?? "", { state: "sending", transactionId: "0xabc" });
  expect(await shown(client, "TWO")).toMatchObject({
    status: "pending",
    deployments: [{ status: "deploying", transaction_id: "0xabc" }, { status: "queued" }],
  });
  await settleOne(base);
  expect(await shown(client, "TWO")).toMatchObject({
    status: "pending",
    deployments: [{ status: "active", contract_address: `contract-${base?.id}` }, { status: "queued" }],
  });
  await settleOne(solana);
  expect(await shown(client, "TWO")).toMatchObject({
    status: "active",
    deployments: [{ status: "active" }, { status: "active" }],
  });
  expect(await eventTypesOf(api.database, client)).toEqual([
    "token.created",
    "token.deployment.completed",
    "token.deployment.completed",
    "token.issuance.completed",
  ]);
});

test("a duplicate outcome has no effect", async () => {
  const client = await api.createClient({ selfAttested: true });
  const { body } = await postToken(api, client, { value_type: "THREE", transfer_types: ["base"] });
  const [base] = workOf(body.id);
  await settleOne(base);
  const before = await shown(client, "THREE");
  await settleOne(base, rejected);
  expect(await shown(client, "THREE")).toEqual(before);
  expect(await eventTypesOf(api.database, client)).toHaveLength(3);
});

test("deployments of several tokens that finish together are settled together", async () => {
  const client = await api.createClient({ selfAttested: true });
  const ids = [];
  for (const value_type of ["MANYA", "MANYB", "MANYC"]) {
    ids.push((await postToken(api, client, { value_type, transfer_types: ["base"] })).body.id);
  }
  const ends = ids.flatMap(workOf).map((work) => ({ work, outcome: deployed(work) }));
  await settleWork(api.database, api.issuance, ends);
  const items = await api.request("GET", `/accounts/${client.accountId}/tokens`, { token: client.token });
  expect(items.body.tokens.map(({ status }: { status: string }) => status)).toEqual([
    "active",
    "active",
    "active",
  ]);
});

test("a failed deployment has a reason, fails the token once none is pending, and can be retried", async () => {
  const client = await api.createClient({ selfAttested: true });
  const { body } = await postToken(api, client, { value_type: "FOUR" });
  const [base, solana] = workOf(body.id);
  await settleOne(base, rejected);
  expect(await shown(client, "FOUR")).toMatchObject({
    status: "pending",
    deployments: [
      { status: "failed", failure: { reason: "rejected", detail: "the chain rejected the transaction" } },
      { status: "queued" },
    ],
  });
  await settleOne(solana);
  expect(await shown(client, "FOUR")).toMatchObject({ status: "failed" });
  const retried = await deploy(client, "FOUR", "base_sepolia");
  expect(retried.status).toBe(201);
  expect(retried.body).toMatchObject({
    status: "pending",
    deployments: [{ transfer_type: "base", status: "queued", failure: null }, { status: "active" }],
  });
  const again = workOf(body.id).at(-1);
  expect(again?.id).not.toBe(base?.id);
  // The first attempt is final, so later outcomes of it are ignored.
  await settleOne(base);
  expect(await shown(client, "FOUR")).toMatchObject({ status: "pending" });
  await settleOne(again);
  expect(await shown(client, "FOUR")).toMatchObject({ status: "active" });
  expect(await eventTypesOf(api.database, client)).toEqual([
    "token.created",
    "token.deployment.failed",
    "token.deployment.completed",
    "token.issuance.failed",
    "token.deployment.created",
    "token.deployment.completed",
    "token.issuance.completed",
  ]);
});

test("a chain can be added, and a failure there leaves an active token active", async () => {
  const client = await api.createClient({ selfAttested: true });
  const { body } = await issueActive(api, client, { value_type: "FIVE", transfer_types: ["base"] });
  const added = await deploy(client, "FIVE", "stellar");
  expect(added.body).toMatchObject({
    status: "active",
    deployments: [
      { transfer_type: "base", status: "active" },
      { transfer_type: "stellar", status: "queued" },
    ],
  });
  await settleOne(workOf(body.id).at(-1), rejected);
  expect(await shown(client, "FIVE")).toMatchObject({
    status: "active",
    deployments: [{ status: "active" }, { status: "failed" }],
  });
});

test("deploying where the token is active or being deployed is a conflict", async () => {
  const client = await api.createClient({ selfAttested: true });
  await postToken(api, client, { value_type: "SIX", transfer_types: ["base"] });
  const pending = await deploy(client, "SIX", "base");
  expect([pending.status, pending.body.code]).toEqual([409, "conflict"]);
  expect(pending.body.detail).toBe("SIX is already being deployed on base");
  await issueActive(api, client, { value_type: "SEVEN", transfer_types: ["base"] });
  expect((await deploy(client, "SEVEN", "base")).body.detail).toBe("SEVEN is already active on base");
  expect((await deploy(client, "NEVER", "base")).status).toBe(404);
  expect((await deploy(issuer, "SEVEN", "base")).status).toBe(404);
  expect((await deploy(client, "SEVEN", "wire")).status).toBe(400);
});

const reserved = "is reserved for a currency, a chain, a well-known token or an API path";

test.each([
  ["a currency code", { value_type: "USD" }, 422, "/value_type", reserved],
  ["a currency code in another case", { value_type: "eur" }, 422, "/value_type", reserved],
  ["a chain name", { value_type: "Solana" }, 422, "/value_type", reserved],
  ["an API path segment", { value_type: "Mints" }, 422, "/value_type", reserved],
  ["a well-known token", { value_type: "USDC" }, 422, "/value_type", reserved],
  ["an unsupported currency", { currency: "EUR" }, 422, "/currency", "only USD is supported"],
  [
    "a kind for other accounts",
    { kind: "fiat_backed" },
    422,
    "/kind",
    expect.stringContaining("standard accounts"),
  ],
  ["a kind that cannot be issued", { kind: "third_party" }, 400, "/kind", expect.any(String)],
  [
    "a value type of one letter",
    { value_type: "X" },
    400,
    "/value_type",
    "must be 2 to 12 letters and digits",
  ],
  ["a value type of 13 letters", { value_type: "ABCDEFGHIJKLM" }, 400, "/value_type", expect.any(String)],
  ["a value type with a dash", { value_type: "A-B" }, 400, "/value_type", expect.any(String)],
  ["spaces around the name", { name: " Acme" }, 400, "/name", expect.any(String)],
  ["invisible characters in the name", { name: "Acme\u200b Dollar" }, 400, "/name", expect.any(String)],
  ["no chain", { transfer_types: [] }, 400, "/transfer_types", expect.any(String)],
  ["a bank rail", { transfer_types: ["wire"] }, 400, "/transfer_types/0", expect.any(String)],
  [
    "a chain twice",
    { transfer_types: ["base", "base"] },
    400,
    "/transfer_types/1",
    "must not appear more than once",
  ],
  [
    "two names of the same chain",
    { transfer_types: ["base", "base_sepolia"] },
    400,
    "/transfer_types/1",
    "must not appear more than once",
  ],
  ["an unknown property", { supply: "1" }, 400, "/supply", "is not a known property"],
])("%s is refused with a pointer", async (_name, overrides, status, pointer, detail) => {
  const before = api.chainWork.enqueued.length;
  const response = await postToken(api, issuer, { value_type: "REFUSED", ...overrides });
  expect([response.status, response.body.errors]).toEqual([status, [{ pointer, detail }]]);
  expect(api.chainWork.enqueued).toHaveLength(before);
});

test("attested tokens are for self-attested accounts, fiat-backed tokens for standard accounts", async () => {
  const response = await postToken(api, standard, { value_type: "BACKED" });
  expect([response.status, response.body.detail]).toEqual([
    422,
    "/kind attested is only for self-attested accounts; this is a standard account",
  ]);
  expect((await postToken(api, standard, { value_type: "BACKED", kind: "fiat_backed" })).status).toBe(201);
});

test("a value type is unique in its network in any case, for all tenants, also for concurrent requests", async () => {
  expect((await postToken(api, issuer, { value_type: "Taken" })).status).toBe(201);
  const other = await api.createClient({ selfAttested: true });
  const response = await postToken(api, other, { value_type: "TAKEN" });
  const errors = [{ pointer: "/value_type", detail: "is already taken" }];
  expect([response.status, response.body]).toMatchObject([409, { code: "conflict", errors }]);
  expect(response.text).not.toContain("Taken");
  const visible = await postToken(api, issuer, { value_type: "TAKEN" });
  expect([visible.status, visible.body.errors]).toEqual([
    409,
    [{ pointer: "/value_type", detail: "is already taken by the token Taken" }],
  ]);
  expect((await postToken(api, mainnet, { value_type: "TAKEN" })).status).toBe(201);
  const both = await Promise.all(
    [issuer, other, issuer, other].map((client) => postToken(api, client, { value_type: "RACED" })),
  );
  expect(both.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
    201, 409, 409, 409,
  ]);
});

test("a test chain name is refused on mainnet", async () => {
  const fields = { value_type: "MAINS", transfer_types: ["sepolia"] };
  const response = await postToken(api, mainnet, fields);
  expect([response.status, response.body.code]).toEqual([403, "network_not_supported"]);
});

test("every token has its own issuer key", async () => {
  const indexes = api.chainWork.enqueued
    .filter(({ network }) => network === "testnet")
    .map(({ subject, operation }) => [subject, operation.kind === "deploy" ? operation.issuer.index : -1]);
  const bySubject = new Map(indexes.map(([subject, index]) => [subject, index]));
  expect(new Set(bySubject.values()).size).toBe(bySubject.size);
});

test("an account under review cannot issue tokens", async () => {
  const created = await api.request("POST", "/accounts", {
    token: issuer.token,
    idempotencyKey: "managed",
    body: newAccountRequest({ business_name: "Review Limited" }),
  });
  const response = await postToken(api, { ...issuer, accountId: created.body.id }, { value_type: "EARLY" });
  expect([response.status, response.body.detail]).toEqual([
    422,
    "the account must be complete before it issues tokens; it is pending",
  ]);
});

test("an account of another tenant is not found, and a scope is required", async () => {
  const body = newTokenRequest({ value_type: "FOREIGN" });
  const path = `/accounts/${issuer.accountId}/tokens`;
  const options = { idempotencyKey: "foreign", body };
  expect((await api.request("POST", path, { ...options, token: standard.token })).status).toBe(404);
  const { token } = await api.createClient({ accountId: issuer.accountId, scopes: ["tokens:read"] });
  const response = await api.request("POST", path, { ...options, token });
  expect([response.status, response.body.code]).toEqual([403, "insufficient_scope"]);
  expect((await api.request("POST", path, { body, token: issuer.token })).status).toBe(400);
});

test("an idempotent replay returns the same token", async () => {
  const options = {
    token: issuer.token,
    idempotencyKey: "again",
    body: newTokenRequest({ value_type: "AGAIN" }),
  };
  const path = `/accounts/${issuer.accountId}/tokens`;
  const first = await api.request("POST", path, options);
  const second = await api.request("POST", path, options);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(second.text).toBe(first.text);
  expect(workOf(first.body.id)).toHaveLength(2);
});

function workOf(tokenId: string): readonly NewChainWork[] {
  return api.chainWork.enqueued.filter(({ subject }) => subject === tokenId);
}

async function settleOne(work: NewChainWork | undefined, outcome?: Parameters<TokenApi["settle"]>[1]) {
  if (work === undefined) throw new Error("no chain operation");
  await api.settle(work, outcome ?? deployed(work));
}

async function shown({ token }: TestClient, valueType: string) {
  return (await api.request("GET", `/tokens/${valueType}`, { token })).body;
}

let deployments = 0;

function deploy({ token, accountId }: TestClient, valueType: string, chain: string) {
  deployments += 1;
  const options = { token, idempotencyKey: `deployment-${deployments}`, body: { transfer_type: chain } };
  return api.request("POST", `/accounts/${accountId}/tokens/${valueType}/deployments`, options);
}
