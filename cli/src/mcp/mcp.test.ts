import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import openApi from "../../../openapi.json" with { type: "json" };
import { operations } from "../../../sdk/src/generated/operations.ts";
import {
  type Loopback,
  type Script,
  sendError,
  sendJson,
  startLoopback,
} from "../../../sdk/test/loopback.ts";
import { type McpProcess, mcpToken, startMcp } from "../../test/mcp.ts";
import { type ApiDocument, operationsOf } from "./api-document.ts";
import { cancelTransferTool, createTransferTool, readTools, testnetTools } from "./tool-table.ts";

const document = openApi as unknown as ApiDocument;
const transfer = {
  account_id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  amount: { value: "60.00", currency: "USD" },
  source: { value_type: "USD", transfer_type: "wire" },
  destination: { address_id: "01JD7Q3B1N5K8R0S2T4V6W8XYZ", value_type: "FUSD", transfer_type: "base" },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "florin-mcp-"));
});
afterAll(() => rm(folder, { recursive: true }));

const pages: Readonly<Record<string, string>> = {
  "/docs/llms.txt": "# Florin\n\n- [Windows](/docs/guides/windows.md): When banks settle.\n",
  "/docs/guides/windows.md": "# Windows\n\nAn overview.\n\n## Peculiar windows\n\nSettlement at noon.\n",
};

/** A service that describes itself, and otherwise follows the script. */
function startService(script: Script, network: "testnet" | "mainnet" = "testnet"): Promise<Loopback> {
  return startLoopback(
    (received, response) => {
      const page = pages[received.path];
      if (page === undefined) return received.path === "/openapi.json" ? openApi : script(received, response);
      response.end(page);
      return undefined;
    },
    { network },
  );
}

const environmentOf = ({ baseUrl }: Loopback) => ({
  FLORIN_API: baseUrl,
  FLORIN_CLIENT_ID: "app",
  FLORIN_CLIENT_SECRET: "florin_sk_not-for-any-result",
});

function startLimited(service: Loopback, state: string, now?: () => number): Promise<McpProcess> {
  const argv = ["--limit", "100", "USD", "per", "day", "--state", join(folder, state)];
  return startMcp(argv, { environment: environmentOf(service), ...(now === undefined ? {} : { now }) });
}

const transfersOf = ({ requests }: Loopback) => requests.filter(({ method }) => method === "POST");
const created: Script = () => ({ id: "01TRANSFER", status: "pending" });
const noReply: Script = (_, response) => sendError(response, 503, "overloaded", { "retry-after": "3600" });

test("each tool is an operation of the API and the same method of the SDK", () => {
  for (const { operationId, method } of [
    ...readTools,
    ...testnetTools,
    createTransferTool,
    cancelTransferTool,
  ]) {
    const [resource = "", name = ""] = method.split(".");
    const { method: verb, path } = operations[resource]?.[name] ?? {};
    const documented = operationsOf(document).find(({ operation }) => operation.operationId === operationId);
    expect({ operationId, verb, path }).toEqual({
      operationId,
      verb: documented?.method,
      path: documented?.path,
    });
  }
});

test("input schemas are those of the API, in one object without references", async () => {
  await using service = await startService(created);
  await using mcp = await startMcp([], { environment: environmentOf(service) });
  await using client = await mcp.connect();
  const { inputSchema, annotations } = await client.tool("create_transfer");
  expect(inputSchema.required).toEqual(["account_id", "amount", "source", "destination"]);
  expect(inputSchema.properties).toMatchObject({
    amount: {
      properties: {
        value: { pattern: openApi.components.schemas.TransferAmountRequest.properties.value.pattern },
      },
    },
    idempotency_key: { type: "string" },
  });
  expect(JSON.stringify(inputSchema)).not.toContain("$ref");
  expect(annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  const list = await client.tool("list_transfers");
  expect(Object.keys(list.inputSchema.properties ?? {})).toContain("status");
  expect(list.inputSchema.properties).toMatchObject({ page: { properties: { size: { maximum: 100 } } } });
  expect(list.annotations).toMatchObject({ readOnlyHint: true });
});

test("a mainnet server moves nothing unless that is allowed, with a limit", async () => {
  await using service = await startService(created, "mainnet");
  const environment = environmentOf(service);
  await using reader = await startMcp(["--network", "mainnet"], { environment });
  await using client = await reader.connect();
  const names = await client.toolNames();
  expect(names).toContain("list_balances");
  expect(names.filter((name) => /^(?:create|cancel|simulate)_/.test(name))).toEqual([]);
  await expect(client.call("create_transfer", transfer)).rejects.toThrow("There is no tool create_transfer");
  const unlimited = startMcp(["--network", "mainnet", "--allow-transfers"], { environment });
  await expect(unlimited).rejects.toThrow("ended with 2: florin: --allow-transfers needs --limit on mainnet");
  const state = join(folder, "mainnet");
  const argv = ["--network", "mainnet", "--allow-transfers", "--state", state, "--limit", "100", "USD"];
  await using spender = await startMcp(argv, { environment });
  await using spending = await spender.connect();
  expect(await spending.toolNames()).not.toContain("simulate_payment");
  expect(await spending.call("create_transfer", transfer)).toMatchObject({ isError: false });
});

test("a read-only server has no writing tool, and a server of the wrong network sends nothing", async () => {
  await using service = await startService(created);
  const environment = environmentOf(service);
  await using reader = await startMcp(["--read-only"], { environment });
  await using client = await reader.connect();
  expect(await client.toolNames()).not.toContain("create_transfer");
  await using wrong = await startMcp(["--network", "mainnet"], { environment });
  await using other = await wrong.connect();
  const result = await other.call("list_accounts");
  expect(result).toMatchObject({ isError: true, value: { code: "network_mismatch" } });
  expect(service.requests.filter(({ path }) => path === "/accounts")).toEqual([]);
});

test("the limit holds, also after a restart, until the next day", async () => {
  await using service = await startService(created);
  let day = "2026-11-18";
  const now = () => Date.parse(`${day}T23:59:00Z`);
  {
    await using mcp = await startLimited(service, "restart", now);
    await using client = await mcp.connect();
    expect(await client.call("create_transfer", transfer)).toMatchObject({ value: { id: "01TRANSFER" } });
  }
  await using mcp = await startLimited(service, "restart", now);
  await using client = await mcp.connect();
  const refused = await client.call("create_transfer", transfer);
  expect(refused).toMatchObject({ isError: true, value: { code: "spending_limit_exceeded" } });
  expect(transfersOf(service)).toHaveLength(1);
  expect((await client.call("get_spending_limit")).value).toEqual({
    limit: "100.00 USD per day (UTC)",
    spent: "60.00",
    remaining: "40.00",
    unknown_outcomes: [],
  });
  const rest = { ...transfer, amount: { value: "40", currency: "FUSD" } };
  expect(await client.call("create_transfer", rest)).toMatchObject({ isError: false });
  const least = { ...transfer, amount: { value: "0.000001", currency: "FUSD" } };
  expect(await client.call("create_transfer", least)).toMatchObject({ isError: true });
  day = "2026-11-19";
  expect(await client.call("create_transfer", transfer)).toMatchObject({ isError: false });
  expect((await stat(join(folder, "restart"))).mode & 0o777).toBe(0o600);
});

test("of concurrent calls at the limit, in two servers, as many succeed as the limit allows", async () => {
  await using service = await startService(created);
  await using one = await startLimited(service, "concurrent");
  await using two = await startLimited(service, "concurrent");
  const clients = [await one.connect(), await one.connect(), await two.connect(), await two.connect()];
  const results = await Promise.all(clients.map((client) => client.call("create_transfer", transfer)));
  expect(results.filter(({ isError }) => !isError)).toHaveLength(1);
  expect(transfersOf(service)).toHaveLength(1);
  for (const client of clients) await client[Symbol.asyncDispose]();
});

test("an unknown outcome counts, and its key repeats the same transfer without counting again", async () => {
  let script = noReply;
  await using service = await startService((...args) => script(...args));
  await using mcp = await startLimited(service, "unknown");
  await using client = await mcp.connect();
  const lost = await client.call("create_transfer", transfer);
  expect(lost).toMatchObject({ isError: true, value: { code: "overloaded" } });
  const { idempotency_key } = lost.value;
  expect((await client.call("get_spending_limit")).value).toMatchObject({
    spent: "60.00",
    unknown_outcomes: [{ idempotency_key, amount: "60.00" }],
  });
  script = created;
  const other = await client.call("create_transfer", {
    ...transfer,
    amount: { value: "1.00", currency: "USD" },
    idempotency_key,
  });
  expect(other).toMatchObject({ isError: true, value: { code: "idempotency_key_reused" } });
  const { destination, ...rest } = transfer;
  const repeated = await client.call("create_transfer", { destination, ...rest, idempotency_key });
  expect(repeated).toMatchObject({ isError: false, value: { id: "01TRANSFER" } });
  const keys = transfersOf(service).map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toEqual([idempotency_key, idempotency_key]);
  const report = (await client.call("get_spending_limit")).value;
  expect(report).toMatchObject({ spent: "60.00", unknown_outcomes: [] });
});

test("a rejected transfer does not count, unless an earlier attempt may have succeeded", async () => {
  const replies: Script[] = [];
  await using service = await startService((received, response) => replies.shift()?.(received, response));
  await using mcp = await startLimited(service, "rejected");
  await using client = await mcp.connect();
  const rejects: Script = (_, response) => sendError(response, 422, "insufficient_balance");
  replies.push(rejects);
  const rejected = await client.call("create_transfer", transfer);
  expect(rejected).toMatchObject({
    isError: true,
    value: { code: "insufficient_balance", request_id: "01REQUEST" },
  });
  expect(rejected.value.remedy).toContain("list_balances");
  expect((await client.call("get_spending_limit")).value).toMatchObject({ spent: "0.00" });
  replies.push((_, response) => void response.destroy(), rejects);
  expect(await client.call("create_transfer", transfer)).toMatchObject({ isError: true });
  expect((await client.call("get_spending_limit")).value).toMatchObject({ spent: "60.00" });
});

test("an approval is reported as such, counts, and is not repeated", async () => {
  const approval = { id: "01APPROVAL", status: "pending" };
  await using service = await startService((_, response) =>
    sendJson(response, approval, 202, { location: "/accounts/01A/approvals/01APPROVAL" }),
  );
  await using mcp = await startLimited(service, "approval");
  await using client = await mcp.connect();
  const result = await client.call("create_transfer", transfer);
  expect(result).toMatchObject({ isError: false, value: { approval_required: true, approval } });
  expect(transfersOf(service)).toHaveLength(1);
  expect((await client.call("get_spending_limit")).value).toMatchObject({
    spent: "60.00",
    unknown_outcomes: [],
  });
});

test("an amount that cannot be counted is not sent, and errors have pointers", async () => {
  const errors = [{ pointer: "/query/status", detail: "must be pending" }];
  await using service = await startService((_, response) =>
    sendError(response, 400, "validation_failed", {}, errors),
  );
  await using mcp = await startLimited(service, "invalid");
  await using client = await mcp.connect();
  for (const amount of [undefined, { value: 60 }, { value: "6e1" }, { value: "-60" }, { value: " 60" }]) {
    const result = await client.call("create_transfer", { ...transfer, amount });
    expect(result).toMatchObject({ isError: true, value: { code: "validation_failed" } });
  }
  expect(transfersOf(service)).toEqual([]);
  const { account_id } = transfer;
  const invalid = await client.call("list_transfers", { account_id, status: "none" });
  expect(invalid).toMatchObject({ isError: true, value: { code: "validation_failed", errors } });
  const incomplete = await client.call("list_transfers");
  expect(incomplete.value).toMatchObject({
    code: "validation_failed",
    detail: "transfers.list needs account_id",
  });
});

test("without a readable state nothing is sent", async () => {
  await using service = await startService(created);
  const path = join(folder, "damaged");
  await using mcp = await startLimited(service, "damaged");
  await using client = await mcp.connect();
  await client.call("create_transfer", { ...transfer, amount: { value: "1.00", currency: "USD" } });
  await writeFile(path, (await readFile(path, "utf8")).slice(0, -2));
  const result = await client.call("create_transfer", transfer);
  expect(result).toMatchObject({ isError: true, value: { code: "internal" } });
  expect(transfersOf(service)).toHaveLength(1);
  await writeFile(path, "");
  await chmod(path, 0o644);
  await expect(startLimited(service, "damaged")).rejects.toThrow("mode 600");
});

test("over HTTP, a request needs the token, and the Host and Origin of this server", async () => {
  await using service = await startService(created);
  await using mcp = await startMcp(["--allow-origin", "https://agent.example"], {
    environment: environmentOf(service),
  });
  const { host } = mcp.url;
  const authorization = `Bearer ${mcpToken}`;
  expect(await statusOf(mcp.url, { host, authorization })).toBe(400);
  expect(await statusOf(mcp.url, { host, authorization, origin: "https://agent.example" })).toBe(400);
  expect(await statusOf(mcp.url, { host })).toBe(401);
  expect(await statusOf(mcp.url, { host, authorization: `${authorization}x` })).toBe(401);
  expect(await statusOf(mcp.url, { host: "rebound.example", authorization })).toBe(403);
  expect(await statusOf(mcp.url, { host, authorization, origin: "https://rebound.example" })).toBe(403);
  expect(await statusOf(new URL("/", mcp.url), { host, authorization })).toBe(404);
  const open = startMcp(["--host", "0.0.0.0"], {
    environment: { ...environmentOf(service), FLORIN_MCP_TOKEN: "" },
  });
  await expect(open).rejects.toThrow("set FLORIN_MCP_TOKEN");
});

test("a profile is used like in any other command, for its network only", async () => {
  await using service = await startService(created, "mainnet");
  const config = join(folder, "profiles");
  await mkdir(join(config, "florin"), { recursive: true });
  const profile = {
    api: service.baseUrl,
    network: "mainnet",
    account_id: transfer.account_id,
    client_id: "app",
    client_secret: "florin_sk_not-for-any-result",
  };
  await writeFile(join(config, "florin/profiles.json"), JSON.stringify({ profiles: { agent: profile } }), {
    mode: 0o600,
  });
  const environment = { XDG_CONFIG_HOME: config };
  await using mcp = await startMcp(["--profile", "agent"], { environment });
  await using client = await mcp.connect();
  expect(await client.toolNames()).not.toContain("create_transfer");
  const onTestnet = startMcp(["--profile", "agent", "--network", "testnet"], { environment });
  await expect(onTestnet).rejects.toThrow("the credentials are for mainnet, not for testnet");
  const { client_secret: _, ...damaged } = profile;
  await writeFile(join(config, "florin/profiles.json"), JSON.stringify({ profiles: { agent: damaged } }));
  await expect(startMcp(["--profile", "agent"], { environment })).rejects.toThrow("is damaged");
});

test("search finds passages of the documentation", async () => {
  await using service = await startService(created);
  await using mcp = await startMcp([], { environment: environmentOf(service) });
  await using client = await mcp.connect();
  const { passages } = (await client.call("search_docs", { query: "quote a transfer" })).value;
  expect(passages[0].title).toContain("/transfers/quote");
  const found = (await client.call("search_docs", { query: "peculiar settlement windows" })).value;
  expect(found.passages[0]).toEqual({ title: "Windows – Peculiar windows", text: "Settlement at noon." });
  expect((await client.call("search_docs", { query: "zzzz" })).value).toEqual({ passages: [] });
});

/** Of a request that is not a message of the protocol: 400 if it got past the guard. `fetch` sends no foreign `Host`. */
function statusOf(url: URL, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const accept = "application/json, text/event-stream";
    const options = { method: "POST", headers: { accept, "content-type": "application/json", ...headers } };
    request(url, options, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end("{}");
  });
}
