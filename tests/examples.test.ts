import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../service/test/eventually.ts";
import { type ExampleService, startExampleService } from "./examples/start-example.ts";

let service: ExampleService;
beforeAll(async () => {
  service = await startExampleService();
});
afterAll(() => service.stop());

test("the payout script pays each row once, although its first run is killed", async () => {
  const { florin, account_id } = service;
  const { id: source } = await florin.addresses.createInternal({
    account_id,
    name: "Payroll",
    transfer_types: ["base"],
  });
  const amount = { value: "100.00", currency: "USD" } as const;
  const funding = await florin.transfers.create({
    account_id,
    amount,
    source: { value_type: "USD", transfer_type: "wire" },
    destination: { address_id: source, value_type: "FUSD", transfer_type: "base" },
  });
  await florin.simulations.payment({ account_id, transfer_id: funding.id, amount, type: "wire" });
  await florin.transfers.waitUntilFinal({ account_id, transfer_id: funding.id });
  const argv = ["examples/payouts/payouts.ts", "november", "examples/payouts/payees.csv"];
  const settings = (port: string) => ({
    SOURCE_ADDRESS_ID: source,
    WEBHOOK_URL: `http://127.0.0.1:${port}/`,
  });
  const payouts = async () => {
    const { transfers } = await florin.transfers.list({ account_id, address_id: source });
    return transfers.filter(({ id }) => id !== funding.id);
  };
  const killed = await service.startExample(argv, settings);
  await eventually(async () => expect(await payouts()).not.toEqual([]));
  await killed.end("SIGKILL");
  const second = await service.startExample(argv, settings);
  expect({ exitCode: await second.ended, output: second.output().trim().split("\n").sort() }).toEqual({
    exitCode: 0,
    output: ["acme,complete", "anna,complete", "bert,complete"],
  });
  expect((await payouts()).map(({ amount: { value } }) => value).sort()).toEqual(["12.25", "20.00", "35.50"]);
  const place = { address_id: source, transfer_type: "base", value_type: "FUSD" } as const;
  const balance = await florin.addresses.getBalance({ account_id, ...place });
  expect(balance).toMatchObject({ available: { value: "32.25" } });
});

test("the shop takes a deposit once, also if it arrives while the shop is closed", async () => {
  const { florin, account_id } = service;
  const settings = () => ({ ORDERS_FILE: join(service.dataFolder, "orders.json") });
  const shop = await service.startExample(["examples/shop/server.ts"], settings);
  await shop.untilPrinted("The shop is open");
  expect(await (await fetch(shop.url)).text()).toContain("Teapot – 25.00 USDC");
  const form = { method: "POST", redirect: "manual" } as const;
  expect(
    (await fetch(`${shop.url}/orders`, { ...form, body: new URLSearchParams({ product: "Car" }) })).status,
  ).toBe(404);
  const ordered = await fetch(`${shop.url}/orders`, {
    ...form,
    body: new URLSearchParams({ product: "Tea" }),
  });
  const path = ordered.headers.get("location") ?? "";
  const page = await (await fetch(shop.url + path)).text();
  expect(page).toMatch(/Send <strong>4.50 USDC<\/strong> on Base to<\/p><p><code>0x[\dA-Fa-f]{40}</);
  expect((await fetch(`${shop.url}${path}/simulate`, form)).status).toBe(303);
  await shop.end("SIGKILL");
  const address_id = (await florin.addresses.list({ account_id })).addresses.find(({ name }) =>
    path.endsWith(name.replace("Order ", "")),
  )?.id;
  await eventually(async () => {
    const input = {
      account_id,
      address_id: address_id ?? "",
      transfer_type: "base",
      value_type: "USDC",
    } as const;
    expect(await florin.addresses.getBalance(input)).toMatchObject({ available: { value: "4.50" } });
  });
  const reopened = await service.startExample(["examples/shop/server.ts"], settings);
  await reopened.untilPrinted("The shop is open");
  const order = async () =>
    (await fetch(reopened.url + path, { headers: { accept: "application/json" } })).json();
  await eventually(async () => expect(await order()).toMatchObject({ paid: "4.50", is_paid: true }));
  expect(await (await fetch(reopened.url + path)).text()).toContain("Tea is on its way");
  expect(await reopened.end()).toBe(0);
});

test("on the on-ramp page a customer links a bank account and buys once, however often it is sent", async () => {
  const onramp = await service.startExample(["examples/onramp/server.ts"], () => ({
    BRAND: "Quillfeather Pay",
  }));
  await onramp.untilPrinted("The on-ramp is open");
  const page = await fetch(onramp.url);
  expect(await page.text()).toContain("<h1>Quillfeather Pay</h1>");
  const cookie = page.headers.get("set-cookie")?.split(";")[0] ?? "";
  const send = async (path: string, body?: object, session = cookie) => {
    const response = await fetch(onramp.url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { cookie: session, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Readonly<Record<string, string>> };
  };
  const purchase = { purchase_id: crypto.randomUUID(), amount: "30.00" };
  expect(await send("/api/purchases", purchase)).toMatchObject({ status: 409 });
  const { body: link } = await send("/api/link", { legal_name: "Wilhelmina Vanderquack" });
  const link_token = new URL(link["link_url"] ?? "").hash.replace(/^#(?:\w+=)?/, "");
  const { public_token } = await service.florin.bankLinks.pickBankAccount({ link_token });
  expect(await send("/api/bank", { public_token })).toMatchObject({ status: 200 });
  expect(await send("/api/bank", { public_token })).toMatchObject({ status: 422 });
  const invalid = await send("/api/purchases", { ...purchase, amount: "thirty" });
  expect(invalid.status).toBe(400);
  const [first, second] = [await send("/api/purchases", purchase), await send("/api/purchases", purchase)];
  expect(second).toEqual(first);
  const path = `/api/purchases/${first.body["id"]}`;
  await eventually(async () => expect(await send(path)).toMatchObject({ body: { status: "complete" } }));
  expect(await send(path, undefined, "")).toMatchObject({ status: 404 });
  expect(await onramp.end()).toBe(0);
});
