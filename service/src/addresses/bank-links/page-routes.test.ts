import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestClient } from "../../../test/api.ts";
import { type BankLinkApi, startBankLinkApi } from "../../../test/bank-links.ts";
import { countRows } from "../../../test/table-dump.ts";
import { createSandboxBankLinks } from "../adapters/sandbox-bank-links.ts";
import { readRoutingNumber } from "../bank/routing-number.ts";

let world: BankLinkApi;
let client: TestClient;

beforeAll(async () => {
  world = await startBankLinkApi();
  client = await world.api.createClient();
});

afterAll(() => world.api.stop());

const linkToken = async (): Promise<string> =>
  (await world.send(client, "POST", "/banklink/link_token")).body.link_token;
const post = (path: string, body: object) => world.api.request("POST", `/banklink/sandbox/${path}`, { body });

describe("the page", () => {
  test.each([
    ["", "text/html"],
    ["/page.css", "text/css"],
    ["/page.js", "text/javascript"],
  ])("%s is there for everybody, under a policy without inline scripts and styles", async (path, type) => {
    const answer = await world.api.request("GET", `/banklink/sandbox${path}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("holds no script and no style of its own, and asks nobody else", async () => {
    const { text } = await world.api.request("GET", "/banklink/sandbox");
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script>|https?:/);
    for (const { name } of createSandboxBankLinks({ baseUrl: "" }).institutions) expect(text).toContain(name);
  });
});

test("the test banks have numbers that pass for those of banks", () => {
  const { institutions, openAccount } = createSandboxBankLinks({ baseUrl: "" });
  expect(institutions.length).toBeGreaterThanOrEqual(2);
  for (const institution of institutions) {
    expect(readRoutingNumber(institution.routingNumber)).toBe(institution.routingNumber);
    const account = openAccount({ institution, accountType: "checking", owner: "Ada" });
    expect(account.accountNumber).toMatch(/^\d{10}$/);
  }
});

test("a link token tells whom it is for, is used by a pick, and makes a token that can be registered", async () => {
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
  const answer = await world.register(client, { public_token, transfer_types: ["ach_debit"] });
  const address = await world.send(client, "GET", `/addresses/${answer.body.address_id}`);
  expect(address.body).toMatchObject({
    routing_number: "099900124",
    account_type: "savings",
    owner: "Test Account",
    verification: "verified",
  });
});

test("a renewal shows the account masked, and the same address comes of it", async () => {
  const public_token = await world.publicToken(client);
  const { address_id } = (await world.register(client, { public_token, transfer_types: ["ach_debit"] })).body;
  const update = await world.send(client, "POST", `/addresses/${address_id}/update-link-token`);
  const { link_token } = update.body;
  const { renews } = (await post("session", { link_token })).body;
  expect(renews).toMatch(/^the account \*{4}\d{4}$/);
  const renewed = (await post("public_token", { link_token })).body.public_token;
  const answer = await world.register(client, { public_token: renewed, transfer_types: ["ach_debit"] });
  expect(answer).toMatchObject({ status: 201, body: { address_id } });
});

test("a token is picked with once by many at one moment", async () => {
  const link_token = await linkToken();
  const racing = await Promise.all(Array.from({ length: 6 }, () => post("public_token", { link_token })));
  expect(racing.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
    201, 422, 422, 422, 422, 422,
  ]);
});

test("what is wrong is refused with its place, also with an idempotency key, and leaves nothing behind", async () => {
  const link_token = await linkToken();
  const before = await countRows(world.api.database);
  for (const [body, status, pointer] of [
    [{ link_token: "florin_link_x" }, 422, "/link_token"],
    [{}, 400, "/link_token"],
    [{ link_token: 7 }, 400, "/link_token"],
    [{ link_token, institution: "the_mattress" }, 422, "/institution"],
    [{ link_token, account_type: "gold" }, 400, "/account_type"],
    [{ link_token, owner: "Ada" }, 400, "/owner"],
  ] as const) {
    const answer = await world.api.request("POST", "/banklink/sandbox/public_token", {
      body,
      idempotencyKey: "somebody",
    });
    expect(answer).toMatchObject({ status, body: { errors: [{ pointer }] } });
  }
  expect(await countRows(world.api.database)).toEqual(before);
  expect((await post("public_token", { link_token })).status).toBe(201);
});
