import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../service/test/eventually.ts";
import { type RunningService, startService } from "./guides/start-service.ts";
import { type DemoClient, openDemoClient, request } from "./section-12/demo-client.ts";

/**
 * Section 12 of the contract, row by row: what clients in the field send, and the canonical response. Rows about banks are
 * in `section-12-banks.test.ts`, EVM chains in `e2e/added-chain.test.ts`.
 */

let service: RunningService;
let client: DemoClient;
let issuer: DemoClient;
let wallet: string;
beforeAll(async () => {
  service = await startService();
  client = await openDemoClient(service, "standard");
  issuer = await openDemoClient(service, "self_attested");
  wallet = (await client.post("/addresses/internal", { name: "Section 12", transfer_types: ["base"] })).id;
});
afterAll(() => service.stop());

const balance = (address: string, query: string) => client.get(`/addresses/${address}/balance${query}`);
const deposit = async (value_type: string, amount: string, transfer_type = "base") => {
  await client.post("/simulations/deposits", { address_id: wallet, value_type, transfer_type, amount });
};

describe("letter case", () => {
  test("transfers: value types and transfer types in any case", async () => {
    const transfer = await client.post("/transfers", {
      amount: { value: "25.00", currency: "usd" },
      source: { value_type: "usd", transfer_type: "WIRE" },
      destination: { address_id: wallet, value_type: "fusd", transfer_type: "Base" },
    });
    expect(transfer).toMatchObject({
      amount: { value: "25.00", currency: "USD" },
      source: { value_type: "USD", transfer_type: "wire" },
      destination: { value_type: "FUSD", transfer_type: "base" },
    });
    const { transfers } = await client.get("/transfers?value_type=fusd&transfer_type=BASE");
    expect(transfers.map(({ id }: { id: string }) => id)).toContain(transfer.id);
    expect((await client.get("/transfers?value_type=usdc&transfer_type=BASE")).transfers).toEqual([]);
  });

  test("addresses, quotes, automations and paths", async () => {
    const address = await client.post("/addresses/internal", {
      name: "Case",
      transfer_types: ["BASE", "Ethereum"],
    });
    expect(address.transfer_types).toEqual(["ethereum", "base"]);
    const { addresses } = await client.get("/addresses?transfer_type=SOLANA");
    expect(
      addresses.every((each: { transfer_types: string[] }) => each.transfer_types.includes("solana")),
    ).toBe(true);
    const quote = await client.post("/transfers/quote", {
      amount: { value: "5.00", currency: "Usd" },
      source: { value_type: "USD", transfer_type: "wire" },
      destination: { address_id: wallet, value_type: "Fusd", transfer_type: "BASE" },
    });
    expect(quote.route.destination).toEqual({ value_type: "FUSD", transfer_type: "base" });
    const automation = await client.post("/automations", {
      name: "Case",
      source: { value_type: "usdc", transfer_type: "BASE" },
      destination: { address_id: wallet, value_type: "fusd", transfer_type: "BASE" },
    });
    expect(automation).toMatchObject({
      source: { value_type: "USDC", transfer_type: "base" },
      destination: { value_type: "FUSD", transfer_type: "base" },
    });
    expect((await client.get("//tokens/usdc")).value_type).toBe("USDC");
  });

  test("a chain twice in different case, and an unknown one, are refused at their pointer", async () => {
    const twice = await client.send("POST", "/addresses/internal", {
      name: "x",
      transfer_types: ["base", "BASE"],
    });
    expect([twice.status, twice.body.errors[0].pointer]).toEqual([400, "/transfer_types/1"]);
    const unknown = await client.send("POST", "/addresses/internal", { name: "x", transfer_types: ["DOGE"] });
    expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([400, "/transfer_types/0"]);
  });

  test("rtp means rtp_credit", async () => {
    const bank = await client.post("/addresses/external", {
      owner: "Acme Supplies LLC",
      account_number: "5550001111",
      routing_number: "021000021",
      account_type: "checking",
      transfer_types: ["RTP", "ach_credit"],
    });
    expect(bank.transfer_types).toEqual(["ach_credit", "rtp_credit"]);
  });
});

describe("balances", () => {
  test("without parameters: every token of the address", async () => {
    expect(await balance(wallet, "")).toMatchObject({ address: { id: wallet }, balances: [] });
    await deposit("USDC", "75");
    const all = await eventually(async () => {
      const found = await balance(wallet, "");
      expect(found.balances).toHaveLength(1);
      return found;
    });
    expect(all.balances[0]).toMatchObject({
      value_type: "USDC",
      transfer_type: "base",
      balance: { value: "75.00", currency: "USDC" },
      available: { value: "75.00", currency: "USDC" },
    });
    expect(await balance(wallet, "?transfer_type=BASE&value_type=usdc")).toMatchObject({
      balance: { value: "75.00", currency: "USDC" },
      value_type: "USDC",
    });
  });

  test("a value type that is no token is 422, and one parameter alone is 400", async () => {
    const path = `/addresses/${wallet}/balance`;
    expect((await client.send("GET", `${path}?transfer_type=base&value_type=NOSUCH`)).status).toBe(422);
    const alone = await client.send("GET", `${path}?value_type=USDC`);
    expect([alone.status, alone.body.errors[0].pointer]).toEqual([400, "/query/transfer_type"]);
  });
});

describe("simulations", () => {
  test("deposits of a token that is issued here are backed and credited", async () => {
    const reserves = async () => (await client.get("//tokens/FUSD/reserves")).difference;
    const before = await reserves();
    await deposit("fusd", "40.00");
    await eventually(async () => {
      const { balances } = await balance(wallet, "");
      expect(balances).toContainEqual(
        expect.objectContaining({ value_type: "FUSD", balance: { value: "40.00", currency: "FUSD" } }),
      );
    });
    expect(await reserves()).toEqual(before);
    const { events } = await client.get("/events");
    const types = events.map(({ type, data }: { type: string; data: { value_type: string } }) => [
      type,
      data.value_type,
    ]);
    expect(types).toContainEqual(["deposit.completed", "FUSD"]);
    const body = { address_id: wallet, value_type: "FUSD", transfer_type: "base", amount: "1.001" };
    expect((await client.send("POST", "/simulations/deposits", body)).status).toBe(422);
  });

  test("the rejection of an entry that is not in a file yet can be retried", async () => {
    await deposit("FUSD", "10.00");
    const bank = await client.post("/addresses/external", {
      name: "Early",
      transfer_types: ["rtp"],
      account_number: "123456780",
      routing_number: "021000021",
      account_type: "checking",
      owner: "Wilhelmina Vanderquack",
    });
    const transfer = await eventually(() =>
      client.post("/transfers", {
        amount: { value: "10.00", currency: "USD" },
        source: { address_id: wallet, value_type: "FUSD", transfer_type: "base" },
        destination: { address_id: bank.id, value_type: "USD", transfer_type: "rtp" },
        brand: { account_id: client.accountId },
      }),
    );
    expect(transfer).toMatchObject({
      destination: { transfer_type: "rtp_credit" },
      brand: { account_id: client.accountId },
    });
    const early = await client.send("POST", `/simulations/transfers/${transfer.id}/reject`);
    expect([early.status, early.headers.get("retry-after")]).toEqual([409, "1"]);
  });
});

describe("automations", () => {
  const active = (id: string) =>
    eventually(async () => {
      const automation = await client.get(`/automations/${id}`);
      expect(automation.status).toBe("active");
      return automation;
    });
  const pay = (automation_id: string, more: object) =>
    client.post("/simulations/payments", {
      automation_id,
      amount: { value: "60.00", currency: "USD" },
      type: "wire",
      sender_name: "Wilhelmina Vanderquack",
      ...more,
    });

  test("an ACH credit to the older form makes a transfer by ach_credit", async () => {
    const destination = { address_id: wallet, value_type: "FUSD", transfer_type: "base" };
    const brand = { account_id: client.accountId };
    const older = { name: "Older", destination_address: destination, brand };
    const { id } = await client.post("/automations", older);
    const automation = await active(id);
    expect(automation).toMatchObject({
      brand,
      source: { value_type: "USD" },
      destination,
      destination_address: destination,
    });
    expect(automation.wire_instructions).toEqual(automation.source.funding_instructions);
    await pay(id, { type: "ach" });
    const [transfer] = await eventually(async () => {
      const { transfers } = await client.get(`/transfers?automation_id=${id}`);
      expect(transfers).toHaveLength(1);
      return transfers;
    });
    expect(transfer).toMatchObject({ brand, source: { value_type: "USD", transfer_type: "ach_credit" } });
    expect((await client.finished(`/transfers/${transfer.id}`)).status).toBe("complete");
  });

  test.each(["wire", "ach_credit", null])(
    "a USD source may have the transfer type %s",
    async (transfer_type) => {
      const automation = await client.post("/automations", {
        name: `By ${transfer_type}`,
        source: { value_type: "usd", transfer_type },
        destination: { address_id: wallet, value_type: "FUSD", transfer_type: "base" },
      });
      expect(automation.source).toEqual({ value_type: "USD" });
    },
  );

  test("a chain for dollars, or no source beside destination, is refused", async () => {
    const destination = { address_id: wallet, value_type: "FUSD", transfer_type: "base" };
    const refused = [
      { name: "x", source: { value_type: "USD", transfer_type: "base" }, destination },
      { name: "x", destination },
    ];
    for (const body of refused) expect((await client.send("POST", "/automations", body)).status).toBe(400);
  });

  test("held incoming payments are pending with a reason, and publish nothing before they are credited", async () => {
    const { id } = await client.post("/automations", {
      name: "Held",
      source: { value_type: "USD" },
      destination: { address_id: wallet, value_type: "FUSD", transfer_type: "base" },
    });
    await active(id);
    const reviewed = await pay(id, { sender_name: "Viktor Emilovich Zarnovsky" });
    const reasonOf = (payment: string, reason: string) =>
      eventually(async () => {
        const shown = await client.get(`/payments/${payment}`);
        expect([shown.status, shown.details.reason]).toEqual(["pending", reason]);
      });
    await reasonOf(reviewed.id, "sender_review");
    await client.send("PATCH", `/automations/${id}`, { status: "disabled" });
    const late = await pay(id, {});
    await reasonOf(late.id, "disabled");
    const transfer = await client.post("/transfers", {
      amount: { value: "80.00", currency: "USD" },
      source: { value_type: "USD", transfer_type: "wire" },
      destination: { address_id: wallet, value_type: "FUSD", transfer_type: "base" },
    });
    const short = await client.post("/simulations/payments", {
      transfer_id: transfer.id,
      amount: { value: "79.00", currency: "USD" },
      type: "wire",
    });
    await reasonOf(short.id, "amount_mismatch");
    const { payments } = await client.get("/payments?status=pending");
    const pending = payments.map(({ id: paymentId }: { id: string }) => paymentId);
    expect(pending).toEqual(expect.arrayContaining([reviewed.id, late.id, short.id]));
    const { events } = await client.get("/events?page[size]=100");
    const completed = events
      .filter(({ type }: { type: string }) => type === "payment.completed")
      .map(({ data }: { data: { id: string } }) => data.id);
    for (const held of [reviewed.id, late.id, short.id]) expect(completed).not.toContain(held);
    expect(completed.length).toBeGreaterThan(0);
  });
});

describe("brand", () => {
  test("is accepted on every rail, stored and returned", async () => {
    const brand = { account_id: client.accountId };
    const wire = await client.post("/transfers", {
      amount: { value: "12.00", currency: "USD" },
      source: { value_type: "USD", transfer_type: "wire" },
      destination: { address_id: wallet, value_type: "FUSD", transfer_type: "base" },
      brand,
    });
    expect(wire.brand).toEqual(brand);
    const swap = await client.post("/transfers", {
      amount: { value: "5.00", currency: "USD" },
      source: { address_id: wallet, value_type: "USDC", transfer_type: "base" },
      destination: { address_id: wallet, value_type: "FUSD", transfer_type: "base" },
      branding: brand,
    });
    expect(swap.brand).toEqual(brand);
  });
});

describe("tokenization", () => {
  let holder: { id: string; address: string };
  let leg: object;
  let mint: { id: string; created_at: string };
  beforeAll(async () => {
    const token = { name: "Twelve", value_type: "Twelve12", kind: "attested", currency: "USD" };
    await issuer.post("/tokens", { ...token, transfer_types: ["base"] });
    await eventually(async () => expect((await issuer.get("//tokens/TWELVE12")).status).toBe("active"));
    holder = await issuer.post("/addresses/internal", { name: "Holder", transfer_types: ["base"] });
    leg = { address_id: holder.id, value_type: "twelve12", transfer_type: "BASE" };
    mint = await issuer.post("/tokens/mints", { amount: "100", destination: leg, note: "First issue" });
  });

  test("a mint has a note, an address and a transaction id, from its creation on, and filters find it", async () => {
    const { id, address } = holder;
    const end = { address_id: id, address, value_type: "Twelve12", transfer_type: "base" };
    expect(mint).toMatchObject({
      status: "pending",
      note: "First issue",
      failure: null,
      updated_at: mint.created_at,
      destination: { ...end, transaction_id: null },
    });
    const minted = await issuer.finished(`/tokens/mints/${mint.id}`);
    expect(minted).toMatchObject({ status: "complete", note: "First issue", destination: end });
    const found = async (query: string) =>
      (await issuer.get(`/tokens/mints?${query}`)).mints.map((each: { id: string }) => each.id);
    const matching = [
      "status=complete",
      "value_type=TWELVE12",
      "transfer_type=BASE",
      `transaction_id=${minted.destination.transaction_id}`,
      `address_id=${id}`,
      "created_after=2020-01-01T00:00:00Z",
      `status=complete&address_id=${id}&value_type=twelve12`,
    ];
    for (const query of matching) expect(await found(query), query).toEqual([mint.id]);
    const others = [
      "status=failed",
      "value_type=OTHER",
      "transfer_type=solana",
      "created_before=2020-01-01T00:00:00Z",
    ];
    for (const query of others) expect(await found(query), query).toEqual([]);
  });

  test("so do burns and transfers", async () => {
    const { address } = holder;
    await issuer.finished(`/tokens/mints/${mint.id}`);
    const burn = await issuer.post("/tokens/burns", { amount: "1", source: leg, note: "Back" });
    expect(burn).toMatchObject({ note: "Back", source: { address, transaction_id: null } });
    const other = await issuer.post("/addresses/internal", { name: "Other", transfer_types: ["base"] });
    const moved = await issuer.post("/tokens/transfers", {
      amount: "2",
      source: leg,
      destination: { ...leg, address_id: other.id, value_type: "TWELVE12" },
      note: "Over",
    });
    expect(moved).toMatchObject({
      note: "Over",
      source: { address, value_type: "Twelve12" },
      destination: { address: other.address, value_type: "Twelve12" },
    });
    const { transactions } = await issuer.get(`/tokens/transactions?address_id=${other.id}`);
    expect(transactions.map((each: { id: string }) => each.id)).toEqual([moved.id]);
  });
});

test("aliases: /health and /openapi", async () => {
  const get = (path: string) => request(service.baseUrl + path, { method: "GET" });
  expect((await get("/health")).body).toEqual((await get("/healthz")).body);
  expect((await get("/openapi")).body).toEqual((await get("/openapi.json")).body);
});
