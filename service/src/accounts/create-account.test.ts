import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newAccountRequest, newParty } from "../../test/account-request.ts";
import { startTestApi, type TestApi, type TestClient } from "../../test/api.ts";
import { accountTables, generateCases, readSpecTables } from "../../test/spec-tables.ts";
import type { NewAccount } from "./account-request.ts";

const specification = new URL("../../../../shared/spec/interface-2.3.1.md", import.meta.url);
const hasSpecification = existsSync(specification);

let api: TestApi;
let client: TestClient;
let keys = 0;

beforeAll(async () => {
  api = await startTestApi({ environment: { FLORIN_ROLES: "api", RATE_LIMIT: "off" } });
  client = await api.createClient();
});

afterAll(() => api.stop());

function create(body: unknown, token = client.token) {
  keys += 1;
  return api.request("POST", "/accounts", { token, idempotencyKey: `key-${keys}`, body });
}

const { beneficial_owners: owners, ...withoutOwners } = newAccountRequest({ name: "Feathers" });
const spellings: readonly [string, Record<string, unknown>][] = [
  ["beneficial_owners", { ...withoutOwners, beneficial_owners: owners }],
  ["ultimate_beneficial_owners", { ...withoutOwners, ultimate_beneficial_owners: owners }],
];

test.skipIf(!hasSpecification)(
  "our tables match the specification (requires the spec next to the checkout)",
  () => {
    const text = readFileSync(specification, "utf8");
    expect(readSpecTables(text, Object.keys(accountTables))).toEqual(accountTables);
  },
);

test.each(spellings)(
  "with %s, each rule of the tables is enforced for each field, and only that field is reported",
  async (spelling, good) => {
    // Sending the other spelling as well is a separate error.
    const others = spellings.map(([name]) => name).filter((name) => name !== spelling);
    const cases = generateCases(accountTables, good).filter(
      ({ name }) => !others.some((other) => name.startsWith(`/${other} `)),
    );
    expect(cases.length).toBeGreaterThan(200);
    const outcomes: string[] = [];
    for (const { name, body } of cases) {
      const response = await create(body);
      const pointers = response.body.errors?.map((error: { pointer: string }) => error.pointer).join(" ");
      outcomes.push(`${name}: ${response.status} ${response.body.code ?? ""} ${pointers ?? ""}`.trim());
    }
    const expected = cases.map(({ name, pointer }) =>
      pointer === undefined ? `${name}: 201` : `${name}: 400 validation_failed ${pointer}`,
    );
    expect(outcomes).toEqual(expected);
  },
);

test("sending both spellings of the owners is refused, whatever they contain", async () => {
  for (const value of [owners, [], null]) {
    const { status, body } = await create({
      ...withoutOwners,
      beneficial_owners: value,
      ultimate_beneficial_owners: [],
    });
    expect([status, body.code]).toEqual([400, "validation_failed"]);
    expect(body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([
      "/ultimate_beneficial_owners",
    ]);
  }
});

test("all shape errors are reported at once, including duplicate owners fields", async () => {
  const { business_name: _name, ...rest } = newAccountRequest({ ultimate_beneficial_owners: [] });
  const { body } = await create({ ...rest, ein: 12, surprise: true });
  expect(body.errors.map((error: { pointer: string }) => error.pointer).sort()).toEqual([
    "/business_name",
    "/ein",
    "/surprise",
    "/ultimate_beneficial_owners",
  ]);
});

test.each([0, 25, 33.333333333333336, 100, "0", "25", "33.3333", "100.00", null])(
  "an ownership of %j is accepted",
  async (ownership_percentage) => {
    const party = newParty({ ownership_percentage });
    expect((await create(newAccountRequest({ beneficial_owners: [party] }))).status).toBe(201);
    expect((await create(newAccountRequest({ business_controller: party }))).status).toBe(201);
  },
);

test("ownership adds up exactly: ten times 10 percent is accepted, slightly more is refused", async () => {
  const tenths = Array.from({ length: 10 }, (_, index) =>
    newParty({ ownership_percentage: index % 2 === 0 ? 10 : "10.0000" }),
  );
  expect((await create(newAccountRequest({ beneficial_owners: tenths }))).status).toBe(201);
  const more = [...tenths, newParty({ ownership_percentage: "0.0001" })];
  const { status, body } = await create(newAccountRequest({ beneficial_owners: more }));
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ pointer: "/beneficial_owners" }]);
});

const inAddress = (change: object): Partial<NewAccount> => ({
  address: { ...newAccountRequest().address, ...change },
});
const inTos = (change: object): Partial<NewAccount> => ({
  tos_attestation: { ...newAccountRequest().tos_attestation, ...change },
});
const inController = (change: Parameters<typeof newParty>[0]): Partial<NewAccount> => ({
  business_controller: newParty(change),
});

test.each<[Partial<NewAccount>, string]>([
  [{ business_name: "   " }, "/business_name"],
  [{ business_name: "" }, "/business_name"],
  [{ ein: "" }, "/ein"],
  [{ ein: "1".repeat(255) }, "/ein"],
  [{ business_name: "Acme\u0007" }, "/business_name"],
  [{ name: "\u202Eemca" }, "/name"],
  [{ name: "Ac\u200Bme" }, "/name"],
  [{ business_name: "\u0958".repeat(255) }, "/business_name"],
  [{ ein: "12-345678" }, "/ein"],
  [{ email: "office" }, "/email"],
  [{ phone_number: "12345" }, "/phone_number"],
  [{ website: "not a website" }, "/website"],
  [inAddress({ state: "Ontario" }), "/address/state"],
  [inAddress({ zip: "1234" }), "/address/zip"],
  [inAddress({ zip: "12345-67" }), "/address/zip"],
  [inAddress({ country: "CA" }), "/address/country"],
  [inAddress({ country: "us" }), "/address/country"],
  [inAddress({ street_line_2: "a\tb" }), "/address/street_line_2"],
  [inController({ ssn: "123-45-678" }), "/business_controller/ssn"],
  [inController({ dob: "1980-02-30" }), "/business_controller/dob"],
  [inController({ dob: "2090-01-01" }), "/business_controller/dob"],
  [inController({ email: "jane@" }), "/business_controller/email"],
  [inController({ ownership_percentage: -1 }), "/business_controller/ownership_percentage"],
  [inController({ ownership_percentage: "100.01" }), "/business_controller/ownership_percentage"],
  [{ beneficial_owners: [newParty({ ssn: "1" })] }, "/beneficial_owners/0/ssn"],
  [inTos({ accepted_at: "2999-01-01T00:00:00Z" }), "/tos_attestation/accepted_at"],
  [inTos({ ip: "203.0.113.256" }), "/tos_attestation/ip"],
  [inTos({ ip: "fe80::1%eth0" }), "/tos_attestation/ip"],
  [inTos({ user_agent: "a\nb" }), "/tos_attestation/user_agent"],
])("an invalid value is refused with 422 at its pointer: %j", async (change, pointer) => {
  const { status, body } = await create(newAccountRequest(change));
  expect([status, body.code]).toEqual([422, "unprocessable"]);
  expect(body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([pointer]);
});

test("all invalid values are reported at once, by pointer, and none is echoed", async () => {
  const { status, body, text } = await create(
    newAccountRequest({
      ein: "98765432",
      website: "nonsense",
      business_controller: newParty({ ssn: "11112222", dob: "2020-01-01" }),
      beneficial_owners: [newParty(), newParty({ phone_number: "8675309x" })],
    }),
  );
  expect(status).toBe(422);
  expect(body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([
    "/ein",
    "/website",
    "/business_controller/dob",
    "/business_controller/ssn",
    "/beneficial_owners/1/phone_number",
    "/beneficial_owners",
  ]);
  for (const value of ["98765432", "nonsense", "11112222", "2020-01-01", "8675309"]) {
    expect(text).not.toContain(value);
  }
});

test.each<[Partial<NewAccount>, string]>([
  [inAddress({ street_line_2: "\u0000" }), "/address/street_line_2"],
  [inAddress({ city: "\ud800" }), "/address/city"],
  [{ business_name: "x".repeat(256) }, "/business_name"],
  [{ name: "x".repeat(256) }, "/name"],
  [{ beneficial_owners: Array.from({ length: 51 }, () => newParty()) }, "/beneficial_owners"],
  [inTos({ user_agent: "x".repeat(1_025) }), "/tos_attestation/user_agent"],
  [{ doc_submission_ids: ["short"] }, "/doc_submission_ids/0"],
  [inTos({ accepted_at: "2026-01-01 00:00:00Z" }), "/tos_attestation/accepted_at"],
  [inTos({ accepted_at: "2026-01-01t00:00:00z" }), "/tos_attestation/accepted_at"],
  [inTos({ accepted_at: "2026-06-30T23:59:60Z" }), "/tos_attestation/accepted_at"],
  [inTos({ accepted_at: "2026-02-30T00:00:00Z" }), "/tos_attestation/accepted_at"],
  [inTos({ accepted_at: "1969-12-31T23:59:59Z" }), "/tos_attestation/accepted_at"],
  [
    { doc_submission_ids: ["01JD7Q2M8W3T5V6X9YZABCDEFG", "01JD7Q2M8W3T5V6X9YZABCDEFG"] },
    "/doc_submission_ids/1",
  ],
])("overlong, too many, duplicate, or malformed values are refused with 400", async (change, pointer) => {
  const { status, body } = await create(newAccountRequest(change));
  expect([status, body.code]).toEqual([400, "validation_failed"]);
  expect(body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([pointer]);
});

test("an idempotency key is required", async () => {
  const { status, body } = await api.request("POST", "/accounts", {
    token: client.token,
    body: newAccountRequest(),
  });
  expect([status, body.code]).toEqual([400, "idempotency_key_missing"]);
});

test("creating an account requires accounts:write", async () => {
  const reader = await api.createClient({ scopes: ["accounts:read"] });
  expect((await create(newAccountRequest(), reader.token)).body.code).toBe("insufficient_scope");
});
