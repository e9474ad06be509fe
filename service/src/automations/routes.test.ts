import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AutomationsEnvironment,
  openAutomations,
  payoutAutomation,
  usdAutomation,
} from "../../test/automations.ts";
import { testBank } from "../../test/payments.ts";
import { addAddress, addManagedAccount } from "../../test/token-holders.ts";

let env: AutomationsEnvironment;
let bank: string;
let stranger: string;

beforeAll(async () => {
  env = await openAutomations();
  bank = await env.addBank();
  const other = await env.api.createClient();
  stranger = await addAddress(env.api, { accountId: other.accountId });
});

afterAll(() => env.stop());

const create = (body: object) => env.send("POST", "/automations", body);
const change = (id: string, body: object) => env.send("PATCH", `/automations/${id}`, body);

describe("a new automation", () => {
  test("for dollars is pending, then active, with an account number of its own", async () => {
    const { status, body, headers } = await create(usdAutomation(env.wallet));
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/accounts/${env.client.accountId}/automations/${body.id}`);
    expect(body).toEqual({
      id: expect.any(String),
      name: "Customer payments",
      status: "pending",
      source: { value_type: "USD" },
      destination: { address_id: env.wallet, value_type: "FUSD", transfer_type: "base" },
      destination_address: { address_id: env.wallet, value_type: "FUSD", transfer_type: "base" },
      brand: null,
      last_problem: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    await env.settled();
    const after = await env.send("GET", `/automations/${body.id}`);
    expect(after.body).toMatchObject({
      status: "active",
      source: {
        funding_instructions: {
          bank_name: testBank.bankName,
          bank_address: testBank.bankAddress,
          routing_number: testBank.routingNumber,
          account_number: expect.stringMatching(/^7700\d+$/),
          beneficiary_name: testBank.beneficiaryName,
          beneficiary_address: testBank.beneficiaryAddress,
          memo: expect.any(String),
        },
      },
    });
    const second = await env.open();
    expect(second.source.funding_instructions.account_number).not.toBe(
      after.body.source.funding_instructions.account_number,
    );
  });

  test("for a token gets a custodial address of the account, on its chain", async () => {
    const pending = (await create(payoutAutomation(bank))).body;
    expect(pending.source).toEqual({
      value_type: "FUSD",
      transfer_type: "base",
      address_id: null,
      address: null,
    });
    await env.settled();
    const { body } = await env.send("GET", `/automations/${pending.id}`);
    expect(body.status).toBe("active");
    const address = await env.send("GET", `/addresses/${body.source.address_id}`);
    expect(address.body).toMatchObject({
      name: "Automation Cash out",
      type: "internal",
      address: body.source.address,
      transfer_types: ["base"],
    });
  });

  test("accepts the deprecated field names, and a test chain by its own name", async () => {
    const { destination, ...rest } = usdAutomation(env.wallet);
    const older = { ...rest, destination_address: { ...destination, transfer_type: "base_sepolia" } };
    const { status, body } = await create(older);
    expect([status, body.destination]).toEqual([201, destination]);
  });

  test("is created once per idempotency key", async () => {
    const { token, accountId } = env.client;
    const options = { token, idempotencyKey: "automation-1", body: usdAutomation(env.wallet) };
    const first = await env.api.request("POST", `/accounts/${accountId}/automations`, options);
    const again = await env.api.request("POST", `/accounts/${accountId}/automations`, options);
    expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
    const keyless = { token, body: usdAutomation(env.wallet) };
    const refused = await env.api.request("POST", `/accounts/${accountId}/automations`, keyless);
    expect(refused.body.code).toBe("idempotency_key_missing");
  });

  test("may set the brand shown by the receiving bank", async () => {
    const managed = await addManagedAccount(env.api, env.client.accountId);
    const brand = { account_id: managed };
    expect((await create(payoutAutomation(bank, { brand }))).body.brand).toEqual(brand);
    expect((await create(usdAutomation(env.wallet, { branding: brand }))).body.brand).toEqual(brand);
    const wire = { address_id: bank, value_type: "USD", transfer_type: "wire" };
    expect((await create(payoutAutomation(bank, { brand, destination: wire }))).body.brand).toEqual(brand);
  });

  const destination = (more: object) => ({ ...usdAutomation(env.wallet).destination, ...more });
  const cases: readonly (readonly [string, () => object, number, string])[] = [
    ["a blank name", () => ({ name: " " }), 422, "/name"],
    ["no destination", () => ({ destination: undefined }), 400, "/destination"],
    ["both destinations", () => ({ destination_address: destination({}) }), 400, "/destination_address"],
    ["both brands", () => ({ brand: account(), branding: account() }), 400, "/branding"],
    [
      "a rail for dollars",
      () => ({ source: { value_type: "USD", transfer_type: "base" } }),
      400,
      "/source/transfer_type",
    ],
    ["a token without its chain", () => ({ source: { value_type: "FUSD" } }), 400, "/source/transfer_type"],
    [
      "an unknown token",
      () => ({ source: { value_type: "NOPE", transfer_type: "base" } }),
      422,
      "/source/value_type",
    ],
    [
      "an address of another account",
      () => ({ destination: destination({ address_id: stranger }) }),
      404,
      "/destination/address_id",
    ],
    [
      "a token that is not on the chain",
      () => ({ destination: destination({ transfer_type: "solana" }) }),
      422,
      "/destination/transfer_type",
    ],
    [
      "dollars to a bank",
      () => ({ destination: { address_id: bank, value_type: "USD", transfer_type: "wire" } }),
      422,
      "/destination/transfer_type",
    ],
    [
      "a debit",
      () => ({ destination: { address_id: bank, value_type: "USD", transfer_type: "ach_debit" } }),
      422,
      "/destination/transfer_type",
    ],
    [
      "an address of another account in the deprecated field",
      () => ({ destination: undefined, destination_address: destination({ address_id: stranger }) }),
      404,
      "/destination_address/address_id",
    ],
    ["a brand of another account", () => ({ brand: { account_id: stranger } }), 422, "/brand/account_id"],
    ["an unknown field", () => ({ amount: "1" }), 400, "/amount"],
  ];
  const account = () => ({ account_id: env.client.accountId });

  test.each(cases)("with %s is rejected", async (_what, overrides, status, pointer) => {
    const response = await create(usdAutomation(env.wallet, overrides()));
    expect([response.status, response.body.errors?.[0]?.pointer]).toEqual([status, pointer]);
  });

  test("with an archived destination is rejected", async () => {
    const archived = await env.addBank();
    await env.send("PATCH", `/addresses/${archived}`, { status: "archived" });
    const response = await create(payoutAutomation(archived));
    expect([response.status, response.body.errors[0].pointer]).toEqual([422, "/destination/address_id"]);
  });
});

test("automations are returned newest first, in pages and by status, and only to their account", async () => {
  const client = await env.api.createClient();
  const address = await addAddress(env.api, { accountId: client.accountId });
  const ids: string[] = [];
  for (const name of ["A", "B", "C"]) {
    const body = usdAutomation(address, { name });
    ids.unshift((await env.send("POST", "/automations", body, client)).body.id);
  }
  const list = (query: string) => env.send("GET", `/automations?${query}`, undefined, client);
  const idsOf = ({ body }: Awaited<ReturnType<typeof list>>) =>
    body.automations.map(({ id }: { readonly id: string }) => id);
  const first = await list("page[size]=2");
  expect(idsOf(first)).toEqual(ids.slice(0, 2));
  const next = await list(`page[size]=2&page[after]=${first.body.pagination.next}`);
  expect(idsOf(next)).toEqual(ids.slice(2));
  await env.settled();
  await env.send("PATCH", `/automations/${ids[1]}`, { status: "disabled" }, client);
  expect(idsOf(await list("status=disabled"))).toEqual([ids[1]]);
  expect((await list("status=paused")).status).toBe(400);
  for (const [method, body] of [["GET"], ["PATCH", { name: "Mine" }]] as const) {
    expect((await env.send(method, `/automations/${ids[0]}`, body)).status).toBe(404);
  }
  expect((await env.send("GET", "/automations/unknown", undefined, client)).status).toBe(404);
});

test("reading and writing need their scopes", async () => {
  const { accountId } = env.client;
  const reader = await env.api.createClient({ accountId, scopes: ["automations:read"] });
  const writer = await env.api.createClient({ accountId, scopes: ["automations:write"] });
  expect((await env.send("GET", "/automations", undefined, reader)).status).toBe(200);
  expect((await env.send("POST", "/automations", usdAutomation(env.wallet), reader)).status).toBe(403);
  expect((await env.send("GET", "/automations", undefined, writer)).status).toBe(403);
});

describe("a change", () => {
  test("disables, reactivates, renames, and archives permanently", async () => {
    const { id } = await env.open();
    expect((await change(id, { status: "disabled" })).body.status).toBe("disabled");
    expect((await change(id, { status: "active", name: "Again" })).body).toMatchObject({
      status: "active",
      name: "Again",
      source: { funding_instructions: {} },
    });
    expect((await change(id, { status: "archived" })).body.status).toBe("archived");
    for (const body of [{ status: "active" }, { status: "archived" }, { name: "Late" }]) {
      expect((await change(id, body)).body).toMatchObject({ code: "conflict" });
    }
    expect((await env.send("GET", `/automations/${id}`)).body.status).toBe("archived");
  });

  test("changes the destination, which is validated like the first", async () => {
    const automation = await env.open(payoutAutomation(bank));
    const to = (addressId: string, more: object = {}) =>
      change(automation.id, {
        destination: { address_id: addressId, value_type: "FUSD", transfer_type: "base", ...more },
      });
    const moved = await to(env.wallet);
    expect(moved.body.destination).toMatchObject({ address_id: env.wallet, transfer_type: "base" });
    expect((await to(stranger)).status).toBe(404);
    expect((await to(automation.source.address_id)).body).toMatchObject({
      code: "unprocessable",
      errors: [{ pointer: "/destination/address_id" }],
    });
    expect((await to(bank, { transfer_type: "wire" })).status).toBe(400);
  });

  test("without changes or with an invalid status is rejected", async () => {
    const { id } = await env.open();
    expect((await change(id, {})).status).toBe(400);
    expect((await change(id, { status: "pending" })).status).toBe(400);
    expect((await change(id, { source: { value_type: "FUSD" } })).status).toBe(400);
  });
});
