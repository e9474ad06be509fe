import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createFlorin, type Florin } from "@florin/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type McpClient, startMcp, startMcpStdio } from "../cli/test/mcp.ts";
import { type DemoAccount, demoAccountOf } from "./guides/demo-account.ts";
import { type RunningService, startService } from "./guides/start-service.ts";

let service: RunningService;
let demo: DemoAccount;
let florin: Florin<"testnet">;
let environment: Readonly<Record<string, string>>;
beforeAll(async () => {
  service = await startService();
  demo = await demoAccountOf(service);
  florin = createFlorin({ network: "testnet", baseUrl: service.baseUrl, credentials: demo });
  environment = {
    FLORIN_API: service.baseUrl,
    FLORIN_CLIENT_ID: demo.clientId,
    FLORIN_CLIENT_SECRET: demo.clientSecret,
  };
});
afterAll(() => service.stop());

const startStdio = (...argv: readonly string[]): Promise<McpClient> => startMcpStdio(argv, environment);

async function wallet(): Promise<string> {
  const { account_id } = demo;
  const { id } = await florin.addresses.createInternal({
    account_id,
    name: "Agent",
    transfer_types: ["base"],
  });
  return id;
}

const wireIn = (addressId: string, value: string) => ({
  account_id: demo.account_id,
  amount: { value, currency: "USD" },
  source: { value_type: "USD", transfer_type: "wire" },
  destination: { address_id: addressId, value_type: "FUSD", transfer_type: "base" },
});

test("an agent reads over stdio, and never sees a secret", async () => {
  await using agent = await startStdio("--read-only");
  expect(await agent.toolNames()).not.toContain("create_transfer");
  const { account_id } = demo;
  const accounts = await agent.call("list_accounts");
  expect(JSON.stringify(accounts.value)).toContain(account_id);
  const addressId = await wallet();
  const results = [
    accounts,
    await agent.call("list_balances", { account_id }),
    await agent.call("get_address", { account_id, address_id: addressId }),
    await agent.call("list_addresses", { account_id, page: { size: 1 } }),
    await agent.call("quote_transfer", wireIn(addressId, "60.00")),
    await agent.call("get_token", { value_type: "FUSD" }),
    await agent.call("list_events", { account_id, page: { size: 2 } }),
    await agent.call("search_docs", { query: "cancel transfer" }),
  ];
  expect(results.map(({ isError }) => isError)).toEqual(results.map(() => false));
  expect(results[3]?.value.addresses).toHaveLength(1);
  expect(JSON.stringify(results)).not.toContain(demo.clientSecret);
  const unknown = await agent.call("get_transfer", { account_id, transfer_id: "01JD7Q2M8W3T5V6X9YZABCDEFG" });
  expect(unknown).toMatchObject({ isError: true, value: { code: "not_found", status: 404 } });
  const invalid = await agent.call("list_transfers", { account_id, status: "none" });
  expect(invalid.value).toMatchObject({ code: "validation_failed", errors: [{ pointer: "/query/status" }] });
});

test("of two agents at the limit one moves value, also after a restart, over stdio and HTTP", async () => {
  const { account_id } = demo;
  const state = join(service.dataFolder, "mcp-spending.jsonl");
  const limited = ["--limit", "100", "USD", "--state", state];
  const addressId = await wallet();
  const agents = await Promise.all([startStdio(...limited), startStdio(...limited)]);
  const results = await Promise.all(
    agents.map((agent) => agent.call("create_transfer", wireIn(addressId, "60.00"))),
  );
  for (const agent of agents) await agent[Symbol.asyncDispose]();
  expect(results.map(({ value }) => value.code ?? value.status).sort(byText)).toEqual([
    "pending",
    "spending_limit_exceeded",
  ]);
  await using restarted = await startMcp(limited, { environment });
  await using agent = await restarted.connect();
  expect((await agent.call("get_spending_limit")).value).toMatchObject({
    spent: "60.00",
    unknown_outcomes: [],
  });
  expect(await agent.call("create_transfer", wireIn(addressId, "40.01"))).toMatchObject({ isError: true });
  const rejected = await agent.call("create_transfer", wireIn("01JD7Q2M8W3T5V6X9YZABCDEFG", "40.00"));
  expect(rejected).toMatchObject({ isError: true, value: { code: "address_not_found", status: 404 } });
  expect(await agent.call("create_transfer", wireIn(addressId, "40.00"))).toMatchObject({ isError: false });
  const { transfers } = (await agent.call("list_transfers", { account_id, address_id: addressId })).value;
  expect(
    transfers.map(({ amount }: { readonly amount: { readonly value: string } }) => amount.value),
  ).toEqual(["40.00", "60.00"]);
  expect(await readFile(state, "utf8")).not.toContain(addressId);
  await rm(state);
});

test("a transfer that needs approval is reported as such", async () => {
  const { account_id } = demo;
  const rule = { operation: "transfer", above: "69.99", approvals: 1 } as const;
  await florin.approvals.createRule({ account_id, ...rule, approver_roles: ["application"] });
  await using mcp = await startMcp([], { environment });
  await using agent = await mcp.connect();
  const result = await agent.call("create_transfer", wireIn(await wallet(), "70.00"));
  expect(result).toMatchObject({
    isError: false,
    value: { approval_required: true, approval: { status: "pending" } },
  });
  const approval_id = result.value.approval.id;
  expect(await agent.call("get_approval", { account_id, approval_id })).toMatchObject({ isError: false });
});

function byText(left: string, right: string): number {
  return left < right ? -1 : 1;
}
