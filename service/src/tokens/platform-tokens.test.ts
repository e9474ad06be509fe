import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { testCause } from "../../test/auth.ts";
import {
  deployed,
  postToken,
  rejected,
  settleWork,
  startTokenApi,
  type TokenApi,
} from "../../test/tokens.ts";
import { readAudit } from "../audit/index.ts";
import { standardChains } from "../chains/chain-name.ts";
import type { NewChainWork } from "../chains/engine/chain-work.ts";
import { findToken } from "./find-token.ts";
import { ensurePlatformTokens } from "./platform-tokens.ts";
import { type RegisterToken, registerThirdPartyToken } from "./register-token.ts";

let api: TokenApi;

beforeAll(async () => {
  api = await startTokenApi();
});
afterAll(() => api.stop());

const platform = { network: "testnet", tenantId: undefined } as const;

test("platform tokens are created once, no matter how many nodes start, and deployed like any other", async () => {
  const input = { network: "testnet", chains: standardChains, testTokenChains: standardChains } as const;
  await Promise.all([1, 2, 3].map(() => ensurePlatformTokens(api.deps, input)));
  await ensurePlatformTokens(api.deps, input);
  expect(api.chainWork.enqueued.map(nameOf).toSorted()).toEqual([
    "FUSD base platform",
    "FUSD ethereum platform",
    "FUSD solana platform",
    "FUSD stellar platform",
    "USDC base external_issuer",
    "USDC ethereum external_issuer",
    "USDC solana external_issuer",
    "USDC stellar external_issuer",
  ]);
  expect(api.chainWork.enqueued.every(({ tenantId }) => tenantId === undefined)).toBe(true);
  const ends = api.chainWork.enqueued.map((work) => ({ work, outcome: deployed(work) }));
  await settleWork(api.database, api.issuance, ends);
  const fusd = await findToken(api.database, platform, "FUSD");
  expect(fusd).toMatchObject({
    status: "active",
    kind: "fiat_backed",
    isPublic: true,
    name: "Florin Dollar",
  });
  const usdc = await findToken(api.database, platform, "USDC");
  expect(usdc).toMatchObject({
    status: "active",
    kind: "third_party",
    minting: { authority: "external_issuer" },
  });
});

test("without local chains there is no test token; a failed deployment is retried at the next start", async () => {
  const input = { network: "mainnet", chains: ["base", "solana"] } as const;
  await ensurePlatformTokens(api.deps, input);
  const mainnet = () => api.chainWork.enqueued.filter(({ network }) => network === "mainnet");
  expect(mainnet().map(nameOf).toSorted()).toEqual(["FUSD base platform", "FUSD solana platform"]);
  const ends = mainnet().map((work) => ({
    work,
    outcome: work.chain === "base" ? rejected : deployed(work),
  }));
  await settleWork(api.database, api.issuance, ends);
  const scope = { network: "mainnet", tenantId: undefined } as const;
  expect((await findToken(api.database, scope, "FUSD"))?.status).toBe("failed");
  await ensurePlatformTokens(api.deps, input);
  expect(mainnet()).toHaveLength(3);
  expect((await findToken(api.database, scope, "FUSD"))?.status).toBe("pending");
});

test("the test token is only on local chains, even next to real ones", async () => {
  await ensurePlatformTokens(api.deps, {
    network: "mainnet",
    chains: ["base", "solana"],
    testTokenChains: ["solana"],
  });
  const names = api.chainWork.enqueued.filter(({ network }) => network === "mainnet").map(nameOf);
  expect(names.filter((name) => name.startsWith("USDC"))).toEqual(["USDC solana external_issuer"]);
});

const pyusd: RegisterToken = {
  cause: testCause,
  network: "testnet",
  valueType: "PYUSD",
  name: "PayPal USD",
  chain: "base",
  contract: "0x036cbd53842c5426634e7929541ec2318f3dcf7e",
};
const stellar = {
  chain: "stellar",
  contract: "PYUSD:GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5",
} as const;

test("operators register third-party tokens chain by chain, and each registration is audited", async () => {
  const token = await register();
  expect(token).toMatchObject({ status: "active", kind: "third_party", minting: { authority: "external" } });
  expect(token.deployments).toMatchObject([
    { chain: "base", status: "active", contract: "0x036CbD53842c5426634e7929541eC2318f3dCF7e" },
  ]);
  const extended = await register(stellar);
  expect(extended.id).toBe(token.id);
  expect(extended.deployments.map(({ chain }) => chain)).toEqual(["base", "stellar"]);
  const { body } = await api.request("GET", "/tokens/PYUSD", { token: (await api.createClient()).token });
  expect(body.deployments[0]).toMatchObject({ status: "active", transaction_id: null, supply: null });
  const entries = await readAudit(api.database, { action: "token.register", limit: 10 });
  expect(entries.map(({ subject, tenantId }) => [subject.id, tenantId])).toEqual([
    [token.id, undefined],
    [token.id, undefined],
  ]);
});

test("a registered token is not deployed on local chains, although it has the name of the test token", async () => {
  const other = await startTokenApi();
  onTestFinished(() => other.stop());
  await other.database.transaction((tx) =>
    registerThirdPartyToken(other.deps, tx, { ...pyusd, valueType: "USDC" }),
  );
  await ensurePlatformTokens(other.deps, {
    network: "testnet",
    chains: ["base"],
    testTokenChains: ["solana"],
  });
  expect(other.chainWork.enqueued.map(nameOf)).toEqual(["FUSD base platform"]);
});

test.each<readonly [string, Partial<RegisterToken>, string]>([
  ["a chain twice", {}, "conflict: PYUSD is already active on base"],
  ["a value type in use", { valueType: "FUSD" }, "conflict: there is already a token FUSD"],
  ["a value type in another case", { valueType: "pyusd" }, "conflict: there is already a token pyusd"],
  ["a contract of another token", { valueType: "USDX" }, "conflict: this contract is already registered"],
  ["a currency", { valueType: "USD" }, "validation_failed: value_type must not be a currency"],
  ["an invalid value type", { valueType: "US DC" }, "validation_failed: value_type must be"],
  ["a blank name", { name: " " }, "validation_failed: name must be"],
  [
    "a wrong checksum",
    { valueType: "NEWA", contract: "0x036CbD53842c5426634e7929541eC2318f3dCF7E" },
    "validation_failed: contract must be a contract on base",
  ],
  [
    "a contract of another chain",
    { valueType: "NEWB", chain: "solana" },
    "validation_failed: contract must be",
  ],
  ["an invalid asset", { valueType: "NEWC", chain: "stellar" }, "validation_failed: contract must be"],
])("%s is refused", async (_name, overrides, message) => {
  await expect(register(overrides)).rejects.toThrow(message);
});

test("well-known value types of third parties cannot be issued", async () => {
  const client = await api.createClient({ selfAttested: true });
  expect((await postToken(api, client, { value_type: "fusd" })).status).toBe(422);
});

function register(overrides: Partial<RegisterToken> = {}) {
  return api.database.transaction((tx) => registerThirdPartyToken(api.deps, tx, { ...pyusd, ...overrides }));
}

function nameOf({ chain, operation }: NewChainWork): string {
  if (operation.kind !== "deploy") throw new Error("not a deployment");
  return `${operation.symbol} ${chain} ${operation.authority}`;
}
