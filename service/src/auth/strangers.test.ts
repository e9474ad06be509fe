import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  basicAuthorization,
  createRequest,
  startTestApi,
  type TestApi,
  type TestClient,
} from "../../test/api.ts";
import { createUser, openBrowser } from "../../test/console.ts";
import { eventually } from "../../test/eventually.ts";
import { type ApiProcess, startApiProcess } from "../../test/start-api-process.ts";
import { statement } from "../db/statement.ts";
import { createPasswordHasher } from "../users/index.ts";

/* Strangers at the address of a known client: every request here comes from 127.0.0.1. */

const masterKey = randomBytes(32);
const baseUrl = "http://florin.test";
const password = "a long walk by the sea";
let api: TestApi;
let other: ApiProcess;

beforeAll(async () => {
  api = await startTestApi({ masterKey, environment: { BASE_URL: baseUrl } });
  other = await startApiProcess({
    target: api.testDatabase.target,
    masterKey: masterKey.toString("hex"),
    baseUrl,
  });
});
afterAll(async () => {
  await other.stop();
  await api.stop();
});

const nodeOf = (node: "this" | "other") => (node === "this" ? api : { ...api, baseUrl: other.baseUrl });

function requestToken(
  client: Pick<TestClient, "clientId" | "clientSecret">,
  node: "this" | "other" = "this",
): Promise<number> {
  const request = createRequest(nodeOf(node).baseUrl, api.check);
  return request("POST", "/oauth2/token", {
    form: { grant_type: "client_credentials" },
    headers: { authorization: basicAuthorization(client.clientId, client.clientSecret) },
  }).then(({ status }) => status);
}

async function signIn(email: string, typed: string, node: "this" | "other" = "this"): Promise<number> {
  const browser = openBrowser(nodeOf(node));
  return (await browser.post("/console/api/sign-in", { email, password: typed })).status;
}

async function newUser(): Promise<string> {
  const { userId, email } = await createUser(api, { operatorRole: "admin" });
  const hash = await createPasswordHasher().hash(password);
  await api.database.run(statement("UPDATE users SET password_hash = $2 WHERE id = $1"), [userId, hash]);
  return email;
}

const strangerId = (index: number): string => `01${String(index).padStart(24, "0")}`;

test("known clients are not written again, and the table names neither clients nor addresses", async () => {
  const client = await api.createClient();
  const records = statement<{ records: string; changedAt: string }>(
    `SELECT coalesce(string_agg(row_to_json(attempt_records)::text, ' '), '') AS records,
       max(changed_at)::text AS changed_at FROM attempt_records`,
  );
  await eventually(async () => expect((await api.database.first(records))?.changedAt).toBeDefined());
  const before = await api.database.first(records);
  for (let count = 0; count < 5; count += 1) expect(await requestToken(client)).toBe(200);
  const after = await api.database.first(records);
  expect(after).toEqual(before);
  expect(after?.records).not.toContain("127.0.0.1");
  expect(after?.records).not.toContain(client.clientId);
});

test("36 failed client authentications of strangers do not lock out a known client, on any node", async () => {
  const [known, mistaken] = [await api.createClient(), await api.createClient()];
  expect(await requestToken(known)).toBe(200);
  const statuses = await Promise.all(
    Array.from({ length: 36 }, (_, index) =>
      requestToken({ clientId: strangerId(index), clientSecret: "florin_sk_guess" }),
    ),
  );
  expect(new Set(statuses)).toContain(401);
  expect(await requestToken({ clientId: strangerId(99), clientSecret: "florin_sk_guess" })).toBe(429);
  expect(await requestToken(known)).toBe(200);
  // The other node counts the failures of this one, and knows its clients.
  await eventually(async () =>
    expect(await requestToken({ clientId: strangerId(99), clientSecret: "x" }, "other")).toBe(429),
  );
  expect(await requestToken(known, "other")).toBe(200);
  // A client that has failed is not known any more.
  expect(await requestToken({ ...mistaken, clientSecret: "florin_sk_wrong" })).toBe(401);
  expect(await requestToken(mistaken)).toBe(429);
});

test("60 parallel wrong sign-ins of strangers neither delay nor lock out a known user, on any node", async () => {
  const email = await newUser();
  expect(await signIn(email, password)).toBe(200);
  const strangers = Array.from({ length: 60 }, (_, index) =>
    signIn(`stranger-${index}@example.com`, "a wrong guess"),
  );
  expect(await signIn(email, password)).toBe(200);
  const statuses = new Set(await Promise.all(strangers));
  expect(statuses).toContain(401);
  expect(await signIn("stranger-99@example.com", "a wrong guess")).toBe(429);
  expect(await signIn(email, password)).toBe(200);
  await eventually(async () =>
    expect(await signIn("stranger-99@example.com", "a wrong guess", "other")).toBe(429),
  );
  expect(await signIn(email, password, "other")).toBe(200);
  // One wrong password, and the user is limited like everyone else at this address.
  expect(await signIn(email, "a typo in it")).toBe(401);
  expect(await signIn(email, password)).toBe(429);
  await eventually(async () => expect(await signIn(email, password, "other")).toBe(429));
});
