import { randomBytes } from "node:crypto";
import type { NewAccount } from "../src/accounts/account-request.ts";
import { createManualVerification } from "../src/accounts/adapters/manual-verification.ts";
import { createSandboxVerification } from "../src/accounts/adapters/sandbox-verification.ts";
import { createManagedAccount } from "../src/accounts/create-managed-account.ts";
import { createManagingAccount, type ManagedAccount, type ManagingAccount } from "../src/accounts/index.ts";
import { createScreener } from "../src/accounts/screening/screener.ts";
import { selectAccount } from "../src/accounts/store.ts";
import type { CompletionHook } from "../src/accounts/verification/advance.ts";
import type { ProviderQuestion, ProviderResult } from "../src/accounts/verification/provider.ts";
import type { RescreenDeps } from "../src/accounts/verification/rescreen-accounts.ts";
import { selectVerification } from "../src/accounts/verification/store.ts";
import type { Verification, VerificationKey } from "../src/accounts/verification/verification.ts";
import { type VerifyDeps, verifyAccount } from "../src/accounts/verification/verify-account.ts";
import type { Database } from "../src/db/database.ts";
import { createEventLog, type Event, readEvents } from "../src/events/index.ts";
import { createJobQueue, type JobQueue } from "../src/jobs/index.ts";
import { createKeyRing } from "../src/kernel/envelope.ts";
import { createIdFactory, type Network } from "../src/kernel/id.ts";
import { newAccountRequest } from "./account-request.ts";
import { createManualClock, type ManualClock, testCause } from "./auth.ts";
import { createTestDatabase } from "./database.ts";
import { createWrittenList } from "./written-list.ts";

/** A separate database with managed accounts, a sanctions list set by the test, and a manual clock. */
export interface VerificationEnvironment {
  readonly deps: EnvironmentDeps;
  readonly clock: ManualClock;
  readonly manager: ManagingAccount;
  /** Sets the list, by entry. */
  setList(names: Readonly<Record<string, string>>): Promise<void>;
  createAccount(request?: Partial<NewAccount>, network?: Network): Promise<ManagedAccount>;
  /** Runs the job of the account once, as a runner would. */
  verify(account: ManagedAccount, attempt?: number): Promise<void>;
  reviewOf(account: ManagedAccount): Promise<Verification>;
  statusOf(account: ManagedAccount): Promise<string | undefined>;
  eventsOf(account: ManagedAccount): Promise<readonly Pick<Event, "type" | "data">[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

type EnvironmentDeps = VerifyDeps & RescreenDeps & { readonly jobQueue: JobQueue };

export interface VerificationEnvironmentOptions {
  /** An existing database and its master key; the caller drops it. */
  readonly existing?: ExistingDatabase;
  readonly clock?: ManualClock;
  readonly delayMs?: number;
  readonly onCompleted?: readonly CompletionHook[];
  /** Responds in place of the sandbox. */
  readonly response?: (question: ProviderQuestion) => Promise<ProviderResult>;
}

export interface ExistingDatabase {
  readonly database: Database;
  readonly masterKey: Buffer;
  readonly drop: () => Promise<void>;
}

const threshold = 900;
const noOne = { nudge: () => {} };
const eventLimit = 100;

export async function openVerificationEnvironment(
  options: VerificationEnvironmentOptions = {},
): Promise<VerificationEnvironment> {
  const { database, drop } = options.existing ?? (await createTestDatabase());
  const clock = options.clock ?? createManualClock();
  const newId = createIdFactory(clock);
  const keyRing = createKeyRing(options.existing?.masterKey ?? randomBytes(32));
  const { source, write } = createWrittenList();
  const screener = createScreener({ source, threshold });
  await screener.refresh();
  const deps = {
    database,
    clock,
    newId,
    keyRing,
    screener,
    threshold,
    jobQueue: createJobQueue({ clock, newId, wakeUp: noOne }),
    eventLog: createEventLog({ clock, newId, wakeUp: noOne }),
    onCompleted: options.onCompleted ?? [],
    providers: { testnet: testnetProvider(clock, options), mainnet: createManualVerification() },
  };
  const manager = await database.transaction((tx) =>
    createManagingAccount(deps, tx, { name: "Acme", selfAttested: false, cause: testCause }),
  );
  return {
    deps,
    clock,
    manager,
    setList: (names) => write(screener, names),
    createAccount: (request = {}, network = "testnet") => createAccount(deps, manager, request, network),
    verify: (account, attempt = 1) => {
      const context = { attempt, completeIn: async () => {}, signal: new AbortController().signal };
      return verifyAccount(deps, keyOf(account), context);
    },
    reviewOf: async (account) => {
      const found = await selectVerification(database, keyOf(account));
      if (found === undefined) throw new Error("the account has no review");
      return found;
    },
    statusOf: async (account) => (await selectAccount(database, keyOf(account)))?.status,
    eventsOf: async ({ tenantId, network, id }) => {
      const page = { tenantId, network, accountId: id, order: "oldest_first", limit: eventLimit } as const;
      return (await readEvents(database, page)).map(({ type, data }) => ({ type, data }));
    },
    [Symbol.asyncDispose]: drop,
  };
}

export function keyOf({ tenantId, id }: Pick<ManagedAccount, "tenantId" | "id">): VerificationKey {
  return { tenantId, accountId: id };
}

function testnetProvider(clock: ManualClock, { response, delayMs = 0 }: VerificationEnvironmentOptions) {
  return response === undefined
    ? createSandboxVerification({ clock, delayMs })
    : { name: "scripted", ask: response };
}

function createAccount(
  deps: EnvironmentDeps,
  manager: ManagingAccount,
  request: Partial<NewAccount>,
  network: Network,
): Promise<ManagedAccount> {
  const { tenantId, id: accountId } = manager;
  const applicationId = deps.newId<"application">();
  const caller = { type: "application", id: applicationId } as const;
  const principal = { tenantId, accountId, caller, network, scopes: new Set<never>() };
  const withDocuments = { ...deps, einIndexKey: randomBytes(32), documentStagedMs: 0 };
  return deps.database.transaction((tx) =>
    createManagedAccount(withDocuments, tx, {
      principal,
      cause: { actor: { type: "application", id: applicationId }, requestId: "the-request" },
      request: newAccountRequest(request),
    }),
  );
}
