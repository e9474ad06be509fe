import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type DocumentEnvironment,
  documentStagedMs,
  openDocumentEnvironment,
} from "../../../test/document-environment.ts";
import { createGate } from "../../../test/gate.ts";
import { statement } from "../../db/statement.ts";
import { type Clock, instantFromMs, systemClock } from "../../kernel/instant.ts";
import type { DocumentStorage } from "./storage.ts";
import { sweepDocuments } from "./sweep-documents.ts";

const dayMs = 86_400_000;

/** File times are the machine's, so the sweep's clock is relative to the machine's clock. */
function sweep(
  env: DocumentEnvironment,
  clock: Clock,
  documentStorage: DocumentStorage = env.storage,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { database, newId } = env;
  return sweepDocuments({ database, newId, clock, documentStorage, documentStagedMs }, signal);
}

const inDays = (days: number): Clock => ({ now: () => instantFromMs(systemClock.now() + days * dayMs) });
async function* text(content: string): AsyncGenerator<Buffer> {
  yield Buffer.from(content);
}

test("a document that was not linked in time is removed with its bytes, and not earlier", async () => {
  await using env = await openDocumentEnvironment();
  const [linked, unlinked] = [await env.stage(), await env.stage()];
  await env.link(await env.createAccount(), [linked]);
  const at = (ms: number): Clock => ({ now: () => instantFromMs(env.clock.now() + ms) });
  await sweep(env, at(documentStagedMs));
  expect(await env.states()).toEqual(["linked", "staged"]);
  await sweep(env, at(documentStagedMs + 1));
  expect(await env.states()).toEqual(["linked"]);
  expect(await env.paths()).toEqual([`staging/${env.principal.tenantId}/${linked}`]);
  expect(await env.database.rows(selectRemoved)).toEqual([{ subjectId: unlinked }]);
});

test("a sweep that crashes between the bytes and the row is completed by the next one", async () => {
  await using env = await openDocumentEnvironment();
  const ids = [await env.stage(), await env.stage()];
  const late: Clock = { now: () => instantFromMs(env.clock.now() + documentStagedMs + 1) };
  let calls = 0;
  const dying: DocumentStorage = {
    ...env.storage,
    remove: async (key) => {
      await env.storage.remove(key);
      calls += 1;
      if (calls === 2) throw new Error("dead");
    },
  };
  await expect(sweep(env, late, dying)).rejects.toThrow("dead");
  expect(await env.states()).toEqual(["removing"]);
  expect(await env.paths()).toEqual([]);
  await expect(env.link(await env.createAccount(), [ids[1] ?? ""])).rejects.toMatchObject({
    refusal: { code: "unprocessable" },
  });
  await sweep(env, late);
  expect(await env.states()).toEqual([]);
});

test("an object that cannot be deleted blocks no other, but fails the sweep", async () => {
  await using env = await openDocumentEnvironment();
  const ids = [await env.stage(), await env.stage(), await env.stage()];
  const { tenantId } = env.principal;
  const orphans = ["01J0000000000000000000000A", "01J0000000000000000000000B"];
  for (const id of orphans) await env.storage.put(`staging/${tenantId}/${id}`, text("left over"));
  let leftoverCalls = 0;
  const stuck = new Set([ids[0], orphans[0]].map((id) => `staging/${tenantId}/${id}`));
  const stubborn: DocumentStorage = {
    ...env.storage,
    remove: async (key) => {
      if (stuck.has(key)) throw new Error("cannot be deleted");
      await env.storage.remove(key);
    },
    removeLeftovers: async () => {
      leftoverCalls += 1;
    },
  };
  const late = instantFromMs(Math.max(env.clock.now(), systemClock.now()) + documentStagedMs + dayMs);
  await expect(sweep(env, { now: () => late }, stubborn)).rejects.toThrow(/2 .*cannot be deleted/);
  expect(await env.paths()).toEqual([...stuck].sort());
  expect(await env.states()).toEqual(["removing"]);
  expect(leftoverCalls).toBe(1);
});

test("a sweep stops after a bounded number of failures", async () => {
  await using env = await openDocumentEnvironment();
  const folder = join(env.folder, "staging", env.principal.tenantId);
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: 100 }, (_, index) => String(index).padStart(26, "0"));
  await Promise.all(names.map((name) => writeFile(join(folder, name), "x")));
  let calls = 0;
  const down: DocumentStorage = {
    ...env.storage,
    remove: async () => {
      calls += 1;
      throw new Error("down");
    },
  };
  await expect(sweep(env, inDays(2), down)).rejects.toThrow(/down/);
  expect(calls).toBe(20);
});

test("an aborted sweep stops before the next object", async () => {
  await using env = await openDocumentEnvironment();
  for (let count = 0; count < 3; count += 1) await env.stage();
  const stop = new AbortController();
  const stopping: DocumentStorage = {
    ...env.storage,
    remove: async (key) => {
      await env.storage.remove(key);
      stop.abort(new Error("aborted"));
    },
  };
  const late: Clock = { now: () => instantFromMs(env.clock.now() + documentStagedMs + 1) };
  await expect(sweep(env, late, stopping, stop.signal)).rejects.toThrow("aborted");
  expect(await env.states()).toEqual(["removing", "removing"]);
});

test("a document that is being linked during the sweep is kept", async () => {
  await using env = await openDocumentEnvironment();
  const id = await env.stage();
  const accountId = await env.createAccount();
  const [linked, swept] = [createGate(), createGate()];
  const linking = env.database.transaction(async (tx) => {
    await tx.run(lockOne, [env.principal.tenantId, id]);
    linked.open();
    await swept.opened;
  });
  await linked.opened;
  await sweep(env, { now: () => instantFromMs(env.clock.now() + documentStagedMs + 1) });
  swept.open();
  await linking;
  expect(await env.states()).toEqual(["staged"]);
  await env.link(accountId, [id]);
});

test("bytes without a row are deleted after a day; those with a row are kept", async () => {
  await using env = await openDocumentEnvironment();
  const { tenantId } = env.principal;
  const [staged, stored] = [await env.stage(), await env.stage()];
  const accountId = await env.createAccount();
  await env.link(accountId, [stored]);
  await env.work();
  const orphans = [`staging/${tenantId}/01JZZZZZZZZZZZZZZZZZZZZZZZ`, `staging/${tenantId}/${stored}`];
  for (const key of orphans) await env.storage.put(key, text("left over"));
  const kept = [`accounts/${tenantId}/${accountId}/${stored}`, `staging/${tenantId}/${staged}`];
  await sweep(env, inDays(0.9));
  expect(await env.paths()).toEqual([...kept, ...orphans].sort());
  await sweep(env, inDays(1.1));
  expect(await env.paths()).toEqual(kept);
});

test("more leftovers than one batch are all removed", async () => {
  await using env = await openDocumentEnvironment();
  const folder = join(env.folder, "staging", env.principal.tenantId);
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: 230 }, (_, index) => String(index).padStart(26, "0"));
  await Promise.all(names.map((name) => writeFile(join(folder, name), "x")));
  await sweep(env, inDays(2));
  expect(await env.paths()).toEqual([]);
});

const selectRemoved = statement("SELECT subject_id FROM audit_log WHERE action = 'document.remove'");
const lockOne = statement("SELECT id FROM documents WHERE tenant_id = $1 AND id = $2 FOR UPDATE");
