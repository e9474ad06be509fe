import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newAccountRequest, newParty } from "../../test/account-request.ts";
import { startTestApi, type TestApi, type TestClient } from "../../test/api.ts";
import { eventually } from "../../test/eventually.ts";
import { rewrapTable } from "../../test/rewrap-table.ts";
import { dumpTables } from "../../test/table-dump.ts";
import type { Database } from "../db/database.ts";
import { createKeyRing, EnvelopeError } from "../kernel/envelope.ts";
import { createIdFactory, parseId, tenantOf } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { maskProfile } from "./profile/mask-profile.ts";
import { loadProfile, openProfile } from "./profile/sealed-profile.ts";
import { selectSealedProfile } from "./profile/store.ts";
import { accountProfiles } from "./tables.ts";

const masterKey = randomBytes(32);
const lines: string[] = [];
let api: TestApi;
let client: TestClient;

beforeAll(async () => {
  api = await startTestApi({
    masterKey,
    environment: { LOG_LEVEL: "trace", LOG_FORMAT: "json", VERIFICATION_SANDBOX_DELAY_MS: "0" },
    logDestination: { write: (line) => lines.push(line) },
  });
  client = await api.createClient();
});

afterAll(() => api.stop());

let keys = 0;

function create(body: unknown, token = client.token) {
  keys += 1;
  return api.request("POST", "/accounts", { token, idempotencyKey: `key-${keys}`, body });
}

const accountKey = (id: string, owner = client) => {
  const accountId = parseId<"account">(id);
  if (accountId === undefined) throw new Error("no id");
  return { tenantId: tenantOf(owner.accountId), accountId };
};

/** Values that must not be found anywhere, as sent and as stored. */
const personal = [
  ["12-3498765", "123498765", "3498765"],
  ["512-38-7694", "512387694", "513-47-8126", "513478126"],
  ["1964-08-23", "1971-03-09"],
  ["Wilhelmina", "Vanderquack", "Ottokar", "Zimbelstern"],
  ["Larkspur", "12207-1234", "518 474 8390", "15184748390", "12127365000"],
  ["wilhelmina@", "ottokar@", "office@quillfeather", "203.0.113.77", "Quillbrowser"],
].flat();

function findPersonal(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return personal.filter((value) => {
    const lowerValue = value.toLowerCase();
    const inHex = [value, lowerValue].map((form) => Buffer.from(form).toString("hex"));
    return [lowerValue, ...inHex].some((form) => lower.includes(form));
  });
}

test("the search finds its values, also in binary data", () => {
  expect(findPersonal("… VANDERQUACK …")).toEqual(["Vanderquack"]);
  expect(findPersonal(`\\x00${Buffer.from("512387694").toString("hex")}`)).toEqual(["512387694"]);
});

test("personal data reaches no table, log line or response in an end-to-end flow", async () => {
  const mainnet = await api.createClient({ accountId: client.accountId, network: "mainnet" });
  const responses = [
    await create(newAccountRequest()),
    await create(newAccountRequest(), mainnet.token),
    await create({ ...newAccountRequest(), surprise: "Vanderquack" }),
    await create(newAccountRequest({ email: "wilhelmina@nowhere", phone_number: "518 474" })),
    await create(newAccountRequest({ business_controller: newParty({ dob: "2020-02-02" }) })),
    await create({ ...newAccountRequest(), ein: 123498765 }),
    await create(newAccountRequest({ business_name: "Document Quill LLC" })),
  ];
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 400, 422, 422, 400, 201]);
  const { id } = responses[0]?.body ?? {};
  await eventually(async () => {
    const types = (await dumpTables(api.database))["events"];
    expect(types).toContain("account.verification.completed");
    expect(types).toContain("account.verification.documents_required");
  });
  responses.push(
    await api.request("GET", `/accounts/${id}`, { token: client.token }),
    await api.request("GET", "/accounts?expand=true", { token: client.token }),
    await api.request("PATCH", `/accounts/${id}`, { token: client.token, body: { name: "Other" } }),
  );
  for (const { text } of responses) expect(findPersonal(text)).toEqual([]);
  for (const [table, text] of Object.entries(await dumpTables(api.database))) {
    expect([table, findPersonal(text)]).toEqual([table, []]);
  }
  expect(lines.some((line) => line.includes("createAccount") || line.includes("/accounts"))).toBe(true);
  expect(findPersonal(lines.join(""))).toEqual([]);
});

test("the name of a sole proprietor is in the clear only in the table of accounts, which is searched by name", async () => {
  const name = "Philippa Thistledown";
  const { status, body } = await create(newAccountRequest({ business_name: name, name }));
  expect(status).toBe(201);
  const renamed = await api.request("PATCH", `/accounts/${body.id}`, {
    token: client.token,
    idempotencyKey: "renames",
    body: { name: `${name} Baking` },
  });
  expect(renamed.status).toBe(200);
  const tables = Object.entries(await dumpTables(api.database));
  const inHex = Buffer.from("Thistledown").toString("hex");
  const holding = tables.filter(([, text]) => text.includes("Thistledown") || text.includes(inHex));
  expect(holding.map(([table]) => table)).toEqual(["accounts"]);
});

test("a request that fails on a lost database connection leaks no personal data", async () => {
  const letIn = await api.testDatabase.cutOff();
  const { status, text } = await create(newAccountRequest());
  await letIn();
  expect(status).toBe(503);
  expect(findPersonal(text + lines.join(""))).toEqual([]);
});

test("a reviewer sees the last digits and birth years, not full numbers or birth dates", async () => {
  const { body } = await create(newAccountRequest());
  const profile = await loadProfile({ keyRing: createKeyRing(masterKey) }, api.database, accountKey(body.id));
  const masked = maskProfile(profile);
  expect(masked.business.ein).toBe("*****8765");
  expect(masked.individuals).toMatchObject([
    { label: "controller", name: "Wilhelmina Vanderquack", birthYear: "1964", ssn: "*****7694" },
    { label: "owner_1", name: "Ottokar Zimbelstern", birthYear: "1971", ssn: "*****8126" },
  ]);
  expect(JSON.stringify(masked)).not.toMatch(/512387694|513478126|123498765|1964-08-23|Larkspur/);
});

test("a sealed profile opens only for its own account", async () => {
  const keyRing = createKeyRing(masterKey);
  const first = accountKey((await create(newAccountRequest())).body.id);
  const second = accountKey((await create(newAccountRequest())).body.id);
  const { sealed } = (await selectSealedProfile(api.database, first)) ?? {};
  if (sealed === undefined) throw new Error("no profile");
  expect(openProfile(keyRing, sealed, first).business.ein).toBe("123498765");
  expect(() => openProfile(keyRing, sealed, second)).toThrow(EnvelopeError);
});

test("a master key rotation rewraps every profile in batches, and resumes after an interruption", async () => {
  await using alone = await openAlone();
  const { database, owners } = alone;
  const nextKey = randomBytes(32);
  const during = createKeyRing(nextKey, [masterKey]);
  const after = { keyRing: createKeyRing(nextKey) };
  const deps = { database, keyRing: during, clock: systemClock, newId: createIdFactory(systemClock) };

  const interrupted = { ...deps, database: failingAfter(1, database) };
  await expect(rewrapTable(interrupted, accountProfiles)).rejects.toThrow("interrupted");
  const opens = await Promise.all(
    owners.map((key) =>
      loadProfile(after, database, key).then(
        () => true,
        () => false,
      ),
    ), //
  );
  expect(opens.filter(Boolean)).toHaveLength(2);

  expect(await rewrapTable(deps, accountProfiles)).toBe(owners.length - 2);
  expect(await rewrapTable(deps, accountProfiles)).toBe(0);
  for (const key of owners) {
    expect((await loadProfile(after, database, key)).controller.ssn).toBe("512387694");
  }
});

/** Five accounts of two tenants on a separate database. */
async function openAlone() {
  const other = await startTestApi({ masterKey, environment: { FLORIN_ROLES: "api" } });
  const owners = [];
  for (const count of [3, 2]) {
    const owner = await other.createClient();
    for (let index = 0; index < count; index += 1) {
      const { body } = await other.request("POST", "/accounts", {
        token: owner.token,
        idempotencyKey: `key-${index}`,
        body: newAccountRequest(),
      });
      owners.push(accountKey(body.id, owner));
    }
  }
  return { database: other.database, owners, [Symbol.asyncDispose]: () => other.stop() };
}

function failingAfter(allowed: number, database: Database): Database {
  let begun = 0;
  return {
    ...database,
    transaction: (work, options) => {
      begun += 1;
      if (begun > allowed) return Promise.reject(new Error("interrupted"));
      return database.transaction(work, options);
    },
  };
}
