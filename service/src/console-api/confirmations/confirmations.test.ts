import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ApiResponse, startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { createManualClock } from "../../../test/auth.ts";
import { codeOf } from "../../../test/authenticator.ts";
import { type ConsoleClient, createUser } from "../../../test/console.ts";
import { createEntry, type Entry, type JoinedUser } from "../../../test/console-entry.ts";
import { createPasskeyDevice } from "../../../test/passkey-device.ts";
import { sizeOf } from "../../../test/scale.ts";
import { addAddress, addToken } from "../../../test/token-holders.ts";
import { unaudited } from "../../../test/unaudited.ts";
import { statement } from "../../db/statement.ts";
import { type Network, tenantOf, type UserId } from "../../kernel/id.ts";
import { confirmationHeader } from "../../users/confirmations/require-confirmation.ts";
import { insertMember } from "../../users/members/store.ts";
import { relyingPartyOf } from "../../users/passkeys/relying-party.ts";

const clock = createManualClock();
const environment = { BASE_URL: "http://localhost:8080", RATE_LIMIT: "off" };
let api: TestApi;
let entry: Entry;
let client: TestClient;
let user: JoinedUser;
let userId: UserId;
let address: string;
let count = 0;

beforeAll(async () => {
  api = await startTestApi({ clock, environment });
  entry = createEntry(api, clock);
});
afterAll(() => api.stop());

/** An operator admin who signed in an hour ago and is a member of a tenant with a token on mainnet. */
beforeEach(async () => {
  count += 1;
  client = await api.createClient({ selfAttested: true, network: "mainnet" });
  const { accountId } = client;
  await addToken(api, { issuer: accountId, valueType: `ACME${count}`, network: "mainnet" });
  address = await addAddress(api, { accountId, network: "mainnet" });
  user = await entry.join("admin");
  userId = (await user.browser.get("/console/api/me")).body.user.id;
  await join();
  clock.advance(30 * 60_000);
});

async function join(): Promise<void> {
  const tenantId = tenantOf(client.accountId);
  await insertMember(unaudited(api.database), { tenantId, userId, role: "admin", createdAt: clock.now() });
}

const workspace = (network: Network = "mainnet") =>
  `/console/api/workspaces/${client.accountId}/${network}/accounts/${client.accountId}`;
const end = () => ({ address_id: address, value_type: `ACME${count}`, transfer_type: "base" });
const mint = (amount = "1000000.00") => ({ amount, destination: end() });
const external = {
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
  transfer_types: ["base"],
  name: "Thief",
};
const transfer = () => ({
  amount: { value: "250000.00", currency: "USD" },
  source: { value_type: "USD", transfer_type: "wire" },
  destination: { ...end(), value_type: "FUSD" },
});

interface Sent {
  readonly path: string;
  readonly body: unknown;
  readonly key?: string;
}

function send(sender: ConsoleClient, { path, body, key = `key-${count}` }: Sent, confirmation?: string) {
  return sender.post(path, body, {
    idempotencyKey: key,
    ...(confirmation === undefined ? {} : { headers: { [confirmationHeader]: confirmation } }),
  });
}

const mintRequest = (amount?: string): Sent => ({ path: `${workspace()}/tokens/mints`, body: mint(amount) });
const required = { status: 403, body: { code: "second_factor_required" } };

/** The id of the confirmation that the refusal requests. */
function requestedIn(refused: ApiResponse): string {
  expect(refused).toMatchObject(required);
  return refused.body.confirmation.id;
}

/** A code is valid once, so each comes from another time step. */
async function confirmWithCode(id: string, { browser, key }: JoinedUser = user): Promise<number> {
  clock.advance(30_000);
  const body = { code: codeOf(key, clock.now()), confirmation_id: id };
  return (await browser.post("/console/api/me/confirm", body)).status;
}

async function requestAndConfirm(sent: Sent): Promise<string> {
  const id = requestedIn(await send(user.browser, sent));
  expect(await confirmWithCode(id)).toBe(200);
  return id;
}

describe("with a session whose second factor is old", () => {
  test("nothing of value is created or moved on mainnet", async () => {
    const attempts: readonly Sent[] = [
      mintRequest(),
      { path: `${workspace()}/addresses/external`, body: external },
      { path: `${workspace()}/transfers`, body: transfer() },
      { path: `${workspace()}/tokens/burns`, body: { amount: "1.00", source: end() } },
      {
        path: `${workspace()}/tokens/transfers`,
        body: { amount: "1.00", source: end(), destination: end() },
      },
      { path: `${workspace()}/tokens/ACME${count}/deployments`, body: { transfer_type: "stellar" } },
    ];
    for (const sent of attempts) expect(await send(user.browser, sent), sent.path).toMatchObject(required);
    // Nor with a second factor that was confirmed for no request in particular.
    const body = { code: codeOf(user.key, clock.now()) };
    expect((await user.browser.post("/console/api/me/confirm", body)).status).toBe(200);
    for (const sent of attempts) expect(await send(user.browser, sent), sent.path).toMatchObject(required);
  });

  test("an external address is added once it is confirmed", async () => {
    const sent = { path: `${workspace()}/addresses/external`, body: external };
    const refused = await send(user.browser, sent);
    expect(refused.body.confirmation).toMatchObject({
      operation: expect.stringMatching(/address/i),
      facts: expect.arrayContaining([
        { label: "Address", value: external.address },
        { label: "Name", value: "Thief" },
        { label: "Network", value: "mainnet" },
      ]),
    });
    expect(await confirmWithCode(requestedIn(refused))).toBe(200);
    expect((await send(user.browser, sent, requestedIn(refused))).status).toBe(201);
  });

  test("the user is shown amount, asset and destination, and they confirm only that", async () => {
    const refused = await send(user.browser, mintRequest());
    const facts = new Map<string, string>(
      refused.body.confirmation.facts.map((fact: { label: string; value: string }) => [
        fact.label,
        fact.value,
      ]),
    );
    expect(facts.get("Amount")).toBe(`1000000.00 ACME${count}`);
    expect(facts.get("Destination")).toMatch(/^An address \(0x[0-9A-Fa-f]{40}\) · ACME\d+ · base$/);
    expect(facts.get("Tenant")).toBe("Test Account");
    const id = requestedIn(refused);
    expect(await send(user.browser, mintRequest(), id)).toMatchObject(required);
    expect(await confirmWithCode(id)).toBe(200);
    expect(await send(user.browser, mintRequest("1000000.01"), id)).toMatchObject(required);
    expect((await send(user.browser, mintRequest(), id)).status).toBe(201);
    expect(await send(user.browser, mintRequest(), id)).toMatchObject(required);
  });

  test("testnet needs no confirmation", async () => {
    const sent = { path: `${workspace("testnet")}/addresses/external`, body: external };
    expect((await send(user.browser, sent)).status).toBe(201);
  });

  test("invalid input is refused before a confirmation is requested", async () => {
    const sent = { path: `${workspace()}/tokens/mints`, body: { ...mint(), amount: "a million" } };
    expect(await send(user.browser, sent)).toMatchObject({
      status: 400,
      body: { code: "validation_failed" },
    });
    const keyless = await user.browser.post(`${workspace()}/tokens/mints`, mint());
    expect(keyless.body.code).toBe("idempotency_key_missing");
  });

  test("another second factor or new recovery codes cannot be set up", async () => {
    for (const path of ["totp", "passkeys/options", "recovery-codes"])
      expect(await user.browser.post(`/console/api/me/${path}`), path).toMatchObject(required);
  });
});

describe("a confirmation", () => {
  test("of another session or another user is refused", async () => {
    const id = await requestAndConfirm(mintRequest());
    const other = await entry.signIn(user.email);
    clock.advance(30_000);
    await other.post("/console/api/sign-in/totp", { code: codeOf(user.key, clock.now()) });
    expect(await send(other, mintRequest(), id)).toMatchObject(required);
    const colleague = await createUser(api, { memberOf: client.accountId, secondFactorAge: "old", clock });
    expect(await send(colleague, mintRequest(), id)).toMatchObject(required);
    expect((await send(user.browser, mintRequest(), id)).status).toBe(201);
  });

  test("is confirmed by its own session only, once, and within five minutes", async () => {
    const id = requestedIn(await send(user.browser, mintRequest()));
    const stranger = await entry.join("admin");
    clock.advance(30_000);
    expect(await confirmWithCode(id, stranger)).toBe(404);
    expect(await confirmWithCode(id)).toBe(200);
    expect(await confirmWithCode(id)).toBe(404);
    const late = requestedIn(await send(user.browser, mintRequest("5.00")));
    clock.advance(5 * 60_000);
    expect(await confirmWithCode(late)).toBe(404);
    expect(await send(user.browser, mintRequest(), id)).toMatchObject(required);
  });

  test("expires five minutes after the request, even if it was confirmed", async () => {
    const id = await requestAndConfirm(mintRequest());
    clock.advance(5 * 60_000);
    expect(await send(user.browser, mintRequest(), id)).toMatchObject(required);
  });

  test("is not given for a wrong code", async () => {
    const id = requestedIn(await send(user.browser, mintRequest()));
    const wrong = await user.browser.post("/console/api/me/confirm", { code: "000000", confirmation_id: id });
    expect(wrong.status).toBe(422);
    expect(await send(user.browser, mintRequest(), id)).toMatchObject(required);
  });

  test("is used by one of many concurrent requests", async () => {
    const sent = {
      path: "/console/api/users/invitations",
      body: { email: `c${count}@example.com`, operator_role: "admin" },
    };
    const id = await requestAndConfirm(sent);
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(user.browser, sent, id)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(7);
  });

  test("is requested again when what the user was shown has changed", async () => {
    const id = await requestAndConfirm(mintRequest());
    await api.database.run(statement("UPDATE addresses SET name = 'Renamed' WHERE id = $1"), [address]);
    const refused = await send(user.browser, mintRequest(), id);
    expect(refused).toMatchObject(required);
    expect(JSON.stringify(refused.body.confirmation.facts)).toContain("Renamed");
  });

  test("is in the audit log with the digest of its request, when it is given and when it is used", async () => {
    const id = await requestAndConfirm(mintRequest());
    const reply = await send(user.browser, mintRequest(), id);
    const entries = await api.database.rows(selectAudit, [id, reply.headers.get("x-request-id")]);
    const [given, use] = entries.filter(({ action }) => /confirm/.test(action));
    expect(given).toMatchObject({ action: "user.confirm", after: { kind: "totp", confirmation: id } });
    expect(use).toMatchObject({
      action: "confirmation.use",
      after: { operation: "workspace.createTokenMint" },
    });
    expect(use?.after["digest"]).toBe(given?.after["digest"]);
    // The mint itself, by the id of its request.
    expect(entries.length).toBeGreaterThan(2);
  });

  test("with a passkey, the device signs a challenge for this request only", async () => {
    const device = createPasskeyDevice(relyingPartyOf(environment.BASE_URL));
    const { browser } = user;
    const offer = { path: "/console/api/me/passkeys/options", body: {} };
    const offered = (await send(browser, offer, await requestAndConfirm(offer))).body;
    const made = { challenge_id: offered.challenge_id, name: "Key", response: device.make(offered.options) };
    expect((await browser.post("/console/api/me/passkeys", made)).status).toBe(201);
    const [id, other] = [
      requestedIn(await send(browser, mintRequest())),
      requestedIn(await send(browser, mintRequest("5.00"))),
    ];
    const path = "/console/api/me/confirm/passkey";
    const sign = async (confirmation_id?: string) => {
      const { body } = await browser.post(`${path}/options`, { confirmation_id });
      return { challenge_id: body.challenge_id, response: device.show(body.options) };
    };
    expect((await browser.post(path, { ...(await sign(other)), confirmation_id: id })).status).toBe(422);
    expect((await browser.post(path, { ...(await sign()), confirmation_id: id })).status).toBe(422);
    expect(await send(browser, mintRequest(), id)).toMatchObject(required);
    expect((await browser.post(path, { ...(await sign(id)), confirmation_id: id })).status).toBe(200);
    expect((await send(browser, mintRequest(), id)).status).toBe(201);
    expect(await send(browser, mintRequest("5.00"), other)).toMatchObject(required);
  });
});

const selectAudit = statement<{
  readonly action: string;
  readonly after: Readonly<Record<string, unknown>>;
}>(`
  SELECT action, after FROM audit_log
  WHERE after->>'confirmation' = $1 OR subject_id = $1 OR request_id = $2 ORDER BY id`);

const changes = sizeOf("CONFIRMATION_CHANGES", { usual: 25, long: 400 });

test("any change of a confirmed request needs another confirmation", async () => {
  const sent = mintRequest();
  const id = await requestAndConfirm(sent);
  const other = await addAddress(api, { accountId: client.accountId, network: "mainnet" });
  const amount = fc
    .tuple(fc.integer({ min: 1, max: 2_000_000 }), fc.integer({ min: 0, max: 999_999 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(6, "0")}`)
    .filter((text) => Number(text) !== 1_000_000);
  const change = fc.oneof(
    amount.map((text) => mintRequest(text)),
    // The same value in other words is another request, too.
    fc.constant(mintRequest("1000000.0")),
    fc.constantFrom("stellar", "solana", "ethereum").map((transfer_type) => ({
      ...sent,
      body: { ...mint(), destination: { ...end(), transfer_type } },
    })),
    fc.constant({ ...sent, body: { ...mint(), destination: { ...end(), address_id: other } } }),
    fc
      .stringMatching(/^[!-~]{1,40}$/)
      .filter((key) => key !== `key-${count}`)
      .map((key) => ({ ...sent, key })),
    fc.constant({
      ...sent,
      path: `${workspace()}/tokens/burns`,
      body: { amount: "1000000.00", source: end() },
    }),
  );
  await fc.assert(
    fc.asyncProperty(change, async (changed) => {
      expect(await send(user.browser, changed, id)).toMatchObject(required);
    }),
    { numRuns: changes },
  );
  expect((await send(user.browser, sent, id)).status).toBe(201);
});

test("an operator who is not a member moves no money of a tenant, on either network", async () => {
  const operator = await createUser(api, { operatorRole: "admin", clock });
  const treasurer = await createUser(api, { operatorRole: "treasury", clock });
  for (const network of ["testnet", "mainnet"] as const) {
    for (const sender of [operator, treasurer]) {
      for (const sent of [
        { path: `${workspace(network)}/tokens/mints`, body: mint() },
        { path: `${workspace(network)}/transfers`, body: transfer() },
        { path: `${workspace(network)}/addresses/external`, body: external },
      ])
        expect(await send(sender, sent), sent.path).toMatchObject({
          status: 403,
          body: { code: "not_permitted" },
        });
    }
  }
});
