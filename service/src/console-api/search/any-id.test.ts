import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAccountRequest } from "../../../test/account-request.ts";
import { startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { addAddress } from "../../../test/token-holders.ts";
import { unaudited } from "../../../test/unaudited.ts";
import { recordAudit } from "../../audit/index.ts";
import { automationsOwnerName } from "../../automations/index.ts";
import type { ChainName } from "../../chains/chain-name.ts";
import { statement } from "../../db/statement.ts";
import { insertEvents } from "../../events/event-log.ts";
import type { EventId } from "../../events/index.ts";
import { noteNode } from "../../jobs/index.ts";
import { systemCause } from "../../kernel/cause.ts";
import { createKeyRing } from "../../kernel/envelope.ts";
import {
  type AccountId,
  type ApplicationId,
  createIdFactory,
  platformTenant,
  tenantOf,
} from "../../kernel/id.ts";
import { addMs, systemClock } from "../../kernel/instant.ts";
import { insertPayments } from "../../payments/store.ts";
import { noDetails, type StoredPayment } from "../../payments/stored-payment.ts";
import { insertAccounts, insertDirectoryEntries } from "../../payments/virtual-accounts/store.ts";
import { insertFile } from "../../rails/engine/file-store.ts";
import { insertRequests } from "../../request-log/store.ts";
import type { Grant } from "../../users/index.ts";
import { insertInvitation } from "../../users/invitations/store.ts";

const newId = createIdFactory(systemClock);
const network = "testnet";
const masterKey = randomBytes(32);
const cause = systemCause("test");

let api: TestApi;
let client: TestClient;
let admin: TestUser;
let member: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  api = await startTestApi({ environment: { FLORIN_ROLES: "api" }, masterKey, inventsEvents: true });
  client = await api.createClient();
  admin = await createUser(api, { operatorRole: "admin" });
  member = await createUser(api, { memberOf: client.accountId, memberRole: "viewer" });
  stranger = await createUser(api, { memberOf: (await api.createClient()).accountId });
});
afterAll(() => api.stop());

async function pathsFor(user: TestUser, query: string): Promise<readonly string[]> {
  const { body } = await user.get(`/console/api/search?query=${encodeURIComponent(query)}`);
  return body.results.map(({ path }: { readonly path: string }) => path);
}

const inTestnet = (): string => `/w/${client.accountId}/testnet`;
const owner = () => ({ tenantId: tenantOf(client.accountId), network }) as const;

interface Planted {
  /** The search text. */
  readonly query: string;
  readonly path: string;
}

const ofTenant: readonly (readonly [what: string, plant: () => Promise<Planted>])[] = [
  ["an event", plantEvent],
  ["a logged request, by its own id", async () => byKey(await plantRequest())],
  ["a logged request, by the id returned to its caller", async () => byName(await plantRequest(newId()))],
  [
    "a logged request, by a name that its caller gave it",
    async () => byName(await plantRequest("order_17-b")),
  ],
  ["a delivery that was made", () => plantDelivery("webhook_attempts")],
  ["a delivery that waits", () => plantDelivery("webhook_queue")],
  ["an invitation to a tenant", plantMemberInvitation],
  ["a deposit", () => plantDeposit("customer")],
  ["a payment of an account", () => plantPayment(client.accountId)],
  ["a custodial address on Ethereum", () => plantAddress("0x52908400098527886E0F7030069857D2E4169EE7")],
  ["an address in small letters", () => plantAddress("0xde709f2102306220921060314715629080e2fb77")],
  ["an address on Solana", () => plantAddress("7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV")],
  ["an address on Stellar", () => plantAddress("GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ")],
  ["the memo of a transfer", () => plantMemo("transfers", 1)],
  ["the memo of an automation", () => plantMemo(automationsOwnerName, 2)],
];

describe("a tenant's objects are found by its members and by operators only", () => {
  test.each(ofTenant)("%s", async (_, plant) => {
    const { query, path } = await plant();
    expect(await pathsFor(admin, query)).toEqual([path]);
    expect(await pathsFor(member, query)).toEqual([path]);
    expect(await pathsFor(stranger, query)).toEqual([]);
  });
});

const ofService: readonly (readonly [what: string, plant: () => Promise<Planted>])[] = [
  ["a file of the bank", plantFile],
  ["a node", plantNode],
  ["an invitation of the service", plantOperatorInvitation],
  ["an unmatched payment", () => plantPayment(undefined)],
  ["a deposit to the treasury of a tenant", () => plantDeposit("treasury")],
];

describe("platform objects are found by operators only", () => {
  test.each(ofService)("%s", async (_, plant) => {
    const { query, path } = await plant();
    expect(await pathsFor(admin, query)).toEqual([path]);
    for (const user of [member, stranger]) expect(await pathsFor(user, query)).toEqual([]);
  });

  test("and depend on the role", async () => {
    const reader = await createUser(api, { operatorRole: "read_only" });
    expect(await pathsFor(reader, (await plantOperatorInvitation()).query)).toEqual([]);
    const { query, path } = await plantNode();
    expect(await pathsFor(reader, query)).toEqual([path]);
  });
});

test("recent traffic and applications are found by the end of their id, by members of the tenant only", async () => {
  const developer = await createUser(api, { memberOf: client.accountId, memberRole: "developer" });
  const application = { query: client.clientId, path: `${inTestnet()}/applications/${client.clientId}` };
  const delivered = await plantDelivery("webhook_attempts");
  const planted = [await plantEvent(), byKey(await plantRequest()), delivered, application];
  for (const { query, path } of planted) {
    expect(await pathsFor(developer, `…${query.slice(-8)}`)).toContain(path);
    expect(await pathsFor(stranger, query.slice(-8))).toEqual([]);
  }
});

test("operators find a managed account of any tenant by name", async () => {
  const { body } = await api.request("POST", "/accounts", {
    token: client.token,
    idempotencyKey: "named",
    body: newAccountRequest({ business_name: "Quokka Exports" }),
  });
  const path = `${inTestnet()}/accounts/${body.id}`;
  expect(await pathsFor(admin, "quokka")).toEqual([path]);
  expect(await pathsFor(member, "quokka")).toEqual([path]);
  expect(await pathsFor(stranger, "quokka")).toEqual([]);
});

test("operators find a treasury address by id, with a link to the treasury", async () => {
  const { accountId } = client;
  const id = await addAddress(api, { accountId, purpose: "treasury", chains: ["stellar"] });
  const entry = { cause, action: "address.create", subject: { type: "address", id } };
  await api.database.transaction((tx) => recordAudit({ clock: systemClock, newId }, tx, owner(), [entry]));
  expect(await pathsFor(admin, id)).toEqual(["/ops/treasury"]);
  expect(await pathsFor(member, id)).toEqual([]);
});

test.each([
  "address",
  "automation",
  "freeze",
  "token",
  "token_burn",
  "token_mint",
  "token_transfer",
  "webhook_subscription",
])("objects found through the audit log are invisible to other tenants: %s", async (type) => {
  const id = newId();
  const { accountId } = client;
  const entry = { cause, action: `${type}.create`, subject: { type, id }, accountId };
  await api.database.transaction((tx) =>
    recordAudit({ clock: systemClock, newId }, tx, owner(), [{ ...entry, after: { value_type: "ACME" } }]),
  );
  expect(await pathsFor(admin, id)).toHaveLength(1);
  expect(await pathsFor(stranger, id)).toEqual([]);
});

test("results of other tenants do not crowd out the user's own", async () => {
  const text = "0x27b1fdb04752bbc536007a920d24acb045561c26";
  for (let others = 0; others < 11; others += 1) {
    const { accountId } = await api.createClient();
    await addAddress(api, { accountId, kind: "external", text });
  }
  const { path } = await plantAddress(text);
  expect(await pathsFor(member, text)).toEqual([path]);
  expect(await pathsFor(admin, text)).toHaveLength(10);
});

describe("searches use an index", () => {
  test.each([
    ["events_tenant_id_id_key", "SELECT id FROM events WHERE tenant_id = ANY (ARRAY['a', 'b']) AND id = $1"],
    ["transfers_pkey", "SELECT id FROM transfers WHERE tenant_id = ANY (ARRAY['a', 'b']) AND id = $1"],
    ["api_requests_by_id", "SELECT id FROM api_requests WHERE id = $1"],
    ["api_requests_by_request_id", "SELECT id FROM api_requests WHERE request_id = $1"],
    [
      "addresses_by_text",
      `SELECT id FROM addresses WHERE lower(on_chain_address) COLLATE "C" = lower($1::text) AND purpose <> 'treasury'`,
    ],
    [
      "accounts_managed_by_name",
      `SELECT id FROM accounts WHERE kind = 'managed' AND lower(name) COLLATE "C" >= lower($1)
         ORDER BY lower(name) COLLATE "C", id LIMIT 10`,
    ],
  ])("%s", async (index, text) => {
    const plan = await api.database.transaction(async (tx) => {
      await tx.run(statement("SET LOCAL enable_seqscan = off"));
      return JSON.stringify(await tx.rows(statement<Record<string, string>>(`EXPLAIN ${text}`), ["a"]));
    });
    expect(plan).toContain(index);
  });
});

async function plantEvent(): Promise<Planted> {
  const id: EventId = newId<"event">();
  const { accountId } = client;
  const event = { id, accountId, type: "test.occurred", data: {} };
  await api.database.transaction((tx) => insertEvents(tx, owner(), [event], systemClock.now()));
  return { query: id, path: `${inTestnet()}/events/${accountId}/${id}` };
}

interface PlantedRequest {
  readonly id: string;
  readonly requestId: string;
}

async function plantRequest(requestId: string = newId()): Promise<PlantedRequest> {
  const id = newId<"api-request">();
  const { accountId } = client;
  const applicationId = client.clientId as ApplicationId;
  const requested = {
    method: "GET",
    path: "/tokens",
    operation: "listTokens",
    status: 200,
    errorCode: undefined,
  };
  const request = { ...owner(), ...requested, id, requestId, applicationId, accountId, durationMs: 1 };
  await insertRequests(api.database, [{ ...request, at: systemClock.now() }]);
  return { id, requestId };
}

const byKey = ({ id }: PlantedRequest): Planted => ({ query: id, path: `${inTestnet()}/requests/${id}` });
const byName = ({ id, requestId }: PlantedRequest): Planted => ({
  ...byKey({ id, requestId }),
  query: requestId,
});

async function plantDelivery(table: "webhook_attempts" | "webhook_queue"): Promise<Planted> {
  const [subscriptionId, id] = [newId(), newId()];
  const { accountId } = client;
  const subscribe = statement(`
    INSERT INTO webhook_subscriptions (tenant_id, network, id, account_id, url, events, status, secret, created_at,
      updated_at)
    VALUES ($1, 'testnet', $2, $1, 'https://example.com', '{transfer.*}', 'active', '', now(), now())`);
  await api.database.run(subscribe, [accountId, subscriptionId]);
  const common =
    "tenant_id, network, subscription_id, id, event_id, event_type, reason, attempt_number, inserted_at";
  const values = "$1, 'testnet', $2, $3, 'e', 'transfer.created', 'event', 1, now()";
  const rest =
    table === "webhook_queue"
      ? ["event_account_id, event_sequence, due_at", "$1, 1, now()"]
      : ["status, request_url, duration_ms, ended_at", "'succeeded', 'https://example.com', 1, now()"];
  const insert = statement(`INSERT INTO ${table} (${common}, ${rest[0]}) VALUES (${values}, ${rest[1]})`);
  await api.database.run(insert, [accountId, subscriptionId, id]);
  return { query: id, path: `${inTestnet()}/webhooks/${accountId}/${subscriptionId}/deliveries/${id}` };
}

async function plantInvitation(grant: Grant): Promise<string> {
  const id = newId<"invitation">();
  const createdAt = systemClock.now();
  const invitation = { id, grant, invitedBy: undefined, createdAt, expiresAt: addMs(createdAt, 60_000) };
  await api.database.transaction((tx) => insertInvitation(unaudited(tx), invitation, Buffer.from(id)));
  return id;
}

async function plantMemberInvitation(): Promise<Planted> {
  const { tenantId } = owner();
  const grant = { kind: "member", email: "ada@example.com", tenantId, role: "viewer" } as const;
  return { query: await plantInvitation(grant), path: `${inTestnet()}/members` };
}

async function plantOperatorInvitation(): Promise<Planted> {
  const grant = { kind: "operator", email: "bea@example.com", role: "support" } as const;
  return { query: await plantInvitation(grant), path: "/ops/users" };
}

async function plantDeposit(purpose: "customer" | "treasury"): Promise<Planted> {
  const { accountId } = client;
  const addressId = await addAddress(api, { accountId, purpose });
  const id = newId();
  const insert = statement(`
    INSERT INTO token_deposits (tenant_id, network, id, account_id, address_id, chain, token_id, value_type, scale, units,
      transaction_id, transfer_index, status, hit_uids, created_at, updated_at)
    VALUES ($1, 'testnet', $2, $1, $3, 'base', 't', 'FUSD', 6, 1, $2, 0, 'held', '{}', now(), now())`);
  await api.database.run(insert, [accountId, id, addressId]);
  const path = purpose === "treasury" ? "/ops/treasury" : `${inTestnet()}/addresses/${addressId}`;
  return { query: id, path };
}

async function plantPayment(accountId: AccountId | undefined): Promise<Planted> {
  const id = newId<"payment">();
  const now = systemClock.now();
  const payment: StoredPayment = {
    id,
    tenantId: accountId === undefined ? platformTenant : tenantOf(accountId),
    network,
    accountId,
    direction: "inbound",
    type: "wire",
    rail: undefined,
    amountCents: 1n,
    status: "pending",
    owner: undefined,
    addressId: undefined,
    reason: undefined,
    correctionCode: undefined,
    details: noDetails,
    links: {},
    hold: undefined,
    incomingPayment: undefined,
    returnId: undefined,
    isPublished: false,
    insertedAt: now,
    updatedAt: now,
  };
  await api.database.transaction((tx) => insertPayments(createKeyRing(masterKey), tx, [payment]));
  const path = accountId === undefined ? `/ops/suspense/${id}` : `${inTestnet()}/payments/${id}`;
  return { query: id, path };
}

function chainOf(text: string): ChainName {
  if (text.startsWith("0x")) return "base";
  return text.startsWith("G") ? "stellar" : "solana";
}

/** Searched as written here, and stored in the other case if hexadecimal. */
async function plantAddress(text: string): Promise<Planted> {
  const kept = text.startsWith("0x") ? `0x${text.slice(2).toUpperCase()}` : text;
  const id = await addAddress(api, { accountId: client.accountId, chains: [chainOf(text)], text: kept });
  return { query: text, path: `${inTestnet()}/addresses/${id}` };
}

async function plantMemo(ownerName: string, serial: number): Promise<Planted> {
  const subject = newId();
  const { accountId } = client;
  const memo = `FLR-${String(serial).padStart(10, "0")}`;
  const number = `7700${String(serial).padStart(10, "0")}`;
  const opened = { ...owner(), owner: { name: ownerName, subject }, accountId, accountNumber: number, memo };
  await api.database.transaction(async (tx) => {
    await insertAccounts(tx, owner(), [opened], systemClock.now());
    await insertDirectoryEntries(tx, owner(), [opened]);
  });
  const page = ownerName === automationsOwnerName ? `automations/${accountId}` : "transfers";
  return { query: ` ${memo.toLowerCase()}`, path: `${inTestnet()}/${page}/${subject}` };
}

async function plantFile(): Promise<Planted> {
  const id = newId();
  const file = { id, network, direction: "in", name: `${id}.xml`, sha256: id, sizeBytes: 0 } as const;
  const stored = { ...file, sealed: Buffer.alloc(1), duplicateOf: undefined };
  await api.database.transaction((tx) => insertFile(tx, stored, systemClock.now()));
  return { query: id, path: `/ops/bank-files/${id}` };
}

async function plantNode(): Promise<Planted> {
  const id = newId<"node">();
  await noteNode(api.database, { id, host: "host-1", roles: ["api"], build: 22, version: "1" });
  return { query: id, path: "/ops/nodes" };
}
