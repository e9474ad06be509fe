import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAccountRequest } from "../service/test/account-request.ts";
import { eventually } from "../service/test/eventually.ts";
import { type RunningService, startService } from "./guides/start-service.ts";
import { type DemoClient, openDemoClient, type Reply, request } from "./section-12/demo-client.ts";

/** Section 12 of the contract, row by row: bank addresses, bank links, older endpoints, documents on testnet. */

let service: RunningService;
let client: DemoClient;
beforeAll(async () => {
  service = await startService();
  client = await openDemoClient(service, "standard");
});
afterAll(() => service.stop());

const street = { street_line_1: "401 Larkspur Avenue", city: "New York", state: "NY", zip: "10001" };
let numbers = 0;
const account = () => {
  numbers += 1;
  return {
    owner: "Wilhelmina Vanderquack",
    account_number: `77000${numbers}1234`,
    routing_number: "021000021",
    account_type: "checking",
  };
};
const newBank = (more: object = {}) =>
  client.post("/addresses/external", { ...account(), transfer_types: ["ach_credit"], ...more });

/** Sends a JSON body without a bearer token. */
const call = (url: string, body: object): Promise<Reply> =>
  request(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const pick = async (link: { link_token: string }): Promise<string> =>
  (await client.post("/simulations/banklink/public_token", { link_token: link.link_token })).public_token;

describe("bank addresses", () => {
  test("have an empty address, the type external and their holder", async () => {
    const bank = await newBank({ ownership: "individual" });
    expect(bank).toMatchObject({ address: "", type: "external", holder_type: "individual" });
    const { addresses } = await client.get("/addresses?type=external");
    const item = addresses.find(({ id }: { id: string }) => id === bank.id);
    expect(item).toMatchObject({ address: "", type: "external", holder_type: "individual" });
    expect((await newBank()).holder_type).toBeNull();
    const body = { ...account(), transfer_types: ["ach_credit"], ownership: "trust" };
    expect((await client.send("POST", "/addresses/external", body)).status).toBe(400);
  });

  test("wire can be added later, with the street addresses", async () => {
    const { id } = await newBank();
    const patch = (body: object) => client.send("PATCH", `/addresses/${id}`, body);
    expect((await patch({ additional_transfer_types: ["WIRE"] })).status).toBe(422);
    expect((await patch({ bank_address: { ...street, zip: "x" } })).body.errors[0].pointer).toBe(
      "/bank_address/zip",
    );
    const { body } = await patch({
      bank_address: street,
      beneficiary_address: { ...street, city: "Albany" },
      additional_transfer_types: ["wire"],
    });
    expect(body).toMatchObject({
      transfer_types: ["wire", "ach_credit"],
      bank_address: street,
      beneficiary_address: { city: "Albany" },
    });
    const onChain = (await client.get("/addresses?transfer_type=base&type=internal")).addresses[0];
    const refused = await client.send("PATCH", `/addresses/${onChain.id}`, { bank_address: street });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, "/bank_address"]);
  });
});

describe("bank links", () => {
  test("a link token with the owner's data, which the page shows", async () => {
    const link = await client.post("/banklink/link_token", {
      legal_name: "Wilhelmina Vanderquack",
      email_address: "wilhelmina@example.com",
      phone_number: "+1 212 555 2368",
      date_of_birth: "1970-02-28",
      redirect_uri: "https://app.example/linked",
      android_package_name: "com.example.app",
    });
    expect(Object.keys(link).toSorted((left, right) => left.localeCompare(right))).toEqual([
      "callback_url",
      "expiration",
      "link_token",
      "link_url",
    ]);
    expect(link.link_url).toBe(`${service.baseUrl}/banklink/sandbox#${link.link_token}`);
    const shown = await call(`${service.baseUrl}/banklink/sandbox/session`, { link_token: link.link_token });
    expect(shown.body.legal_name).toBe("Wilhelmina Vanderquack");
    const { address_id: id } = await client.post("/banklink/register-account", {
      public_token: await pick(link),
      transfer_types: ["ACH_DEBIT"],
      ownership: "individual",
    });
    expect(await client.get(`/addresses/${id}`)).toMatchObject({
      owner: "Wilhelmina Vanderquack",
      holder_type: "individual",
      transfer_types: ["ach_debit"],
    });
  });

  test.each([
    ["email_address", "nowhere"],
    ["phone_number", "12"],
    ["date_of_birth", "2999-01-01"],
    ["redirect_uri", "javascript:alert(1)"],
  ])("an invalid %s is refused at its pointer", async (field, value) => {
    const reply = await client.send("POST", "/banklink/link_token", { [field]: value });
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, `/${field}`]);
  });

  test("the callback registers the account once, without a bearer token, however often it is called", async () => {
    const link = await client.post("/banklink/link_token");
    const early = await call(link.callback_url, { public_token: "florin_public_unknown" });
    expect([early.status, early.body.errors[0].pointer]).toEqual([422, "/public_token"]);
    const public_token = await pick(link);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => call(link.callback_url, { public_token })),
    );
    const statuses = replies.map(({ status }) => status).toSorted((left, right) => left - right);
    expect(statuses).toEqual([201, ...Array(7).fill(404)]);
    const registered = replies.find(({ status }) => status === 201);
    expect(Object.keys(registered?.body)).toEqual(["address_id"]);
    expect(registered?.headers.get("location")).toBeNull();
    const address = await client.get(`/addresses/${registered?.body.address_id}`);
    expect(address).toMatchObject({ verification: "verified", type: "external" });
    expect(address.transfer_types).toEqual(expect.arrayContaining(["ach_debit", "ach_credit"]));
    const again = await client.send("POST", "/banklink/register-account", {
      public_token,
      transfer_types: ["ach_debit"],
    });
    expect(again.status).toBe(422);
  });

  test("the callback takes only the public token of its own session, and unknown sessions are not found", async () => {
    const [link, other] = [
      await client.post("/banklink/link_token"),
      await client.post("/banklink/link_token"),
    ];
    const foreign = await call(link.callback_url, { public_token: await pick(other) });
    expect([foreign.status, foreign.body.detail]).toEqual([422, "/public_token is not a known token"]);
    const unknown = await call(`${service.baseUrl}/banklink/callbacks/${"A".repeat(43)}`, {
      public_token: "x",
    });
    expect(unknown.status).toBe(404);
    expect(unknown.body.detail).toBe("there is no such link session, or it is over");
  });

  test("the callback checks customer_webhook_url like the URL of a webhook", async () => {
    const link = await client.post("/banklink/link_token");
    const public_token = await pick(link);
    const refused = [
      "ftp://customer.example",
      "https://user:pass@customer.example/",
      "https://169.254.169.254/",
    ];
    for (const customer_webhook_url of refused) {
      const reply = await call(link.callback_url, { public_token, customer_webhook_url });
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, "/customer_webhook_url"]);
    }
    const registering = { public_token, transfer_types: ["ach_debit"], customer_webhook_url: refused[2] };
    expect((await client.send("POST", "/banklink/register-account", registering)).status).toBe(422);
    const reply = await call(link.callback_url, { public_token, transfer_types: ["ach_debit"] });
    expect(reply.status).toBe(201);
  });
});

describe("deprecated endpoints", () => {
  const old = "/financial-institutions";
  const expectDeprecated = ({ headers }: Reply, successor: string) => {
    expect(headers.get("deprecation")).toMatch(/^@\d+$/);
    expect(headers.get("link")).toBe(`</accounts/${client.accountId}${successor}>; rel="successor-version"`);
  };

  test("the older body of an external bank", async () => {
    const details = {
      ...account(),
      name: "First Bank of Larkspur",
      address: "1 Larkspur Square, New York, NY 10001",
    };
    const reply = await client.send("POST", `${old}/external`, {
      name: "Supplier",
      transfer_type: ["ACH_CREDIT", "rtp"],
      bank_details: details,
    });
    expect(reply.status).toBe(201);
    expectDeprecated(reply, "/addresses/external");
    expect(reply.body).toMatchObject({
      name: "Supplier",
      transfer_types: ["ach_credit", "rtp_credit"],
      bank_address: { street_line_1: "1 Larkspur Square", city: "New York", state: "NY", zip: "10001" },
    });
    const structured = { ...account(), address: street };
    const second = { name: "Second", transfer_type: ["ach_credit"], bank_details: structured };
    expect((await client.send("POST", `${old}/external`, second)).body.bank_address).toMatchObject(street);
  });

  test.each([
    [{ routing_number: "021000022" }, "/bank_details/routing_number"],
    [{ address: "somewhere" }, "/bank_details/address"],
  ])("an invalid value of the older body is refused at its pointer: %o", async (wrong, pointer) => {
    const body = { name: "x", transfer_type: ["ach_credit"], bank_details: { ...account(), ...wrong } };
    const reply = await client.send("POST", `${old}/external`, body);
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, pointer]);
  });

  test("link, register, status and renewal under the older names", async () => {
    const link = await client.send("POST", `${old}/banklink/link_token`, {
      legal_name: "Wilhelmina Vanderquack",
    });
    expect(link.status).toBe(201);
    expectDeprecated(link, "/banklink/link_token");
    const body = { public_token: await pick(link.body), transfer_types: ["ach_debit"] };
    const registered = await client.send("POST", `${old}/register-account`, body);
    expectDeprecated(registered, "/banklink/register-account");
    const { financial_institution_id: id, address_id } = registered.body;
    expect([registered.status, address_id]).toEqual([201, id]);
    const status = await client.send("GET", `${old}/${id}/status`);
    expectDeprecated(status, `/addresses/${id}`);
    expect(status.body).toEqual({
      financial_institution_id: id,
      address_id: id,
      status: "active",
      needs_update: false,
      verification: "verified",
      last_updated: expect.any(String),
    });
    const update = await client.send("POST", `${old}/${id}/update-link-token`);
    expect(update.status).toBe(201);
    expectDeprecated(update, `/addresses/${id}/update-link-token`);
    expect(update.body.link_url).toContain("/banklink/sandbox#");
    const renewal = await client.send("POST", `/addresses/${id}/update-link-token`, {
      legal_name: "Wilhelmina Vanderquack",
      email_address: "wilhelmina@example.com",
    });
    expect([renewal.status, renewal.headers.get("deprecation")]).toEqual([201, null]);
    expect((await client.send("GET", `${old}/${"0".repeat(26)}/status`)).status).toBe(404);
  });
});

describe("documents on testnet", () => {
  test("are refused at creation, and accepted when the sandbox requests them", async () => {
    const business_name = "Document Larkspur LLC";
    const body = { ...newAccountRequest(), business_name };
    const refused = await client.send("POST", "//accounts", {
      ...body,
      doc_submission_ids: ["0".repeat(26)],
    });
    expect([refused.status, refused.body.code]).toEqual([422, "documents_not_supported"]);
    const created = await client.post("//accounts", body);
    const path = `//accounts/${created.id}`;
    const required = await eventually(async () => {
      const { documents } = await client.get(`${path}/verification/documents`);
      expect(documents.length).toBeGreaterThan(0);
      return documents;
    });
    const content = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
    const staged: string[] = [];
    for (const { document_kind, person_label } of required) {
      const document = await client.post("//documents", {
        document_kind,
        ...(person_label === null ? {} : { person_label }),
        file_name: "document.pdf",
        content: content.toString("base64"),
      });
      staged.push(document.doc_submission_id);
    }
    const linked = await client.send("PATCH", path, { doc_submission_ids: staged });
    expect(linked.status).toBe(200);
    await eventually(async () => expect((await client.get(path)).status).toBe("complete"));
  });
});
