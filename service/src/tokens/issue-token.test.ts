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
import type { NewChainWork } from "../chains/work/chain-work.ts";

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

test("a token is pending in the catalogue at once, with one deployment under way for each chain", async () => {
  const answer = await postToken(api, issuer, { value_type: "ONE" });
  expect(answer.status).toBe(201);
  expect(answer.headers.get("location")).toBe("/tokens/ONE");
  const queued = {
    status: "queued",
    contract_address: null,
    transaction_id: null,
    supply: "0.00",
    failure: null,
  };
  expect(answer.body).toMatchObject({
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
  const [base, solana, none] = workOf(answer.body.id);
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
      issuer: { duty: "issuer" },
    },
  });
  expect(solana?.chain).toBe("solana");
  expect(solana?.id).not.toBe(base?.id);
});

test("it is active when every chain has confirmed, and each step is visible and told", async () => {
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

test("work that is told twice changes nothing the second time", async () => {
  const client = await api.createClient({ selfAttested: true });
  const { body } = await postToken(api, client, { value_type: "THREE", transfer_types: ["base"] });
  const [base] = workOf(body.id);
  await settleOne(base);
  const before = await shown(client, "THREE");
  await settleOne(base, rejected);
  expect(await shown(client, "THREE")).toEqual(before);
  expect(await eventTypesOf(api.database, client)).toHaveLength(3);
});

test("deployments of several tokens that end together are told together", async () => {
  const client = await api.createClient({ selfAttested: true });
  const ids = [];
  for (const value_type of ["MANYA", "MANYB", "MANYC"]) {
    ids.push((await postToken(api, client, { value_type, transfer_types: ["base"] })).body.id);
  }
  const ends = ids.flatMap(workOf).map((work) => ({ work, outcome: deployed(work) }));
  await settleWork(api.database, api.issuance, ends);
  const listed = await api.request("GET", `/accounts/${client.accountId}/tokens`, { token: client.token });
  expect(listed.body.tokens.map(({ status }: { status: string }) => status)).toEqual([
    "active",
    "active",
    "active",
  ]);
});

test("a chain that fails is told with its reason, fails the token when nothing is under way, and can be tried again", async () => {
  const client = await api.createClient({ selfAttested: true });
  const { body } = await postToken(api, client, { value_type: "FOUR" });
  const [base, solana] = workOf(body.id);
  await settleOne(base, rejected);
  expect(await shown(client, "FOUR")).toMatchObject({
    status: "pending",
    deployments: [
      { status: "failed", failure: { reason: "rejected", detail: "the chain refused it" } },
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
  // The first attempt is over, whatever is said of it now.
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

test("a chain where the token is, or is on its way, is a conflict", async () => {
  const client = await api.createClient({ selfAttested: true });
  await postToken(api, client, { value_type: "SIX", transfer_types: ["base"] });
  const underWay = await deploy(client, "SIX", "base");
  expect([underWay.status, underWay.body.code]).toEqual([409, "conflict"]);
  expect(underWay.body.detail).toBe("SIX is being deployed on base");
  await issueActive(api, client, { value_type: "SEVEN", transfer_types: ["base"] });
  expect((await deploy(client, "SEVEN", "base")).body.detail).toBe("SEVEN is on base already");
  expect((await deploy(client, "NEVER", "base")).status).toBe(404);
  expect((await deploy(issuer, "SEVEN", "base")).status).toBe(404);
  expect((await deploy(client, "SEVEN", "wire")).status).toBe(400);
});

const reserved =
  "is reserved: it names a currency, a chain, a token of somebody else, or is a word of the paths of this API";

test.each([
  ["a currency's name", { value_type: "USD" }, 422, "/value_type", reserved],
  ["a currency's name in another spelling", { value_type: "eur" }, 422, "/value_type", reserved],
  ["a chain's name", { value_type: "Solana" }, 422, "/value_type", reserved],
  ["a word of paths", { value_type: "Mints" }, 422, "/value_type", reserved],
  ["the name of a token that everybody knows", { value_type: "USDC" }, 422, "/value_type", reserved],
  ["another currency", { currency: "EUR" }, 422, "/currency", "only USD is supported"],
  [
    "a kind of other accounts",
    { kind: "fiat_backed" },
    422,
    "/kind",
    expect.stringContaining("standard accounts"),
  ],
  ["a kind that nobody issues", { kind: "third_party" }, 400, "/kind", expect.any(String)],
  ["a name of one letter", { value_type: "X" }, 400, "/value_type", "must be 2 to 12 letters and digits"],
  ["a name of 13 letters", { value_type: "ABCDEFGHIJKLM" }, 400, "/value_type", expect.any(String)],
  ["a name with a dash", { value_type: "A-B" }, 400, "/value_type", expect.any(String)],
  ["spaces around the name", { name: " Acme" }, 400, "/name", expect.any(String)],
  ["letters that look like others", { name: "Acme\u200b Dollar" }, 400, "/name", expect.any(String)],
  ["no chain", { transfer_types: [] }, 400, "/transfer_types", expect.any(String)],
  ["a bank rail", { transfer_types: ["wire"] }, 400, "/transfer_types/0", expect.any(String)],
  ["a chain twice", { transfer_types: ["base", "base"] }, 400, "/transfer_types/1", "stands twice"],
  [
    "two names of a chain",
    { transfer_types: ["base", "base_sepolia"] },
    400,
    "/transfer_types/1",
    "stands twice",
  ],
  ["something unknown", { supply: "1" }, 400, "/supply", "is not a known property"],
])("%s is refused where it stands", async (_name, overrides, status, pointer, detail) => {
  const before = api.chainWork.enqueued.length;
  const answer = await postToken(api, issuer, { value_type: "REFUSED", ...overrides });
  expect([answer.status, answer.body.errors]).toEqual([status, [{ pointer, detail }]]);
  expect(api.chainWork.enqueued).toHaveLength(before);
});

test("an attested token is not for a standard account, and a fiat-backed one is", async () => {
  const answer = await postToken(api, standard, { value_type: "BACKED" });
  expect([answer.status, answer.body.detail]).toEqual([
    422,
    "/kind attested is for self-attested accounts; this account is a standard one",
  ]);
  expect((await postToken(api, standard, { value_type: "BACKED", kind: "fiat_backed" })).status).toBe(201);
});

test("a name is taken in its network in every spelling, whoever asks, also by two at once", async () => {
  expect((await postToken(api, issuer, { value_type: "Taken" })).status).toBe(201);
  const other = await api.createClient({ selfAttested: true });
  const answer = await postToken(api, other, { value_type: "TAKEN" });
  const errors = [{ pointer: "/value_type", detail: "is taken" }];
  expect([answer.status, answer.body]).toMatchObject([409, { code: "conflict", errors }]);
  expect(answer.text).not.toContain("Taken");
  const own = await postToken(api, issuer, { value_type: "TAKEN" });
  expect([own.status, own.body.errors]).toEqual([
    409,
    [{ pointer: "/value_type", detail: "is taken: there is a token named Taken already" }],
  ]);
  expect((await postToken(api, mainnet, { value_type: "TAKEN" })).status).toBe(201);
  const both = await Promise.all(
    [issuer, other, issuer, other].map((client) => postToken(api, client, { value_type: "RACED" })),
  );
  expect(both.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
    201, 409, 409, 409,
  ]);
});

test("a test chain's name is refused on mainnet", async () => {
  const wish = { value_type: "MAINS", transfer_types: ["sepolia"] };
  const answer = await postToken(api, mainnet, wish);
  expect([answer.status, answer.body.code]).toEqual([403, "network_not_supported"]);
});

test("no two tokens have one issuer key", async () => {
  const indexes = api.chainWork.enqueued
    .filter(({ network }) => network === "testnet")
    .map(({ subject, operation }) => [subject, operation.kind === "deploy" ? operation.issuer.index : -1]);
  const bySubject = new Map(indexes.map(([subject, index]) => [subject, index]));
  expect(new Set(bySubject.values()).size).toBe(bySubject.size);
});

test("an account under review issues nothing", async () => {
  const created = await api.request("POST", "/accounts", {
    token: issuer.token,
    idempotencyKey: "managed",
    body: newAccountRequest({ business_name: "Review Limited" }),
  });
  const answer = await postToken(api, { ...issuer, accountId: created.body.id }, { value_type: "EARLY" });
  expect([answer.status, answer.body.detail]).toEqual([
    422,
    "the account must be complete before it issues tokens; it is pending",
  ]);
});

test("an account of somebody else is not there, and a scope is needed", async () => {
  const body = newTokenRequest({ value_type: "FOREIGN" });
  const path = `/accounts/${issuer.accountId}/tokens`;
  const options = { idempotencyKey: "foreign", body };
  expect((await api.request("POST", path, { ...options, token: standard.token })).status).toBe(404);
  const { token } = await api.createClient({ accountId: issuer.accountId, scopes: ["tokens:read"] });
  const answer = await api.request("POST", path, { ...options, token });
  expect([answer.status, answer.body.code]).toEqual([403, "insufficient_scope"]);
  expect((await api.request("POST", path, { body, token: issuer.token })).status).toBe(400);
});

test("the same request again is the same token", async () => {
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
  if (work === undefined) throw new Error("there is no such work");
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
