import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createFlorin, type Florin } from "@florin/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../service/test/eventually.ts";
import { freePort } from "../service/test/free-port.ts";
import { demoAccountOf } from "./guides/demo-account.ts";
import { type RunningService, startService } from "./guides/start-service.ts";

const checkout = join(import.meta.dirname, "..");

let service: RunningService;
let florin: Florin<"testnet">;
let account_id: string;
let environment: Readonly<Record<string, string>>;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  service = await startService();
  const demo = await demoAccountOf(service);
  florin = createFlorin({ network: "testnet", baseUrl: service.baseUrl, credentials: demo });
  account_id = demo.account_id;
  environment = {
    FLORIN_BASE_URL: service.baseUrl,
    FLORIN_CLIENT_ID: demo.clientId,
    FLORIN_CLIENT_SECRET: demo.clientSecret,
    FLORIN_ACCOUNT_ID: account_id,
  };
});
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await service.stop();
});

interface Example {
  readonly url: string;
  /** Everything printed so far. */
  readonly output: () => string;
  /** Sends the signal, and resolves with the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  readonly ended: Promise<number | null>;
}

/** An example as its README starts it. */
async function startExample(
  argv: readonly string[],
  settings: (port: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<Example> {
  const port = String(await freePort());
  const child = spawn(process.execPath, ["--import", "tsx", ...argv], {
    cwd: checkout,
    env: { PATH: process.env["PATH"], ...environment, PORT: port, ...settings(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = once(child, "exit").then(([exitCode]: (number | null)[]) => {
    running.delete(child);
    return exitCode ?? null;
  });
  const end = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return ended;
  };
  return { url: `http://127.0.0.1:${port}`, output: () => output, ended, end };
}

function untilPrinted({ output }: Example, text: string): Promise<void> {
  return eventually(() => expect(output()).toContain(text));
}

test("the payout script pays each row once, although its first run is killed", async () => {
  const { id: source } = await florin.addresses.createInternal({ account_id, name: "Payroll", transfer_types: ["base"] });
  const amount = { value: "100.00", currency: "USD" };
  const funding = await florin.transfers.create({
    account_id,
    amount,
    source: { value_type: "USD", transfer_type: "wire" },
    destination: { address_id: source, value_type: "FUSD", transfer_type: "base" },
  });
  await florin.simulations.payment({ account_id, transfer_id: funding.id, amount, type: "wire" });
  await florin.transfers.waitUntilFinal({ account_id, transfer_id: funding.id });
  const argv = ["examples/payouts/payouts.ts", "november", "examples/payouts/payees.csv"];
  const settings = (port: string) => ({ SOURCE_ADDRESS_ID: source, WEBHOOK_URL: `http://127.0.0.1:${port}/` });
  const payouts = async () => {
    const { transfers } = await florin.transfers.list({ account_id, address_id: source });
    return transfers.filter(({ id }) => id !== funding.id);
  };
  const killed = await startExample(argv, settings);
  await eventually(async () => expect(await payouts()).not.toEqual([]));
  await killed.end("SIGKILL");
  const second = await startExample(argv, settings);
  expect({ exitCode: await second.ended, output: second.output().trim().split("\n").sort() }).toEqual({
    exitCode: 0,
    output: ["acme,complete", "anna,complete", "bert,complete"],
  });
  expect((await payouts()).map(({ amount: { value } }) => value).sort()).toEqual(["12.25", "20.00", "35.50"]);
  const { available } = await florin.addresses.getBalance({
    account_id,
    address_id: source,
    transfer_type: "base",
    value_type: "FUSD",
  });
  expect(available.value).toBe("32.25");
});

test("the shop takes a deposit once, also if it arrives while the shop is closed", async () => {
  const settings = () => ({ ORDERS_FILE: join(service.dataFolder, "orders.json") });
  const shop = await startExample(["examples/shop/server.ts"], settings);
  await untilPrinted(shop, "The shop is open");
  expect(await (await fetch(shop.url)).text()).toContain("Teapot – 25.00 USDC");
  const form = { method: "POST", redirect: "manual" } as const;
  expect((await fetch(`${shop.url}/orders`, { ...form, body: new URLSearchParams({ product: "Car" }) })).status).toBe(404);
  const ordered = await fetch(`${shop.url}/orders`, { ...form, body: new URLSearchParams({ product: "Tea" }) });
  const path = ordered.headers.get("location") ?? "";
  const page = await (await fetch(shop.url + path)).text();
  expect(page).toMatch(/Send <strong>4.50 USDC<\/strong> on Base to<\/p><p><code>0x[\dA-Fa-f]{40}</);
  expect((await fetch(`${shop.url}${path}/simulate`, form)).status).toBe(303);
  await shop.end("SIGKILL");
  const address_id = (await florin.addresses.list({ account_id })).addresses.find(({ name }) =>
    path.endsWith(name.replace("Order ", "")),
  )?.id;
  await eventually(async () => {
    const input = { account_id, address_id: address_id ?? "", transfer_type: "base", value_type: "USDC" } as const;
    expect((await florin.addresses.getBalance(input)).available.value).toBe("4.50");
  });
  const reopened = await startExample(["examples/shop/server.ts"], settings);
  await untilPrinted(reopened, "The shop is open");
  const order = async () => (await fetch(reopened.url + path, { headers: { accept: "application/json" } })).json();
  await eventually(async () => expect(await order()).toMatchObject({ paid: "4.50", is_paid: true }));
  expect(await (await fetch(reopened.url + path)).text()).toContain("Tea is on its way");
  expect(await reopened.end()).toBe(0);
});

test("on the on-ramp page a visitor links a bank account and buys once, however often it is sent", async () => {
  const onramp = await startExample(["examples/onramp/server.ts"], () => ({ BRAND: "Quillfeather Pay" }));
  await untilPrinted(onramp, "The on-ramp is open");
  const page = await fetch(onramp.url);
  expect(await page.text()).toContain("<h1>Quillfeather Pay</h1>");
  const cookie = page.headers.get("set-cookie")?.split(";")[0] ?? "";
  const send = async (path: string, body?: object, visitor = cookie) => {
    const response = await fetch(onramp.url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { cookie: visitor, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const purchase = { purchase_id: crypto.randomUUID(), amount: "30.00" };
  expect(await send("/api/purchases", purchase)).toMatchObject({ status: 409 });
  const { body: link } = await send("/api/link", { legal_name: "Wilhelmina Vanderquack" });
  const link_token = new URL(link.link_url).hash.replace(/^#(?:\w+=)?/, "");
  const { public_token } = await florin.bankLinks.pickBankAccount({ link_token });
  expect(await send("/api/bank", { public_token })).toMatchObject({ status: 200 });
  expect(await send("/api/bank", { public_token })).toMatchObject({ status: 422 });
  const invalid = await send("/api/purchases", { ...purchase, amount: "thirty" });
  expect(invalid.status).toBe(400);
  const [first, second] = [await send("/api/purchases", purchase), await send("/api/purchases", purchase)];
  expect(second).toEqual(first);
  const path = `/api/purchases/${first.body.id}`;
  await eventually(async () => expect(await send(path)).toMatchObject({ body: { status: "complete" } }));
  expect(await send(path, undefined, "")).toMatchObject({ status: 404 });
  expect(await onramp.end()).toBe(0);
});
