import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type DocumentWorld, documentStagedMs, openDocumentWorld } from "../../../test/document-world.ts";
import { createGate } from "../../../test/gate.ts";
import { statement } from "../../db/statement.ts";
import { type Clock, instantFromMs, systemClock } from "../../kernel/instant.ts";
import type { DocumentStorage } from "./storage.ts";
import { sweepDocuments } from "./sweep-documents.ts";

const dayMs = 86_400_000;

/** Files are as old as the machine says, so the sweep is told how late it is by the machine's clock. */
function sweep(
  world: DocumentWorld,
  clock: Clock,
  documentStorage: DocumentStorage = world.storage,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { database, newId } = world;
  return sweepDocuments({ database, newId, clock, documentStorage, documentStagedMs }, signal);
}

const inDays = (days: number): Clock => ({ now: () => instantFromMs(systemClock.now() + days * dayMs) });
async function* text(content: string): AsyncGenerator<Buffer> {
  yield Buffer.from(content);
}

test("a document that nobody linked is removed with its bytes, and not a moment too early", async () => {
  await using world = await openDocumentWorld();
  const [linked, unlinked] = [await world.stage(), await world.stage()];
  await world.link(await world.createAccount(), [linked]);
  const at = (ms: number): Clock => ({ now: () => instantFromMs(world.clock.now() + ms) });
  await sweep(world, at(documentStagedMs));
  expect(await world.states()).toEqual(["linked", "staged"]);
  await sweep(world, at(documentStagedMs + 1));
  expect(await world.states()).toEqual(["linked"]);
  expect(await world.paths()).toEqual([`staging/${world.principal.tenantId}/${linked}`]);
  expect(await world.database.rows(selectRemoved)).toEqual([{ subject_id: unlinked }]);
});

test("a sweep that dies between the bytes and the row is finished by the next one", async () => {
  await using world = await openDocumentWorld();
  const ids = [await world.stage(), await world.stage()];
  const late: Clock = { now: () => instantFromMs(world.clock.now() + documentStagedMs + 1) };
  let calls = 0;
  const dying: DocumentStorage = {
    ...world.storage,
    remove: async (key) => {
      await world.storage.remove(key);
      calls += 1;
      if (calls === 2) throw new Error("dead");
    },
  };
  await expect(sweep(world, late, dying)).rejects.toThrow("dead");
  expect(await world.states()).toEqual(["removing"]);
  expect(await world.paths()).toEqual([]);
  await expect(world.link(await world.createAccount(), [ids[1] ?? ""])).rejects.toMatchObject({
    refusal: { code: "unprocessable" },
  });
  await sweep(world, late);
  expect(await world.states()).toEqual([]);
});

test("one object that cannot be removed stops nothing else, and the sweep fails all the same", async () => {
  await using world = await openDocumentWorld();
  const ids = [await world.stage(), await world.stage(), await world.stage()];
  const { tenantId } = world.principal;
  const orphans = ["01J0000000000000000000000A", "01J0000000000000000000000B"];
  for (const id of orphans) await world.storage.put(`staging/${tenantId}/${id}`, text("left over"));
  let leftoversAsked = 0;
  const stuck = new Set([ids[0], orphans[0]].map((id) => `staging/${tenantId}/${id}`));
  const stubborn: DocumentStorage = {
    ...world.storage,
    remove: async (key) => {
      if (stuck.has(key)) throw new Error("it will not go");
      await world.storage.remove(key);
    },
    removeLeftovers: async () => {
      leftoversAsked += 1;
    },
  };
  const late = instantFromMs(Math.max(world.clock.now(), systemClock.now()) + documentStagedMs + dayMs);
  await expect(sweep(world, { now: () => late }, stubborn)).rejects.toThrow(/2 .*it will not go/);
  expect(await world.paths()).toEqual([...stuck].sort());
  expect(await world.states()).toEqual(["removing"]);
  expect(leftoversAsked).toBe(1);
});

test("a storage that removes nothing is not asked for ever", async () => {
  await using world = await openDocumentWorld();
  const folder = join(world.folder, "staging", world.principal.tenantId);
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: 100 }, (_, index) => String(index).padStart(26, "0"));
  await Promise.all(names.map((name) => writeFile(join(folder, name), "x")));
  let asked = 0;
  const down: DocumentStorage = {
    ...world.storage,
    remove: async () => {
      asked += 1;
      throw new Error("down");
    },
  };
  await expect(sweep(world, inDays(2), down)).rejects.toThrow(/down/);
  expect(asked).toBe(20);
});

test("a sweep that is told to stop stops before the next object", async () => {
  await using world = await openDocumentWorld();
  for (let count = 0; count < 3; count += 1) await world.stage();
  const stop = new AbortController();
  const stopping: DocumentStorage = {
    ...world.storage,
    remove: async (key) => {
      await world.storage.remove(key);
      stop.abort(new Error("told to stop"));
    },
  };
  const late: Clock = { now: () => instantFromMs(world.clock.now() + documentStagedMs + 1) };
  await expect(sweep(world, late, stopping, stop.signal)).rejects.toThrow("told to stop");
  expect(await world.states()).toEqual(["removing", "removing"]);
});

test("a document that is being linked while the sweep runs stays", async () => {
  await using world = await openDocumentWorld();
  const id = await world.stage();
  const accountId = await world.createAccount();
  const [linked, swept] = [createGate(), createGate()];
  const linking = world.database.transaction(async (tx) => {
    await tx.run(lockOne, [id]);
    linked.open();
    await swept.opened;
  });
  await linked.opened;
  await sweep(world, { now: () => instantFromMs(world.clock.now() + documentStagedMs + 1) });
  swept.open();
  await linking;
  expect(await world.states()).toEqual(["staged"]);
  await world.link(accountId, [id]);
});

test("bytes without a row go after a day; those with one stay", async () => {
  await using world = await openDocumentWorld();
  const { tenantId } = world.principal;
  const [staged, stored] = [await world.stage(), await world.stage()];
  const accountId = await world.createAccount();
  await world.link(accountId, [stored]);
  await world.work();
  const orphans = [`staging/${tenantId}/01JZZZZZZZZZZZZZZZZZZZZZZZ`, `staging/${tenantId}/${stored}`];
  for (const key of orphans) await world.storage.put(key, text("left over"));
  const kept = [`accounts/${tenantId}/${accountId}/${stored}`, `staging/${tenantId}/${staged}`];
  await sweep(world, inDays(0.9));
  expect(await world.paths()).toEqual([...kept, ...orphans].sort());
  await sweep(world, inDays(1.1));
  expect(await world.paths()).toEqual(kept);
});

test("more leftovers than one batch are all removed", async () => {
  await using world = await openDocumentWorld();
  const folder = join(world.folder, "staging", world.principal.tenantId);
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: 230 }, (_, index) => String(index).padStart(26, "0"));
  await Promise.all(names.map((name) => writeFile(join(folder, name), "x")));
  await sweep(world, inDays(2));
  expect(await world.paths()).toEqual([]);
});

const selectRemoved = statement("SELECT subject_id FROM audit_log WHERE action = 'document.remove'");
const lockOne = statement("SELECT id FROM documents WHERE id = $1 FOR UPDATE");
