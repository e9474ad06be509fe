import { createHmac, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getAddress } from "viem/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAccountRequest } from "../../service/test/account-request.ts";
import { eventually } from "../../service/test/eventually.ts";
import { type RunningService, startService } from "../guides/start-service.ts";
import { type DemoClient, openDemoClient, type Reply } from "../section-12/demo-client.ts";

/** Section 13 of the contract: what newer clients send, row by row, and the canonical responses. */

let service: RunningService;
let client: DemoClient;
beforeAll(async () => {
  service = await startService();
  client = await openDemoClient(service, "standard");
});
afterAll(() => service.stop());

let numbers = 0;
const bank = (more: object = {}) => {
  numbers += 1;
  return {
    owner: "Wilhelmina Vanderquack",
    account_number: `88000${numbers}1234`,
    routing_number: "021000021",
    account_type: "checking",
    transfer_types: ["ach_credit"],
    ...more,
  };
};
const newWallet = (): string => getAddress(`0x${randomBytes(20).toString("hex")}`);
const add = (body: object): Promise<Reply> => client.send("POST", "/addresses/external", body);
const firstPointer = ({ status, body }: Reply) => [status, body.errors[0].pointer];
const publicToken = async (): Promise<string> =>
  (await client.post("/simulations/banklink/public_token", {})).public_token;

describe("ownership of addresses", () => {
  test.each([
    ["self-owned", "self_owned"],
    ["self_owned", "self_owned"],
    ["first_party", "self_owned"],
    ["customer-owned", "customer_owned"],
    ["customer_owned", "customer_owned"],
    ["third_party", "customer_owned"],
  ])("%s of a bank account and of a wallet is %s", async (ownership, canonical) => {
    const added = await client.post("/addresses/external", bank({ ownership }));
    expect(added).toMatchObject({ ownership: canonical, holder_type: null });
    const body = { name: "Wallet", address: newWallet(), transfer_types: ["base"], ownership };
    const wallet = await client.post("/addresses/external", body);
    expect(wallet.ownership).toBe(canonical);
    expect(await client.get(`/addresses/${wallet.id}`)).toEqual(wallet);
    const { addresses } = await client.get("/addresses?type=external");
    const found = addresses.find(({ id }: { id: string }) => id === added.id);
    expect(found).toMatchObject({ ownership: canonical, holder_type: null });
  });

  test.each(["individual", "business"])("%s means the holder type", async (ownership) => {
    const older = await client.post("/addresses/external", bank({ ownership }));
    expect(older).toMatchObject({ ownership: null, holder_type: ownership });
    const newer = await client.post(
      "/addresses/external",
      bank({ ownership: "third_party", holder_type: ownership }),
    );
    expect(newer).toMatchObject({ ownership: "customer_owned", holder_type: ownership });
  });

  test("register-account takes it, too, and keeps what a later link does not state", async () => {
    const { address_id: id } = await client.post("/banklink/register-account", {
      public_token: await publicToken(),
      ownership: "third_party",
      holder_type: "individual",
    });
    const stated = { ownership: "customer_owned", holder_type: "individual" };
    expect(await client.get(`/addresses/${id}`)).toMatchObject(stated);
    const link = await client.post(`/addresses/${id}/update-link-token`);
    const { public_token } = await client.post("/simulations/banklink/public_token", {
      link_token: link.link_token,
    });
    await client.post("/banklink/register-account", { public_token });
    expect(await client.get(`/addresses/${id}`)).toMatchObject(stated);
  });

  test("a contradiction, an unknown word, and the holder of a wallet are refused", async () => {
    const contradiction = bank({ ownership: "individual", holder_type: "business" });
    expect(firstPointer(await add(contradiction))).toEqual([422, "/holder_type"]);
    expect(firstPointer(await add(bank({ ownership: "trust" })))).toEqual([400, "/ownership"]);
    const wallet = { name: "Wallet", address: newWallet(), transfer_types: ["base"] };
    expect(firstPointer(await add({ ...wallet, ownership: "business" }))).toEqual([400, "/ownership"]);
    expect(firstPointer(await add({ ...wallet, holder_type: "business" }))).toEqual([400, "/holder_type"]);
  });
});

describe("newer forms", () => {
  test("ach in transfer_types of a bank address means ach_credit", async () => {
    const { id, transfer_types } = await client.post(
      "/addresses/external",
      bank({ transfer_types: ["ACH", "rtp"] }),
    );
    expect(transfer_types).toEqual(["ach_credit", "rtp_credit"]);
    const { body } = await client.send("PATCH", `/addresses/${id}`, {
      additional_transfer_types: ["ach", "same_day_ach_credit"],
    });
    expect(body.transfer_types).toEqual(["ach_credit", "same_day_ach_credit", "rtp_credit"]);
    const twice = await add(bank({ transfer_types: ["ach", "ach_credit"] }));
    expect(firstPointer(twice)).toEqual([400, "/transfer_types/1"]);
    const wallet = { name: "Wallet", address: newWallet(), transfer_types: ["ach"] };
    expect(firstPointer(await add(wallet))).toEqual([422, "/transfer_types/0"]);
  });

  test("register-account without transfer_types takes every rail that the provider confirms", async () => {
    const { address_id: id } = await client.post("/banklink/register-account", {
      public_token: await publicToken(),
    });
    const { rails } = await client.get("//transfer-types");
    const linkable = rails.flatMap((rail: { is_linkable: boolean; transfer_type: string }) =>
      rail.is_linkable ? [rail.transfer_type] : [],
    );
    expect(linkable).toContain("ach_debit");
    expect((await client.get(`/addresses/${id}`)).transfer_types).toEqual(linkable);
  });

  test.each(["USA", "United States", "US"])("the country %s is US", async (country) => {
    const street = { street_line_1: "1 Main St", city: "New York", state: "NY", zip: "10001", country };
    const added = await client.post(
      "/addresses/external",
      bank({ transfer_types: ["wire"], bank_address: street, beneficiary_address: street }),
    );
    expect([added.bank_address.country, added.beneficiary_address.country]).toEqual(["US", "US"]);
    const account = newAccountRequest();
    const created = await client.send("POST", "//accounts", {
      ...account,
      business_name: `Country ${country} LLC`,
      address: { ...account.address, country },
    });
    expect(created.status).toBe(201);
  });

  test("another country stays refused", async () => {
    const street = {
      street_line_1: "1 Main St",
      city: "Ottawa",
      state: "NY",
      zip: "10001",
      country: "Canada",
    };
    const body = bank({ transfer_types: ["wire"], bank_address: street, beneficiary_address: street });
    expect(firstPointer(await add(body))).toEqual([422, "/bank_address/country"]);
  });

  test.each([
    ["1234567", 201],
    ["+49 (30) 901820-0", 201],
    ["123456789012345", 201],
    ["123456", 422],
    ["1234567890123456", 422],
    ["12345678x", 422],
  ])("the phone number %s only prefills a page: %d", async (phone_number, status) => {
    expect((await client.send("POST", "/banklink/link_token", { phone_number })).status).toBe(status);
  });

  test("an off-ramp without destination.address_id goes to the sandbox bank account, created once", async () => {
    const wallet = await client.post("/addresses/internal", { name: "Off-ramp", transfer_types: ["base"] });
    const deposit = { address_id: wallet.id, value_type: "FUSD", transfer_type: "base", amount: "50" };
    await client.post("/simulations/deposits", deposit);
    const query = `?value_type=FUSD&transfer_type=base`;
    await eventually(async () => {
      const { balance } = await client.get(`/addresses/${wallet.id}/balance${query}`);
      expect(balance.value).toBe("50.00");
    });
    const body = {
      amount: { value: "10.00", currency: "USD" },
      source: { address_id: wallet.id, value_type: "FUSD", transfer_type: "base" },
      destination: { value_type: "USD", transfer_type: "ach_credit" },
    };
    const sandboxBanks = async () =>
      (await client.get("/addresses?type=external")).addresses.filter(
        ({ name }: { name: string }) => name === "Sandbox bank account",
      );
    const quote = await client.post("/transfers/quote", body);
    expect(quote).toMatchObject({ delivered: { value: "10.00", currency: "USD" }, blockers: [] });
    expect(await sandboxBanks()).toEqual([]);
    const transfers = await Promise.all(Array.from({ length: 4 }, () => client.post("/transfers", body)));
    const [address, ...others] = await sandboxBanks();
    expect(others).toEqual([]);
    expect(address).toMatchObject({ routing_number: "099900111", ownership: "self_owned" });
    const ids = transfers.map(({ destination }) => destination.address_id);
    expect(ids).toEqual(Array(4).fill(address.id));
    expect(await client.finished(`/transfers/${transfers[0].id}`)).toMatchObject({ status: "complete" });
    const onramp = { ...body, source: { value_type: "USD", transfer_type: "wire" } };
    const nameless = { ...onramp, destination: { value_type: "FUSD", transfer_type: "base" } };
    expect(firstPointer(await client.send("POST", "/transfers", nameless))).toEqual([
      400,
      "/destination/address_id",
    ]);
  });

  test.each([
    ["/transfers?status=processing", "transfers"],
    ["/transfers?transfer_type=polygon", "transfers"],
    ["/payments?status=processing", "payments"],
    ["/addresses?transfer_type=polygon", "addresses"],
    ["/tokens/transfers?status=processing", "transfers"],
    ["/tokens/mints?transfer_type=avalanche", "mints"],
  ])("%s is an empty page", async (path, member) => {
    expect((await client.get(path))[member]).toEqual([]);
  });

  test.each([
    "/transfers?status=proccessing",
    "/transfers?transfer_type=dogechain",
    "/payments?status=done",
    "/addresses?transfer_type=dogechain",
  ])("the unknown word in %s is refused", async (path) => {
    expect((await client.send("GET", path)).status).toBe(400);
  });

  test("the status of an institution has last_updated", async () => {
    const { id, last_updated } = await client.post("/addresses/external", bank());
    const status = await client.get(`/financial-institutions/${id}/status`);
    expect(status).toMatchObject({ address_id: id, last_updated });
  });
});

/** An endpoint for webhooks with a status that can be changed. */
async function openEndpoint() {
  const received: { readonly headers: NodeJS.Dict<string | string[]>; readonly body: string }[] = [];
  const endpoint = { status: 204, url: "", received };
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(endpoint.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  endpoint.url = `http://127.0.0.1:${port}/hooks`;
  const close = () => new Promise((resolve) => server.close(resolve));
  return Object.assign(endpoint, { [Symbol.asyncDispose]: async () => void (await close()) });
}

describe("late returns", () => {
  const url = "https://example.com/hooks";

  test("a subscription that hears of failures and not of returns has a warning", async () => {
    const created = await client.post("/webhooks", {
      url,
      events: ["transfer.completed", "transfer.failed"],
    });
    expect(created.warnings).toEqual([expect.stringContaining("transfer.reversed")]);
    expect((await client.get(`/webhooks/${created.id}`)).warnings).toEqual(created.warnings);
    const { body } = await client.send("PATCH", `/webhooks/subscriptions/${created.id}`, {
      events: ["transfer.completed", "transfer.failed", "transfer.reversed"],
    });
    expect(body.warnings).toEqual([]);
  });

  test.each([
    [["transfer.failed", "transfer.*"]],
    [["transfer.*"]],
    [["transfer.failed", "transfer.reversed"]],
    [["payment.*"]],
  ])("%j has none", async (events) => {
    expect((await client.post("/webhooks", { url, events })).warnings).toEqual([]);
  });
});

describe("delivery attempts", () => {
  test("retriable says what kind of failure it was, next_attempt_at whether another attempt is planned", async () => {
    await using endpoint = await openEndpoint();
    endpoint.status = 500;
    const subscription = await client.post("/webhooks", { url: endpoint.url, events: ["transfer.created"] });
    const wallet = (await client.get("/addresses?type=internal&transfer_type=base")).addresses[0];
    await client.post("/transfers", {
      amount: { value: "5.00", currency: "USD" },
      source: { value_type: "USD", transfer_type: "wire" },
      destination: { address_id: wallet.id, value_type: "FUSD", transfer_type: "base" },
    });
    const attempts = async () =>
      (await client.get(`/webhooks/deliveries?subscription_id=${subscription.id}`)).deliveries;
    const failed = await eventually(async () => {
      const [next, first] = await attempts();
      expect([next?.status, first?.status]).toEqual(["pending", "failed"]);
      expect(first.next_attempt_at).toBe(next.next_attempt_at);
      return first;
    });
    expect(failed).toMatchObject({ retriable: true, next_attempt_at: expect.any(String) });
    endpoint.status = 204;
    await eventually(async () => expect((await attempts())[0].status).toBe("succeeded"));
    expect(await attempts()).toMatchObject([
      { status: "succeeded", retriable: false, next_attempt_at: null },
      { id: failed.id, status: "failed", retriable: true, next_attempt_at: null },
    ]);
    await client.send("DELETE", `/webhooks/subscriptions/${subscription.id}`);
  });

  test.each([
    [410, false],
    [404, true],
    [302, true],
    [204, false],
  ])(
    "an attempt with the response %d has retriable %s, and none follows a test",
    async (status, retriable) => {
      await using endpoint = await openEndpoint();
      endpoint.status = status;
      const { id } = await client.post("/webhooks", { url: endpoint.url, events: ["transfer.created"] });
      const attempt = await client.post(`/webhooks/subscriptions/${id}/test`, {});
      expect(attempt).toMatchObject({ status_code: status, retriable, next_attempt_at: null });
      expect(await client.get(`/webhooks/deliveries/${attempt.id}`)).toMatchObject({ retriable });
      await client.send("DELETE", `/webhooks/subscriptions/${id}`);
    },
  );

  test("an attempt without a response is retriable", async () => {
    const endpoint = await openEndpoint();
    const { id } = await client.post("/webhooks", { url: endpoint.url, events: ["transfer.created"] });
    await endpoint[Symbol.asyncDispose]();
    const attempt = await client.post(`/webhooks/subscriptions/${id}/test`, {});
    expect(attempt).toMatchObject({ status_code: null, retriable: true });
    await client.send("DELETE", `/webhooks/subscriptions/${id}`);
  });
});

describe("the customer's webhook of a bank link", () => {
  test("is called when the bank account needs an update, signed and shown as any other", async () => {
    await using endpoint = await openEndpoint();
    await using other = await openEndpoint();
    const register = async (url: string) =>
      client.post("/banklink/register-account", {
        public_token: await publicToken(),
        customer_webhook_url: url,
      });
    const { address_id, customer_webhook } = await register(endpoint.url);
    await register(other.url);
    const subscription = await client.get(`/webhooks/${customer_webhook.subscription_id}`);
    expect(subscription).toMatchObject({ address_id, url: endpoint.url, events: ["address.updated"] });
    const wallet = (await client.get("/addresses?type=internal&transfer_type=base")).addresses[0];
    const { id } = await client.post("/transfers", {
      amount: { value: "7.00", currency: "USD" },
      source: { address_id, value_type: "USD", transfer_type: "ach_debit" },
      destination: { address_id: wallet.id, value_type: "FUSD", transfer_type: "base" },
    });
    await eventually(async () => client.post(`/simulations/transfers/${id}/ach-return`, { code: "R10" }));
    const call = await eventually(async () => {
      const [first] = endpoint.received;
      if (first === undefined) throw new Error("the customer was not called yet");
      return first;
    });
    const event = JSON.parse(call.body);
    expect(event).toMatchObject({
      type: "address.updated",
      data: { id: address_id, needs_update: true, changed: [], reason: { code: "R10" } },
    });
    expect((await client.get(`/addresses/${address_id}`)).needs_update).toBe(true);
    const key = Buffer.from(customer_webhook.sharedSecret, "base64url");
    expect(call.headers["x-request-signature-sha-256"]).toBe(
      createHmac("sha256", key).update(call.body).digest("hex"),
    );
    const { deliveries } = await client.get(`/webhooks/deliveries?subscription_id=${subscription.id}`);
    expect(deliveries).toMatchObject([{ event_type: "address.updated", status: "succeeded" }]);
    expect(other.received).toEqual([]);
  });
});
