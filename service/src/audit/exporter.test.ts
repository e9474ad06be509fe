import { appendFile, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestAuthority } from "../../test/certificates.ts";
import { createTestDatabase } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import { openSyslogReceiver } from "../../test/syslog-receiver.ts";
import type { Database } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { systemCause } from "../kernel/cause.ts";
import { createIdFactory } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { createFileSink } from "./adapters/file-sink.ts";
import { createSyslogSink } from "./adapters/syslog-sink.ts";
import { type AuditSink, createAuditExporter, type ExportedEntry } from "./exporter.ts";
import { jsonEntry } from "./ocsf.ts";
import { recordAudit } from "./record-audit.ts";
import { sealSome } from "./sealer.ts";

const newId = createIdFactory(systemClock);
const tenantId = newId<"tenant">();
const lineOf = (entry: ExportedEntry): string => JSON.stringify(jsonEntry(entry));
const subjectOf = (line: string): string => JSON.parse(line).subject_id;

async function write(database: Database, ...subjects: readonly string[]): Promise<void> {
  for (const id of subjects) {
    const entry = { cause: systemCause("test.work"), action: "note.create", subject: { type: "note", id } };
    await recordAudit({ clock: systemClock, newId }, database, { tenantId, network: undefined }, [entry]);
  }
  let after = "";
  do after = await sealSome({ database, clock: systemClock }, after);
  while (after !== "");
}

/** Runs an exporter until `done` holds. */
async function exportUntil(
  database: Database,
  sink: AuditSink,
  done: () => void | Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  const exporter = createAuditExporter({
    database,
    clock: systemClock,
    holder: newId(),
    sink,
    sealsPerBatch: 2,
    onError: (error) => errors.push(error),
  });
  exporter.start();
  try {
    await eventually(done);
  } finally {
    await exporter.stop();
  }
}

async function exported(database: Database): Promise<boolean> {
  const row = await database.first(
    statement<{ isDone: boolean }>(
      `SELECT (SELECT position FROM audit_exports) = (SELECT max(position) FROM audit_seals) AS is_done`,
    ),
  );
  return row?.isDone === true;
}

test("each sealed entry is appended to the file with its seal, also after a rotation and a cut line", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const folder = await mkdtemp(join(tmpdir(), "florin-export-"));
  const path = join(folder, "audit.jsonl");
  const sink = createFileSink(path, lineOf);
  try {
    await write(database, "a", "b", "c");
    await exportUntil(database, sink, async () => expect(await exported(database)).toBe(true));
    const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
    expect(lines.map(subjectOf)).toEqual(["a", "b", "c"]);
    expect(JSON.parse(lines[2] ?? "")).toMatchObject({
      action: "note.create",
      actor: "test.work",
      seal: { chain: tenantId, sequence: "3", hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    await rename(path, `${path}.1`);
    await appendFile(path, '{"cut');
    await write(database, "d");
    await exportUntil(database, sink, async () => expect(await exported(database)).toBe(true));
    const [cut, last = ""] = (await readFile(path, "utf8")).trimEnd().split("\n");
    expect([cut, subjectOf(last)]).toEqual(['{"cut', "d"]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a crash between sending and storing the position repeats a batch, and loses nothing", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  await write(database, "a", "b", "c", "d", "e");
  const received: string[] = [];
  const sink: AuditSink = {
    send: async (entries) => {
      received.push(...entries.map(({ entry }) => entry.subject.id));
    },
  };
  let commits = 0;
  const transaction: Database["transaction"] = (work, options) => {
    commits += 1;
    return commits === 2 ? Promise.reject(new Error("crashed")) : database.transaction(work, options);
  };
  const crashing = { ...database, transaction };
  await exportUntil(crashing, sink, () => expect(commits).toBeGreaterThan(1));
  await exportUntil(database, sink, async () => expect(await exported(database)).toBe(true));
  expect([...new Set(received)]).toEqual(["a", "b", "c", "d", "e"]);
  expect(received.length).toBeGreaterThan(5);
});

test("two nodes do not export at once", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const received: string[] = [];
  const sink: AuditSink = {
    send: async (entries) => {
      received.push(...entries.map(({ entry }) => entry.subject.id));
    },
  };
  const subjects = Array.from({ length: 30 }, (_, index) => `${index}`);
  await write(database, ...subjects);
  const done = async (): Promise<void> => expect(await exported(database)).toBe(true);
  await Promise.all([exportUntil(database, sink, done), exportUntil(database, sink, done)]);
  expect(received).toEqual(subjects);
});

const syslogLine = /^<110>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S+ florin \d+ note\.create - (\{.*\})$/;

test.each(["tcp", "tls", "unix"] as const)(
  "messages of RFC 5424 reach a receiver over %s",
  async (transport) => {
    await using testDatabase = await createTestDatabase();
    const { database } = testDatabase;
    const authority = createTestAuthority();
    const folder = await mkdtemp(join(tmpdir(), "florin-syslog-"));
    const path = join(folder, "log.sock");
    await using receiver = await openSyslogReceiver({
      ...(transport === "tls" ? { certificate: authority.issue({ names: ["localhost"] }) } : {}),
      ...(transport === "unix" ? { path } : {}),
    });
    const { port } = receiver;
    const address = {
      tcp: { transport: "tcp" as const, host: "127.0.0.1", port },
      tls: { transport: "tls" as const, host: "localhost", port, ca: authority.certificate },
      unix: { transport: "unix" as const, path },
    }[transport];
    await write(database, "a", "ü", "c");
    const sink = createSyslogSink(address, lineOf);
    await exportUntil(database, sink, async () => expect(await exported(database)).toBe(true));
    const lines = receiver.messages.map((message) => syslogLine.exec(message)?.[1] ?? message);
    expect(lines.map(subjectOf)).toEqual(["a", "ü", "c"]);
    await rm(folder, { recursive: true });
  },
);

test("a receiver that breaks the connection gets the batch again", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  await using receiver = await openSyslogReceiver();
  receiver.breakConnections(true);
  await write(database, "a", "b", "c");
  const sink = createSyslogSink({ transport: "tcp", host: "127.0.0.1", port: receiver.port }, lineOf);
  await exportUntil(database, sink, () => expect(receiver.messages.length).toBeGreaterThan(1));
  expect(await exported(database)).toBe(false);
  receiver.breakConnections(false);
  await exportUntil(database, sink, async () => expect(await exported(database)).toBe(true));
  const subjects = receiver.messages.map((message) => subjectOf(syslogLine.exec(message)?.[1] ?? ""));
  expect(new Set(subjects)).toEqual(new Set(["a", "b", "c"]));
});

test("a receiver with a certificate of another authority gets nothing", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const certificate = createTestAuthority().issue({ names: ["localhost"] });
  await using receiver = await openSyslogReceiver({ certificate });
  const ca = createTestAuthority().certificate;
  await write(database, "a");
  const sink = createSyslogSink({ transport: "tls", host: "localhost", port: receiver.port, ca }, lineOf);
  await expect(sink.send([], new AbortController().signal)).rejects.toThrow();
  expect(receiver.messages).toEqual([]);
});
