import { join } from "node:path";
import { Readable } from "node:stream";
import { createFolderStorage } from "../src/accounts/adapters/folder-storage.ts";
import type { DocumentId } from "../src/accounts/documents/document.ts";
import { documentWork } from "../src/accounts/documents/document-work.ts";
import { linkDocuments } from "../src/accounts/documents/link-documents.ts";
import { openDocument } from "../src/accounts/documents/open-document.ts";
import { receiveDocument } from "../src/accounts/documents/receive-document.ts";
import { stageDocument } from "../src/accounts/documents/stage-document.ts";
import type { DocumentStorage } from "../src/accounts/documents/storage.ts";
import { insertAccount } from "../src/accounts/store.ts";
import { statement } from "../src/db/statement.ts";
import type { WakeUp } from "../src/db/wake-up.ts";
import type { Principal } from "../src/http/principal.ts";
import { createJobQueue, createJobRunner } from "../src/jobs/index.ts";
import { type Cause, systemCause } from "../src/kernel/cause.ts";
import type { AccountId } from "../src/kernel/id.ts";
import { type AuthEnvironment, openAuthEnvironment } from "./auth.ts";
import { type DataFolder, makeDataFolder } from "./data-folder.ts";
import { pathsBelow, samplePdf } from "./documents.ts";
import { eventually } from "./eventually.ts";
import { unaudited } from "./unaudited.ts";

/** Documents without the server: a database, a storage, and an application on mainnet that uploads them. */
export interface DocumentEnvironment extends AuthEnvironment {
  readonly principal: Principal;
  readonly folder: string;
  readonly storage: DocumentStorage;
  readonly storageErrors: readonly unknown[];
  stage(bytes?: Buffer, by?: Principal, personLabel?: string): Promise<DocumentId>;
  createAccount(): Promise<AccountId>;
  link(accountId: AccountId, ids: readonly string[], by?: Principal): ReturnType<typeof linkDocuments>;
  open(accountId: AccountId, id: DocumentId): Promise<Buffer>;
  /** Runs jobs until none is ready. */
  work(): Promise<void>;
  /** Waiting jobs, with their number of attempts. */
  jobs(): Promise<readonly { readonly kind: string; readonly attempts: number }[]>;
  paths(): Promise<readonly string[]>;
  states(): Promise<readonly string[]>;
}

export const documentStagedMs = 30 * 86_400_000;
const noOne: WakeUp = { nudge: () => {}, listen: () => () => {}, close: async () => {} };
export const testCause: Cause = systemCause("test");
const linking = {
  pointer: "/doc_submission_ids",
  personLabels: ["controller", "owner_1"],
  cause: testCause,
} as const;

export async function openDocumentEnvironment(
  wrap: (storage: DocumentStorage) => DocumentStorage = (storage) => storage,
): Promise<DocumentEnvironment> {
  const env = await openAuthEnvironment();
  const dataFolder: DataFolder = await makeDataFolder();
  const folder = join(dataFolder.path, "documents");
  const storage = wrap(createFolderStorage(folder));
  const storageErrors: unknown[] = [];
  const { clock, newId, database } = env;
  const deps = {
    clock,
    newId,
    database,
    keyRing: env.keyRing,
    jobQueue: createJobQueue({ clock, newId, wakeUp: noOne }),
    documentStorage: storage,
    documentStagedMs,
    onStorageError: (error: unknown) => storageErrors.push(error),
    malwareScanner: undefined,
    onScannerError: () => undefined,
  };
  const principal = await createPrincipal(env);
  return {
    ...env,
    principal,
    folder,
    storage,
    storageErrors,
    stage: async (bytes = samplePdf(), by = principal, personLabel) => {
      const source = Readable.from([bytes]) as AsyncIterable<Buffer>;
      const received = await receiveDocument(deps, { principal: by, bytes: source, pointer: "/file" });
      const described = { documentKind: "other", personLabel } as const;
      await database.transaction((tx) =>
        stageDocument(deps, tx, { principal: by, received, described, pointer: "/file", cause: testCause }),
      );
      return received.id;
    },
    createAccount: () => createAccount(env),
    link: (accountId: AccountId, docSubmissionIds: readonly string[], by = principal) =>
      database.transaction((tx) =>
        linkDocuments(deps, tx, { ...linking, principal: by, accountId, docSubmissionIds }),
      ),
    open: async (accountId: AccountId, documentId: DocumentId) => {
      const { tenantId } = principal;
      const request = { tenantId, accountId, documentId, cause: testCause };
      const { bytes } = await openDocument(deps, database, request);
      return Buffer.concat(await bytes.toArray());
    },
    work: () => work(deps),
    jobs: () => database.rows(selectJobs),
    paths: () => pathsBelow(folder),
    states: () => statesIn(database),
    [Symbol.asyncDispose]: async () => {
      await env[Symbol.asyncDispose]();
      await dataFolder[Symbol.asyncDispose]();
    },
  };
}

async function statesIn(database: AuthEnvironment["database"]): Promise<readonly string[]> {
  return (await database.rows(selectStates)).map(({ state }) => state);
}

/** Another application, in the same account by default. */
export async function createPrincipal(
  env: AuthEnvironment,
  { network = "mainnet" }: { readonly network?: Principal["network"] } = {},
): Promise<Principal> {
  const { application } = await env.createApplication({ network, scopes: ["accounts:write"] });
  const { id, accountId, tenantId } = application;
  return {
    caller: { type: "application", id },
    accountId,
    tenantId,
    network,
    scopes: new Set(["accounts:write"]),
  };
}

async function createAccount(env: AuthEnvironment): Promise<AccountId> {
  const id: AccountId = env.newId<"account">();
  const { account } = env;
  const managed = {
    kind: "managed",
    id,
    managingAccountId: account.id,
    network: "mainnet",
    status: "pending",
  } as const;
  await insertAccount(unaudited(env.database), { ...account, ...managed });
  return id;
}

async function work(deps: Parameters<typeof documentWork>[0]): Promise<void> {
  const runner = createJobRunner({
    ...deps,
    wakeUp: noOne,
    definitions: documentWork(deps).jobs,
    concurrency: 4,
    pollMs: 10,
    random: () => 0,
    report: () => {},
  });
  runner.start();
  try {
    await eventually(async () => {
      if ((await deps.database.rows(selectReady)).length > 0) throw new Error("jobs are still waiting");
    });
  } finally {
    await runner.stop({ graceMs: 5_000 });
  }
}

const selectReady = statement("SELECT id FROM jobs WHERE state <> 'scheduled'");
const selectJobs = statement<{ kind: string; attempts: number }>(
  "SELECT kind, attempts FROM jobs ORDER BY id",
);
const selectStates = statement<{ state: string }>("SELECT state FROM documents ORDER BY id");
