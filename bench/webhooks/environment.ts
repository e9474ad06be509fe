import { createManagingAccount } from "../../service/src/accounts/index.ts";
import { insertAccount } from "../../service/src/accounts/store.ts";
import type { Database, Transaction } from "../../service/src/db/database.ts";
import { systemCause } from "../../service/src/kernel/cause.ts";
import type { KeyRing } from "../../service/src/kernel/envelope.ts";
import { type AccountId, createIdFactory, type TenantId, tenantOf } from "../../service/src/kernel/id.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { makeSecret } from "../../service/src/webhooks/subscriptions/shared-secret.ts";
import { insertSubscription } from "../../service/src/webhooks/subscriptions/store.ts";
import { unaudited } from "../../service/test/unaudited.ts";
import { expectedEvents } from "./bench-event.ts";
import { type PlannedTenant, reportedOf } from "./endpoints.ts";

/** Tenants whose accounts have subscriptions. */
export interface BenchEnvironment {
  readonly tenants: readonly BenchTenant[];
  /** Number of endpoints that receive one event. */
  readonly reportedOfEach: number;
}

export interface BenchTenant {
  readonly tenantId: TenantId;
  /** Those that have events. */
  readonly accountIds: readonly AccountId[];
}

export interface EnvironmentOptions {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly tenants: readonly PlannedTenant[];
  readonly urlOf: (endpoint: number) => string;
}

export const network = "testnet";
const cause = systemCause("bench");
const deps = { clock: systemClock, newId: createIdFactory(systemClock) };

export async function createEnvironment(options: EnvironmentOptions): Promise<BenchEnvironment> {
  const tenants: BenchTenant[] = [];
  for (const planned of options.tenants) {
    tenants.push(await options.database.transaction((tx) => createTenant(unaudited(tx), options, planned)));
  }
  const [first] = options.tenants;
  const reportedOfEach = first === undefined ? 0 : (reportedOf(first)[0]?.length ?? 0);
  return { tenants, reportedOfEach };
}

async function createTenant(
  tx: Transaction,
  options: EnvironmentOptions,
  { managing, managed }: PlannedTenant,
): Promise<BenchTenant> {
  const { id } = await createManagingAccount(deps, tx, { name: "Benchmark", selfAttested: false, cause });
  for (const endpoint of managing.endpoints) await subscribe(tx, options, id, id, endpoint);
  const accountIds: AccountId[] = [];
  for (const { endpoints } of managed) {
    const accountId = await createManaged(tx, id);
    for (const endpoint of endpoints) await subscribe(tx, options, id, accountId, endpoint);
    accountIds.push(accountId);
  }
  return { tenantId: tenantOf(id), accountIds: accountIds.length === 0 ? [id] : accountIds };
}

async function createManaged(tx: Transaction, managing: AccountId): Promise<AccountId> {
  const id = deps.newId<"account">();
  const now = deps.clock.now();
  await insertAccount(tx, {
    kind: "managed",
    id,
    tenantId: tenantOf(managing),
    managingAccountId: managing,
    network,
    name: "Subscriber",
    businessName: undefined,
    selfAttested: false,
    status: "complete",
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

/** A subscription of the account to all events of the benchmark. */
export async function subscribe(
  tx: Transaction,
  { keyRing, urlOf }: Pick<EnvironmentOptions, "keyRing" | "urlOf">,
  managing: AccountId,
  accountId: AccountId,
  endpoint: number,
): Promise<void> {
  const key = { tenantId: tenantOf(managing), network, id: deps.newId<"webhook_subscription">() } as const;
  const now = deps.clock.now();
  const subscription = {
    ...key,
    accountId,
    url: urlOf(endpoint),
    events: expectedEvents,
    description: undefined,
    state: { status: "active" },
    previousSecretUntil: undefined,
    createdAt: now,
    updatedAt: now,
  } as const;
  await insertSubscription(tx, subscription, makeSecret(keyRing, key).sealed);
}
