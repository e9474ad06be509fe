import { afterAll, beforeAll, expect, test } from "vitest";
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
import { chainNames } from "../chains/chain-name.ts";
import type { NewChainWork } from "../chains/work/chain-work.ts";
import { findToken } from "./find-token.ts";
import { ensurePlatformTokens } from "./platform-tokens.ts";
import { type RegisterToken, registerThirdPartyToken } from "./register-token.ts";

let api: TokenApi;

beforeAll(async () => {
  api = await startTokenApi();
});
afterAll(() => api.stop());

const platform = { network: "testnet", tenantId: undefined } as const;

test("the platform's tokens come into being once, however many nodes start, and are deployed as any other", async () => {
  const wish = { network: "testnet", testTokenChains: chainNames } as const;
  await Promise.all([1, 2, 3].map(() => ensurePlatformTokens(api.deps, wish)));
  await ensurePlatformTokens(api.deps, wish);
  expect(api.chainWork.enqueued.map(nameOf).toSorted()).toEqual([
    "FUSD base platform",
    "FUSD ethereum platform",
    "FUSD solana platform",
    "FUSD stellar platform",
    "TUSD base outsider",
    "TUSD ethereum outsider",
    "TUSD solana outsider",
    "TUSD stellar outsider",
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
  const tusd = await findToken(api.database, platform, "TUSD");
  expect(tusd).toMatchObject({ status: "active", kind: "third_party", minting: { authority: "outsider" } });
});

test("without local chains there is no test token; a failed deployment is tried again at the next start", async () => {
  const wish = { network: "mainnet", chains: ["base", "solana"] } as const;
  await ensurePlatformTokens(api.deps, wish);
  const mainnet = () => api.chainWork.enqueued.filter(({ network }) => network === "mainnet");
  expect(mainnet().map(nameOf).toSorted()).toEqual(["FUSD base platform", "FUSD solana platform"]);
  const ends = mainnet().map((work) => ({
    work,
    outcome: work.chain === "base" ? rejected : deployed(work),
  }));
  await settleWork(api.database, api.issuance, ends);
  const scope = { network: "mainnet", tenantId: undefined } as const;
  expect((await findToken(api.database, scope, "FUSD"))?.status).toBe("failed");
  await ensurePlatformTokens(api.deps, wish);
  expect(mainnet()).toHaveLength(3);
  expect((await findToken(api.database, scope, "FUSD"))?.status).toBe("pending");
});

test("the test token comes to local chains alone, also beside real ones", async () => {
  await ensurePlatformTokens(api.deps, {
    network: "mainnet",
    chains: ["base", "solana"],
    testTokenChains: ["solana"],
  });
  const names = api.chainWork.enqueued.filter(({ network }) => network === "mainnet").map(nameOf);
  expect(names.filter((name) => name.startsWith("TUSD"))).toEqual(["TUSD solana outsider"]);
});

const usdc: RegisterToken = {
  cause: testCause,
  network: "testnet",
  valueType: "USDC",
  name: "USD Coin",
  chain: "base",
  contract: "0x036cbd53842c5426634e7929541ec2318f3dcf7e",
};
const stellar = {
  chain: "stellar",
  contract: "USDC:GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5",
} as const;

test("the operator registers tokens of others, chain by chain, and the audit log knows", async () => {
  const token = await register();
  expect(token).toMatchObject({ status: "active", kind: "third_party", minting: { authority: "nobody" } });
  expect(token.deployments).toMatchObject([
    { chain: "base", status: "active", contract: "0x036CbD53842c5426634e7929541eC2318f3dCF7e" },
  ]);
  const more = await register(stellar);
  expect(more.id).toBe(token.id);
  expect(more.deployments.map(({ chain }) => chain)).toEqual(["base", "stellar"]);
  const { body } = await api.request("GET", "/tokens/USDC", { token: (await api.createClient()).token });
  expect(body.deployments[0]).toMatchObject({ status: "active", transaction_id: null, supply: null });
  const entries = await readAudit(api.database, { action: "token.register", limit: 10 });
  expect(entries.map(({ subject, tenantId }) => [subject.id, tenantId])).toEqual([
    [token.id, undefined],
    [token.id, undefined],
  ]);
});

test.each<readonly [string, Partial<RegisterToken>, string]>([
  ["a chain twice", {}, "conflict: USDC is on base already"],
  ["a token's own name", { valueType: "FUSD" }, "conflict: there is a token named FUSD already"],
  ["another spelling of a name", { valueType: "usdc" }, "conflict: there is a token named usdc already"],
  [
    "a contract that is another token's",
    { valueType: "USDX" },
    "conflict: the catalogue has a token at this contract already",
  ],
  ["a currency", { valueType: "USD" }, "validation_failed: value_type names a currency"],
  ["no name of a token", { valueType: "US DC" }, "validation_failed: value_type must be"],
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
  ["no asset", { valueType: "NEWC", chain: "stellar" }, "validation_failed: contract must be"],
])("%s is refused", async (_name, overrides, message) => {
  await expect(register(overrides)).rejects.toThrow(message);
});

test("nobody else issues a token of a name that is reserved for others", async () => {
  const client = await api.createClient({ selfAttested: true });
  expect((await postToken(api, client, { value_type: "fusd" })).status).toBe(422);
});

function register(overrides: Partial<RegisterToken> = {}) {
  return api.database.transaction((tx) => registerThirdPartyToken(api.deps, tx, { ...usdc, ...overrides }));
}

function nameOf({ chain, operation }: NewChainWork): string {
  if (operation.kind !== "deploy") throw new Error("no deployment");
  return `${operation.symbol} ${chain} ${operation.authority}`;
}
