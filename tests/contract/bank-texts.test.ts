import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AdminContext, listBankFiles, openAdmin, readBankFile } from "../../service/src/admin/index.ts";
import { readNacha } from "../../service/src/rails/nacha/read-nacha.ts";
import { eventually } from "../../service/test/eventually.ts";
import { expectShown, texts } from "../guides/guide-texts.ts";
import { readTabs } from "../guides/read-guide.ts";
import { runProgram } from "../guides/run-guide.ts";
import { type RunningService, startEmbedded } from "../guides/start-service.ts";
import { type DemoClient, openDemoClient, type Reply } from "../section-12/demo-client.ts";

/** Section 13 of the contract, row "Bank texts": requests, responses, and the files that the bank gets. */

let service: RunningService;
let client: DemoClient;
let admin: AdminContext;
let wallet: string;
beforeAll(async () => {
  service = await startEmbedded();
  client = await openDemoClient(service, "standard");
  admin = await openAdmin({ DATA_DIR: service.dataFolder }, { command: "tests" });
  const addresses = { name: "Payouts", transfer_types: ["base"] };
  wallet = (await client.post("/addresses/internal", addresses)).id;
  const deposit = { address_id: wallet, value_type: "FUSD", transfer_type: "base", amount: "5000" };
  await client.post("/simulations/deposits", deposit);
  await eventually(async () => {
    const query = "?value_type=FUSD&transfer_type=base";
    expect((await client.get(`/addresses/${wallet}/balance${query}`)).balance.value).toBe("5000.00");
  });
});
afterAll(async () => {
  await admin.close();
  await service.stop();
});

const rails = ["wire", "ach_credit", "same_day_ach_credit", "rtp_credit", "fednow_credit"];
const street = { street_line_1: "401 Larkspur Avenue", city: "New York", state: "NY", zip: "10001" };
const longText = `Invoice 4711 – Müller & Söhne ${"ä".repeat(110)}`;
let numbers = 0;

async function addBank(more: object = {}): Promise<string> {
  numbers += 1;
  const bank = await client.post("/addresses/external", {
    owner: "Wilhelmina Vanderquack",
    account_number: `99000${numbers}1234`,
    routing_number: "021000021",
    account_type: "checking",
    bank_address: street,
    beneficiary_address: street,
    transfer_types: rails,
    ...more,
  });
  return bank.id;
}

const request = (destination: object, value = "10.00") => ({
  amount: { value, currency: "USD" },
  source: { address_id: wallet, value_type: "FUSD", transfer_type: "base" },
  destination: { value_type: "USD", ...destination },
});

async function pay(destination: object, value?: string): Promise<Reply["body"]> {
  const { id } = await client.post("/transfers", request(destination, value));
  return client.finished(`/transfers/${id}`);
}

async function refusal(destination: object) {
  const { status, body } = await client.send("POST", "/transfers", request(destination));
  return [status, body.errors?.[0]?.pointer];
}

/** The file in which a payment was sent to the bank. */
async function sentFile(paymentId: string): Promise<string> {
  // An ACH entry has the end of the id.
  const mark = paymentId.slice(-15);
  return eventually(async () => {
    for (const { id } of (await listBankFiles(admin, { direction: "out" })).items) {
      const { text } = await readBankFile(admin, id);
      if (text.includes(mark)) return text;
    }
    throw new Error(`no file has ${mark}`);
  });
}

async function achEntry(paymentId: string) {
  const reading = readNacha(Buffer.from(await sentFile(paymentId)));
  if (!reading.ok) throw new Error("the file can be read");
  for (const { sec, description, serviceClass, entries } of reading.file.batches) {
    const entry = entries.find(({ individualId }) => individualId === paymentId.slice(-15));
    const [addenda] = entry?.addenda ?? [];
    if (entry !== undefined)
      return { sec, description, serviceClass, text: addenda?.type === "payment" ? addenda.text : undefined };
  }
  throw new Error("the file has the entry");
}

describe("a reference", () => {
  test.each([
    ["wire", 140],
    ["rtp_credit", 140],
    ["fednow_credit", 140],
    ["ach_credit", 80],
    ["same_day_ach_credit", 80],
  ])("by %s is cut to %d characters, shown as sent, and sent so", async (transfer_type, length) => {
    const sent = `Invoice 4711 - Muller & Sohne ${"a".repeat(110)}`.slice(0, length);
    const { status, destination } = await pay({
      address_id: await addBank(),
      transfer_type,
      reference: longText,
    });
    expect(status).toBe("complete");
    expect(destination).toMatchObject({
      transfer_type,
      reference: longText,
      reference_as_sent: sent,
      purpose: null,
    });
    expect(await sentFile(destination.payment_id)).toContain(
      sent.replaceAll("&", length === 80 ? "&" : "&amp;"),
    );
  });

  test("is what wire_memo was, and both together are refused", async () => {
    const to = { address_id: await addBank(), transfer_type: "wire" };
    const { destination } = await pay({ ...to, wire_memo: "Rent" });
    expect(destination).toMatchObject({ wire_memo: "Rent", reference: "Rent", reference_as_sent: "Rent" });
    expect(await refusal({ ...to, wire_memo: "Rent", reference: "Rent" })).toEqual([
      400,
      "/destination/wire_memo",
    ]);
    const ach = { ...to, transfer_type: "ach_credit" };
    expect(await refusal({ ...ach, wire_memo: "Rent" })).toEqual([400, "/destination/wire_memo"]);
    expect(await refusal({ ...ach, reference: "a".repeat(141) })).toEqual([400, "/destination/reference"]);
  });
});

describe("a purpose", () => {
  test.each([
    ["payroll", "individual", "PPD", "PAYROLL"],
    ["payroll", undefined, "PPD", "PAYROLL"],
    ["vendor", "business", "CCD", "VENDOR PMT"],
    ["vendor", "individual", "PPD", "VENDOR PMT"],
    ["purchase", "business", "CCD", "PAYMENT"],
    [undefined, "individual", "PPD", "PAYMENT"],
  ])("%s to a bank account of type %s is %s with %s", async (purpose, holder_type, sec, description) => {
    const address_id = await addBank({ holder_type });
    const { destination } = await pay({ address_id, transfer_type: "ach_credit", purpose });
    expect(destination.purpose).toBe(purpose ?? null);
    expect(await achEntry(destination.payment_id)).toMatchObject({ serviceClass: "220", sec, description });
  });

  test("purchase of a debit is PURCHASE", async () => {
    const { public_token } = await client.post("/simulations/banklink/public_token", {});
    const { address_id } = await client.post("/banklink/register-account", {
      public_token,
      transfer_types: ["ach_debit"],
      holder_type: "individual",
    });
    const { id } = await client.post("/transfers", {
      amount: { value: "10.00", currency: "USD" },
      source: { address_id, value_type: "USD", transfer_type: "ach_debit" },
      destination: {
        address_id: wallet,
        value_type: "FUSD",
        transfer_type: "base",
        purpose: "purchase",
      },
    });
    const { source, destination } = await client.finished(`/transfers/${id}`);
    expect(destination.purpose).toBe("purchase");
    expect(await achEntry(source.payment_id)).toMatchObject({
      serviceClass: "225",
      sec: "PPD",
      description: "PURCHASE",
    });
  });

  test("is a purpose code in a wire, and an unknown one is refused", async () => {
    const to = { address_id: await addBank(), transfer_type: "wire" };
    const { destination } = await pay({ ...to, purpose: "payroll" });
    expect(await sentFile(destination.payment_id)).toMatch(/<Purp>\s*<Cd>SALA<\/Cd>\s*<\/Purp>/);
    expect(await refusal({ ...to, purpose: "bribe" })).toEqual([400, "/destination/purpose"]);
  });
});

/** On RTP and FedNow, the sandbox bank rejects it with AG03: the receiving bank does not support the payment. */
const notSupported = "57.03";

describe("a fallback", () => {
  test.each(["rtp_credit", "fednow_credit"])("of a payout by %s returns both rails", async (rail) => {
    const address_id = await addBank({ transfer_types: [rail, "wire", "ach_credit"] });
    const to = { address_id, transfer_type: rail, reference: "Invoice 7", fallback: true };
    const { id, status, failure, destination } = await pay(to, notSupported);
    expect({ status, failure }).toEqual({ status: "complete", failure: null });
    expect(destination).toMatchObject({
      requested_transfer_type: rail,
      transfer_type: "wire",
      fallback: true,
      fallback_reason: "AG03",
      reference_as_sent: "Invoice 7",
    });
    const { payments } = await client.get("/payments");
    const ofTransfer = payments.filter(({ transfer_id }: { transfer_id: string }) => transfer_id === id);
    expect(ofTransfer.map((each: { status: string }) => each.status).sort()).toEqual(["complete", "failed"]);
    const { events } = await client.get("/events?type=transfer.rerouted");
    expect(events.map(({ data }: { data: object }) => data)).toContainEqual(
      expect.objectContaining({
        id,
        requested_transfer_type: rail,
        transfer_type: "wire",
        fallback_reason: "AG03",
      }),
    );
  });

  test("does not happen unless it was requested, and only RTP and FedNow take it", async () => {
    const address_id = await addBank();
    const { status, destination } = await pay({ address_id, transfer_type: "rtp_credit" }, notSupported);
    expect([status, destination.transfer_type, destination.fallback_reason]).toEqual([
      "failed",
      "rtp_credit",
      null,
    ]);
    for (const transfer_type of ["wire", "ach_credit", "same_day_ach_credit"])
      expect(await refusal({ address_id, transfer_type, fallback: true })).toEqual([
        400,
        "/destination/fallback",
      ]);
  });
});

test("the payroll recipe pays wages as PPD entries with the description PAYROLL", async () => {
  const name = "recipes/payroll.md";
  const steps = readTabs(texts.get(name) ?? "", "TypeScript");
  const environment = { BASE: service.baseUrl, DATA_DIR: service.dataFolder };
  expectShown(name, steps, await runProgram(steps, environment));
  const { transfers } = await client.get("/transfers");
  const wages = transfers.filter(({ note }: { note: string | null }) => note === "payroll-2026-11");
  expect(wages).toHaveLength(2);
  for (const { destination } of wages)
    expect(await achEntry(destination.payment_id)).toEqual({
      serviceClass: "220",
      sec: "PPD",
      description: "PAYROLL",
      text: "Salary November 2026",
    });
});
