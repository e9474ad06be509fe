import { vi } from "vitest";
import { createSandboxVerification } from "../../service/src/accounts/adapters/sandbox-verification.ts";
import { verifyAccount } from "../../service/src/accounts/verification/verify-account.ts";
import { insertIntoFeeds } from "../../service/src/events/feed-store.ts";
import { readEvents } from "../../service/src/events/index.ts";
import { createJobQueue } from "../../service/src/jobs/index.ts";
import { type AccountId, parseId, tenantOf } from "../../service/src/kernel/id.ts";
import { type Instant, instantFromMs, systemClock } from "../../service/src/kernel/instant.ts";
import { putEventsInLine } from "../../service/src/webhooks/fan-out/store.ts";
import { newAccountRequest } from "../../service/test/account-request.ts";
import { addressOf } from "../../service/test/addresses.ts";
import { createUser, type TestUser } from "../../service/test/console.ts";
import { eventually } from "../../service/test/eventually.ts";
import { addTransferFacts, foldAll } from "../../service/test/statistics.ts";
import { addAddress } from "../../service/test/token-holders.ts";
import { startTransferApi, type TransferApi } from "../../service/test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, wireIn } from "../../service/test/transfer-fixture.ts";
import { settleAttempt } from "../../service/test/webhook-history.ts";

/** The service without workers, so that nothing happens but what is seeded, at the times of a stopped clock. */
export interface ScreenshotEnvironment {
  readonly api: TransferApi;
  readonly user: TestUser;
  readonly accountId: AccountId;
  /** The time of the browser. */
  readonly now: Instant;
  /** An existing id for each path parameter. */
  readonly ids: Readonly<Record<string, string>>;
}

/** A Thursday, before the clock of any database: the ledger takes the earlier of both. */
const startMs = Date.UTC(2026, 2, 12, 15);
const stepMs = 2 * 60_000;
const dayMs = 86_400_000;

/** Stops the clock of this process; `vi.useRealTimers` starts it again. */
export async function startScreenshotEnvironment(): Promise<ScreenshotEnvironment> {
  let nowMs = startMs;
  vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
  const step = async <T>(seed: () => Promise<T>): Promise<T> => {
    nowMs += stepMs;
    vi.setSystemTime(nowMs);
    return seed();
  };
  const folder = process.env["CONSOLE_DIR"];
  const api = await startTransferApi({
    inventsEvents: true,
    environment: {
      RATE_LIMIT: "off",
      EXPLORER_URLS: "testnet/base=https://explorer.example.com/tx/{transaction_id}",
      ...(folder === undefined ? {} : { CONSOLE_DIR: folder }),
    },
  });
  const fixture = await openFixture(api, await addTestTokens(api));
  const seeding = { api, fixture, step };
  const subscription = await subscribe(seeding);
  const ids = {
    ...(await seedMoney(seeding)),
    ...(await seedReview(seeding)),
    ...(await seedDeliveries(seeding, subscription)),
  };
  const chartsId = await step(() => seedCharts(api));
  // Last, because a session ends when it is not used.
  const user = await createUser(api, { operatorRole: "admin", memberOf: fixture.client.accountId });
  const found = await findIds(user, fixture);
  const now = instantFromMs(nowMs + stepMs);
  return { api, user, accountId: fixture.client.accountId, now, ids: { ...ids, ...found, chartsId } };
}

interface Seeding {
  readonly api: TransferApi;
  readonly fixture: Fixture;
  /** Each at its own time, because ids of one millisecond have a random order. */
  readonly step: <T>(seed: () => Promise<T>) => Promise<T>;
}

type Ids = Readonly<Record<string, string>>;

async function seedMoney({ api, fixture, step }: Seeding): Promise<Ids> {
  const { anna, bert } = fixture;
  await step(() => fixture.fund(anna, "FUSD", 50_000n));
  await step(() => fixture.fillTreasury("USD", 10_000n));
  const paidOut = await step(async () => {
    const id = await fixture.create("125.50", fixture.on(anna), fixture.by("ach_credit"));
    await api.settle(id, { ok: true, transactionId: `0x${"ab".repeat(32)}`, contract: undefined });
    await api.bank();
    return id;
  });
  await step(async () => {
    const id = await fixture.create("2500", wireIn, fixture.on(anna));
    await fixture.wire(id, "2500.00");
    await api.settle(id);
  });
  const failed = await step(async () => {
    // The sandbox bank returns this amount with R01.
    const id = await fixture.create("55.01", fixture.by("ach_debit"), fixture.on(anna));
    await api.bank();
    return id;
  });
  const returned = await step(async () => {
    const id = await fixture.create("40", fixture.by("ach_debit"), fixture.on(anna));
    await api.bank();
    await api.settle(id);
    return id;
  });
  await step(async () => {
    await fixture.post(`/simulations/transfers/${returned}/ach-return`, { code: "R10" });
    await api.bank();
  });
  const pending = await step(() => fixture.create("75", wireIn, fixture.on(bert)));
  const automationId = await step(async () => {
    const destination = { address_id: anna, value_type: "FUSD", transfer_type: "base" };
    const body = { name: "Customer payments", source: { value_type: "USD" }, destination };
    return idOf(await fixture.post("/automations", body));
  });
  const heldId = await step(async () => {
    const text = addressOf.evm("a sanctioned address");
    await api.sanctioned.list(text);
    const { accountId } = fixture.client;
    const place = await addAddress(api, { accountId, kind: "external", text });
    return fixture.create("15000", fixture.on(anna), fixture.on(place));
  });
  const { wire_instructions } = await fixture.show(pending);
  await step(() => receiveUnmatched(api, withTypo(wire_instructions.account_number)));
  const approvalId = await step(async () => {
    const rule = { operation: "transfer", above: "20000.00", approvals: 1, approver_roles: ["admin"] };
    idOf(await fixture.post("/approval-rules", rule));
    const amount = { value: "24000.00", currency: "USD" };
    const body = { amount, source: fixture.on(anna), destination: fixture.on(bert) };
    return idOf(await fixture.post("/transfers", body));
  });
  return { transferId: paidOut, failedId: failed, heldId, automationId, approvalId, addressId: anna };
}

function idOf({ status, text, body }: Awaited<ReturnType<Fixture["post"]>>): string {
  if (status >= 300) throw new Error(`not created: ${text}`);
  return body.id;
}

function withTypo(accountNumber: string): string {
  const typoAt = accountNumber.length - 6;
  const digit = (Number(accountNumber.at(typoAt)) + 1) % 10;
  return `${accountNumber.slice(0, typoAt)}${digit}${accountNumber.slice(typoAt + 1)}`;
}

/** A wire with the amount of the pending transfer. */
async function receiveUnmatched(api: TransferApi, accountNumber: string): Promise<void> {
  const payment = {
    system: "wire",
    senderName: "Wilhelmina Vanderquack",
    reference: "Invoice 17",
    accountNumber,
    amountCents: 7_500n,
  } as const;
  await api.database.transaction((tx) => api.simulator.receive(tx, payment));
  await api.bank();
}

/** A customer whose verification the sandbox refers to manual review. */
async function seedReview({ api, fixture, step }: Seeding): Promise<Ids> {
  const { token, accountId } = fixture.client;
  const reviewId = await step(async () => {
    const body = newAccountRequest({ business_name: "Quillfeather Review LLC" });
    const idempotencyKey = "review";
    return idOf(await api.request("POST", "/accounts", { token, idempotencyKey, body }));
  });
  const sandbox = createSandboxVerification({ clock: systemClock, delayMs: 0 });
  const deps = {
    ...api.deps,
    keyRing: api.keyRing,
    screener: api.sanctioned.screener,
    jobQueue: createJobQueue({ ...api.deps, wakeUp: { nudge: () => {} } }),
    threshold: 850,
    onCompleted: [],
    providers: { testnet: sandbox, mainnet: sandbox },
  };
  const context = { attempt: 1, completeIn: async () => {}, signal: new AbortController().signal };
  const id = parseId<"account">(reviewId);
  if (id === undefined) throw new Error("not an id");
  await step(() => verifyAccount(deps, { tenantId: tenantOf(accountId), accountId: id }, context));
  return { reviewId };
}

interface Subscribed {
  readonly id: string;
  readonly sharedSecret: string;
}

const url = "https://hooks.example.com/florin";

function subscribe({ fixture, step }: Seeding): Promise<Subscribed> {
  return step(async () => {
    const body = { url, events: ["transfer.*", "payment.*"], description: "Ledger sync" };
    const created = await fixture.post("/webhooks", body);
    idOf(created);
    return created.body;
  });
}

const manyEvents = 100;

/** Of the latest transfer events, the last one fails; earlier events are pending. */
async function seedDeliveries(
  { api, fixture, step }: Seeding,
  { id, sharedSecret }: Subscribed,
): Promise<Ids> {
  const { accountId } = fixture.client;
  const owner = { tenantId: tenantOf(accountId), network: "testnet", accountId } as const;
  const events = await readEvents(api.database, { ...owner, order: "oldest_first", limit: manyEvents });
  await step(() => api.database.transaction((tx) => putEventsInLine(tx, events, systemClock.now())));
  // The event log of a workspace.
  await api.database.transaction((tx) => insertIntoFeeds(tx, events));
  const subscriptionId = parseId<"webhook_subscription">(id);
  if (subscriptionId === undefined) throw new Error("not an id");
  const settled = { ...owner, id: subscriptionId, url, sharedSecret };
  const transferEvents = events.filter(({ type }) => type.startsWith("transfer.")).slice(-3);
  for (const [place, status] of (["succeeded", "succeeded", "failed"] as const).entries()) {
    const event = transferEvents[place];
    if (event !== undefined) await step(() => settleAttempt(api.deps, event, settled, status));
  }
  return { subscriptionId: id, eventId: transferEvents[2]?.id ?? "" };
}

/** A workspace with two months of transfers. */
async function seedCharts(api: TransferApi): Promise<string> {
  const { accountId } = await api.createClient();
  const now = systemClock.now();
  const facts = Array.from({ length: 60 }, (_, day) => {
    const at = instantFromMs(now - day * dayMs);
    return {
      id: `t${day}`,
      flow: (["onramp", "offramp", "swap"] as const)[day % 3] ?? "swap",
      currency: "USD",
      units: BigInt(100 - day) * 1_234_560_000n,
      createdAt: instantFromMs(at - (day + 1) * 30_000),
      event: day % 6 === 0 ? ("failed" as const) : ("completed" as const),
      at,
      failureCode: day % 12 === 0 ? "R01" : "R10",
    };
  });
  await addTransferFacts(api.database, { tenantId: tenantOf(accountId), network: "testnet" }, facts);
  await foldAll(api.database);
  return accountId;
}

async function findIds(user: TestUser, { client }: Fixture): Promise<Ids> {
  const get = async (path: string) => {
    const { status, text, body } = await user.get(`/console/api${path}`);
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return body;
  };
  const inside = `/workspaces/${client.accountId}/testnet`;
  const { applications } = await get(`${inside}/applications`);
  // Requests are logged after their responses, and not in their order.
  const logged = await eventually(async () => {
    const { requests } = await get(`${inside}/requests`);
    const found = requests.find(
      ({ operation }: { readonly operation: string }) => operation === "createAccount",
    );
    if (found === undefined) throw new Error("the request is not logged yet");
    return found;
  });
  const { deliveries } = await get(`${inside}/accounts/${client.accountId}/webhooks/deliveries`);
  const { payments } = await get(`${inside}/payments`);
  return {
    accountId: client.accountId,
    applicationId: applications[0]?.client_id,
    loggedRequestId: logged.id,
    deliveryId: deliveries.find(({ status }: { readonly status: string }) => status === "failed")?.id,
    paymentId: payments.at(-1)?.payment.id,
  };
}
