import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createChance } from "../../../test/business/chance.ts";
import { makeDataFolder } from "../../../test/data-folder.ts";
import { testCause } from "../../../test/document-environment.ts";
import { formType, pathsBelow, samplePdf, stagingForm } from "../../../test/documents.ts";
import { eventually } from "../../../test/eventually.ts";
import { seedOf, sizeOf } from "../../../test/scale.ts";
import { type ApiProcess, startApiProcess } from "../../../test/start-api-process.ts";
import { unaudited } from "../../../test/unaudited.ts";
import { statement } from "../../db/statement.ts";
import type { Principal } from "../../http/principal.ts";
import { createJobQueue } from "../../jobs/index.ts";
import { createKeyRing } from "../../kernel/envelope.ts";
import { type AccountId, type ApplicationId, createIdFactory, tenantOf } from "../../kernel/id.ts";
import { instantFromMs, systemClock } from "../../kernel/instant.ts";
import { createFolderStorage } from "../adapters/folder-storage.ts";
import { insertAccount, selectAccount } from "../store.ts";
import type { DocumentId } from "./document.ts";
import { linkDocuments } from "./link-documents.ts";
import { openDocument } from "./open-document.ts";
import { sweepDocuments } from "./sweep-documents.ts";

const rounds = sizeOf("DOCUMENT_KILLS", { usual: 1, long: 4 });
const uploadsAtOnce = 4;
const chance = createChance(seedOf("KILL_SEED"));
const dayMs = 86_400_000;
const documentStagedMs = 30 * dayMs;

test("a node killed while it receives, links and uploads loses no acknowledged document and leaves no orphans", async () => {
  await using folder = await makeDataFolder();
  const masterKey = randomBytes(32);
  const environment = { BASE_URL: "https://api.example.com", DATA_DIR: folder.path };
  const api = await startTestApi({ masterKey, environment: { ...environment, FLORIN_ROLES: "api" } });
  const start = (): Promise<ApiProcess> =>
    startApiProcess({
      target: api.testDatabase.target,
      masterKey: masterKey.toString("hex"),
      baseUrl: environment.BASE_URL,
      environment,
    });
  const env = await openEnv(api, masterKey, folder.path);
  const incoming = join(folder.path, "documents", ".incoming");
  const acknowledged = new Map<DocumentId, Buffer>();
  let cutOff = 0;
  let node = await start();
  try {
    for (let round = 0; round < rounds; round += 1) {
      const finished = await Promise.all(uploadMany(node.baseUrl, env.token));
      for (const outcome of finished) if (outcome !== undefined) acknowledged.set(outcome.id, outcome.bytes);
      const uploads = [...uploadMany(node.baseUrl, env.token), uploadHalf(node.baseUrl, env.token)];
      await linkSome(env, [...acknowledged.keys()]);
      await eventually(async () => expect(await pathsBelow(incoming)).not.toEqual([]));
      await kill(node);
      for (const outcome of await Promise.all(uploads)) {
        if (outcome === undefined) cutOff += 1;
        else acknowledged.set(outcome.id, outcome.bytes);
      }
      // Dead processes hold their jobs until their lease expires; expire it instead of waiting.
      await api.database.run(expireLeases);
      node = await start();
    }
    expect(cutOff).toBeGreaterThanOrEqual(rounds);
    await linkSome(env, [...acknowledged.keys()]);
    await eventually(async () => expect(await api.database.rows(selectWaiting)).toEqual([]));
  } finally {
    await node.stop();
  }
  try {
    await env.sweep(1.5);
    const rows = await api.database.rows(selectKeys);
    expect(await pathsBelow(join(folder.path, "documents"))).toEqual(rows.map(({ key }) => key).sort());
    await expectAllThere(env, acknowledged);
  } finally {
    await api.stop();
  }
});

interface Env {
  readonly token: string;
  link(id: DocumentId): Promise<unknown>;
  open(id: DocumentId): Promise<Buffer>;
  sweep(daysLater: number): Promise<void>;
}

async function openEnv(api: TestApi, masterKey: Buffer, dataFolder: string): Promise<Env> {
  const { token, clientId, accountId: managingAccountId } = await api.createClient({ network: "mainnet" });
  const [clock, newId] = [systemClock, createIdFactory(systemClock)];
  const { database } = api;
  const tenantId = tenantOf(managingAccountId);
  const accountId: AccountId = newId<"account">();
  const manager = await selectAccount(database, { tenantId, accountId: managingAccountId });
  if (manager === undefined) throw new Error("no account");
  const managed = {
    kind: "managed",
    id: accountId,
    managingAccountId,
    network: "mainnet",
    status: "pending",
  } as const;
  await insertAccount(unaudited(database), { ...manager, ...managed });
  const documentStorage = createFolderStorage(join(dataFolder, "documents"));
  const deps = {
    clock,
    newId,
    documentStorage,
    documentStagedMs,
    keyRing: createKeyRing(masterKey),
    jobQueue: createJobQueue({ clock, newId, wakeUp: { nudge: () => {} } }),
  };
  const principal: Principal = {
    caller: { type: "application", id: clientId as ApplicationId },
    accountId: managingAccountId,
    tenantId,
    network: "mainnet",
    scopes: new Set(["accounts:write"]),
  };
  const later = (days: number) => ({ now: () => instantFromMs(clock.now() + days * dayMs) });
  return {
    token,
    link: (id) =>
      database.transaction((tx) =>
        linkDocuments(deps, tx, {
          principal,
          accountId,
          personLabels: [],
          docSubmissionIds: [id],
          pointer: "/doc_submission_ids",
          cause: testCause,
        }),
      ),
    open: async (documentId) => {
      const request = { tenantId, accountId, documentId, cause: testCause };
      const { bytes } = await openDocument(deps, database, request);
      return Buffer.concat(await bytes.toArray());
    },
    sweep: (days) => sweepDocuments({ ...deps, database, clock: later(days) }, new AbortController().signal),
  };
}

function uploadMany(baseUrl: string, token: string): Promise<UploadOutcome>[] {
  return Array.from({ length: uploadsAtOnce }, () => upload(baseUrl, token));
}

type UploadOutcome = { readonly id: DocumentId; readonly bytes: Buffer } | undefined;

function upload(baseUrl: string, token: string): Promise<UploadOutcome> {
  const bytes = samplePdf(500_000 + chance.below(3_000_000));
  return send({ baseUrl, token, bytes, body: stagingForm(bytes) });
}

/** An upload that is never complete, so that the node always dies while it receives. */
function uploadHalf(baseUrl: string, token: string): Promise<UploadOutcome> {
  const bytes = samplePdf(1_000_000);
  const half = stagingForm(bytes).subarray(0, bytes.length / 2);
  const body = new ReadableStream({ start: (controller) => controller.enqueue(half) });
  return send({ baseUrl, token, bytes, body });
}

interface Upload {
  readonly baseUrl: string;
  readonly token: string;
  readonly bytes: Buffer;
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream;
}

/** The document, or undefined if the node died before it responded. */
async function send({ baseUrl, token, bytes, body }: Upload): Promise<UploadOutcome> {
  try {
    const response = await fetch(`${baseUrl}/documents`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": formType },
      body,
      duplex: "half",
    });
    const { doc_submission_id } = (await response.json()) as { readonly doc_submission_id: DocumentId };
    return { id: doc_submission_id, bytes };
  } catch {
    return undefined;
  }
}

/** Already linked ones are refused, which is fine. */
async function linkSome(env: Env, ids: readonly DocumentId[]): Promise<void> {
  for (const id of ids) await env.link(id).catch(() => undefined);
}

async function expectAllThere(env: Env, acknowledged: ReadonlyMap<DocumentId, Buffer>): Promise<void> {
  for (const [id, bytes] of acknowledged) expect((await env.open(id)).equals(bytes)).toBe(true);
}

async function kill({ child }: ApiProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exited;
}

const selectWaiting = statement("SELECT id FROM documents WHERE state = 'linked'");
const expireLeases = statement("UPDATE job_runners SET expires_at = clock_timestamp()");
const selectKeys = statement<{ key: string }>("SELECT storage_key AS key FROM documents");
