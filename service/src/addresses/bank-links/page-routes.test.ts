import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestClient } from "../../../test/api.ts";
import { type BankLinkApi, startBankLinkApi } from "../../../test/bank-links.ts";
import { countRows } from "../../../test/table-dump.ts";
import { createSandboxBankLinks } from "../adapters/sandbox-bank-links.ts";
import { readRoutingNumber } from "../bank/routing-number.ts";

let env: BankLinkApi;
let client: TestClient;

beforeAll(async () => {
  env = await startBankLinkApi();
  client = await env.api.createClient();
});

afterAll(() => env.api.stop());

const linkToken = async (): Promise<string> =>
  (await env.send(client, "POST", "/banklink/link_token")).body.link_token;
const post = (path: string, body: object) => env.api.request("POST", `/banklink/sandbox/${path}`, { body });

describe("the page", () => {
  test.each([
    ["", "text/html"],
    ["/page.css", "text/css"],
    ["/page.js", "text/javascript"],
  ])("%s is public, with a content security policy without inline scripts and styles", async (path, type) => {
    const response = await env.api.request("GET", `/banklink/sandbox${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("contains no inline script or style, and loads nothing from other servers", async () => {
    const { text } = await env.api.request("GET", "/banklink/sandbox");
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script>|https?:/);
    for (const { name } of createSandboxBankLinks({ baseUrl: "" }).institutions) expect(text).toContain(name);
  });
});

test("the test banks have valid routing numbers", () => {
  const { institutions, openAccount } = createSandboxBankLinks({ baseUrl: "" });
  expect(institutions.length).toBeGreaterThanOrEqual(2);
  for (const institution of institutions) {
    expect(readRoutingNumber(institution.routingNumber)).toBe(institution.routingNumber);
    const account = openAccount({ institution, accountType: "checking", owner: "Ada" });
    expect(account.accountNumber).toMatch(/^\d{10}$/);
  }
});

test("a link token shows its account, is used up by picking, and gives a token that can be registered", async () => {
  const link_token = await linkToken();
  const session = await post("session", { link_token });
  expect(session).toMatchObject({ status: 200, body: { account_name: "Test Account", renews: null } });
  const choice = { institution: "lakeside_test_credit_union", account_type: "savings" };
  const picked = await post("public_token", { link_token, ...choice });
  expect(picked.status).toBe(201);
  const { public_token } = picked.body;
  expect(public_token).toMatch(/^florin_public_[\w-]{43}$/);
  for (const path of ["session", "public_token"]) {
    const again = await post(path, { link_token });
    expect(again).toMatchObject({ status: 422, body: { errors: [{ pointer: "/link_token" }] } });
  }
  const response = await env.register(client, { public_token, transfer_types: ["ach_debit"] });
  const address = await env.send(client, "GET", `/addresses/${response.body.address_id}`);
  expect(address.body).toMatchObject({
    routing_number: "099900124",
    account_type: "savings",
    owner: "Test Account",
    verification: "verified",
  });
});

test("a renewal shows the account masked, and keeps the address", async () => {
  const public_token = await env.publicToken(client);
  const { address_id } = (await env.register(client, { public_token, transfer_types: ["ach_debit"] })).body;
  const update = await env.send(client, "POST", `/addresses/${address_id}/update-link-token`);
  const { link_token } = update.body;
  const { renews } = (await post("session", { link_token })).body;
  expect(renews).toMatch(/^the account \*{4}\d{4}$/);
  const renewed = (await post("public_token", { link_token })).body.public_token;
  const response = await env.register(client, { public_token: renewed, transfer_types: ["ach_debit"] });
  expect(response).toMatchObject({ status: 201, body: { address_id } });
});

test("of concurrent picks with one token, one succeeds", async () => {
  const link_token = await linkToken();
  const racing = await Promise.all(Array.from({ length: 6 }, () => post("public_token", { link_token })));
  expect(racing.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
    201, 422, 422, 422, 422, 422,
  ]);
});

test("an invalid request is refused with its pointer, also with an idempotency key, and stores nothing", async () => {
  const link_token = await linkToken();
  const before = await countRows(env.api.database);
  for (const [body, status, pointer] of [
    [{ link_token: "florin_link_x" }, 422, "/link_token"],
    [{}, 400, "/link_token"],
    [{ link_token: 7 }, 400, "/link_token"],
    [{ link_token, institution: "the_mattress" }, 422, "/institution"],
    [{ link_token, account_type: "gold" }, 400, "/account_type"],
    [{ link_token, owner: "Ada" }, 400, "/owner"],
  ] as const) {
    const response = await env.api.request("POST", "/banklink/sandbox/public_token", {
      body,
      idempotencyKey: "stranger",
    });
    expect(response).toMatchObject({ status, body: { errors: [{ pointer }] } });
  }
  expect(await countRows(env.api.database)).toEqual(before);
  expect((await post("public_token", { link_token })).status).toBe(201);
});
