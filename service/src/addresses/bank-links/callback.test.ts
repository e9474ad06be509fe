import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../test/api.ts";
import { createManualClock, type ManualClock } from "../../../test/auth.ts";
import { type BankLinkApi, startBankLinkApi } from "../../../test/bank-links.ts";
import { statement } from "../../db/statement.ts";
import { tokenLifetimeMs } from "./link-token.ts";

let env: BankLinkApi;
let client: TestClient;
let clock: ManualClock;
const lines: string[] = [];

beforeAll(async () => {
  clock = createManualClock();
  env = await startBankLinkApi({
    clock,
    environment: { LOG_LEVEL: "trace" },
    logDestination: { write: (line: string) => lines.push(line) },
  });
  client = await env.api.createClient();
});
afterAll(() => env.api.stop());

const owner = {
  legal_name: "Wilhelmina Vanderquack",
  phone_number: "+12125552368",
  date_of_birth: "1970-02-28",
};
const openLink = async () => (await env.send(client, "POST", "/banklink/link_token", { body: owner })).body;
const callBack = ({ callback_url }: { callback_url: string }, public_token: string) =>
  env.api.request("POST", new URL(callback_url).pathname, { body: { public_token } });

const sessions = statement<{ readonly state: string; readonly sealed: Buffer | undefined }>(
  "SELECT state, sealed FROM bank_link_sessions ORDER BY id DESC LIMIT 1",
);
const lastSession = () => env.api.database.first(sessions);

test("the callback expires with the link token", async () => {
  const link = await openLink();
  clock.advance(tokenLifetimeMs - 1);
  const token = await env.publicToken(client, { link_token: link.link_token });
  clock.advance(1);
  expect((await callBack(link, token)).status).toBe(404);
  const registered = await env.register(client, { public_token: token, transfer_types: ["ach_debit"] });
  expect(registered.status).toBe(201);
});

test("a bank account that the account already has is a conflict that does not name it", async () => {
  env.nextAccountNumber("1234567890");
  const token = await env.publicToken(client);
  const rails = [
    "ach_debit",
    "same_day_ach_debit",
    "ach_credit",
    "same_day_ach_credit",
    "rtp_credit",
    "fednow_credit",
  ];
  const { body } = await env.register(client, { public_token: token, transfer_types: rails });
  const link = await openLink();
  env.nextAccountNumber("1234567890");
  const again = await env.publicToken(client, { link_token: link.link_token });
  const conflict = await callBack(link, again);
  expect(conflict).toMatchObject({ status: 409, body: { detail: "this bank account is already linked" } });
  expect(conflict.text).not.toContain(body.address_id);
});

test("personal data is sealed with the session, used for the account, and deleted; it is in no log", async () => {
  const link = await openLink();
  const { sealed } = (await lastSession()) ?? {};
  expect(sealed?.length).toBeGreaterThan(0);
  expect(sealed?.includes("Vanderquack")).toBe(false);
  const token = await env.publicToken(client, { link_token: link.link_token });
  const { body } = await callBack(link, token);
  expect(await lastSession()).toEqual({ state: "registered", sealed: undefined });
  const { body: address } = await env.send(client, "GET", `/addresses/${body.address_id}`);
  expect(address.owner).toBe(owner.legal_name);
  const log = lines.join("\n");
  expect(log).not.toBe("");
  const secrets = [...Object.values(owner), link.link_token, token, link.callback_url.split("/").at(-1)];
  for (const secret of secrets) expect(log).not.toContain(secret);
});
