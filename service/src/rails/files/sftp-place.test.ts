import { afterEach, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { openSftpBank, patientSftp, type SftpBankEnvironment } from "../../../test/files-bank.ts";
import { BankUnavailableError } from "../bank.ts";
import { createSftpPlace, type SftpLimits } from "./sftp-place.ts";

const file = { name: "a.ach", bytes: Buffer.from("entries") };

let env: SftpBankEnvironment | undefined;
afterEach(async () => {
  await env?.close();
  env = undefined;
});

async function openEnvironment(): Promise<SftpBankEnvironment> {
  env = await openSftpBank();
  return env;
}

test("repeating a delivery after a rename whose response was lost does nothing", async () => {
  const { bank, server, filesIn, place } = await openEnvironment();
  await bank.collect(1);
  // The first rename is that of the record, the second delivers the file.
  server.fault("RENAME", "cut");
  await expect(bank.deliver(file)).rejects.toThrow(BankUnavailableError);
  server.fault("RENAME", "cut");
  await expect(bank.deliver(file)).rejects.toThrow(BankUnavailableError);
  expect(await filesIn("outbox")).toEqual(["a.ach"]);
  await place.remove({ folder: "outbox", name: "a.ach" });
  await bank.deliver(file);
  expect(await filesIn("outbox")).toEqual([]);
});

test("a connection lost during a write leaves no file that the bank would fetch", async () => {
  const { bank, server, filesIn, contentOf } = await openEnvironment();
  server.fault("WRITE", "cut");
  await expect(bank.deliver(file)).rejects.toThrow(BankUnavailableError);
  expect(await filesIn("outbox")).toEqual([".a.ach.part"]);
  await bank.deliver(file);
  expect(await filesIn("outbox")).toEqual(["a.ach"]);
  expect(await contentOf("outbox", "a.ach")).toBe("entries");
});

test("an unresponsive server times out, and the next operation uses a new connection", async () => {
  const { server, address } = await openEnvironment();
  const limits: SftpLimits & { operationMs: number } = { ...patientSftp };
  const place = createSftpPlace(address, limits);
  try {
    expect(await place.list("inbox")).toEqual([]);
    server.fault("OPENDIR", "hang");
    limits.operationMs = 50;
    await expect(place.list("inbox")).rejects.toThrow(BankUnavailableError);
    limits.operationMs = patientSftp.operationMs;
    expect(await place.list("inbox")).toEqual([]);
    expect(server.logins()).toBe(2);
  } finally {
    await place.close();
  }
});

test("one connection serves many operations, and is reopened after a close", async () => {
  const { bank, server } = await openEnvironment();
  await bank.collect(1);
  await bank.deliver(file);
  expect(server.logins()).toBe(1);
  await bank.close();
  await bank.collect(1);
  expect(server.logins()).toBe(2);
});

test("an idle connection is closed", async () => {
  const { server, address } = await openEnvironment();
  const place = createSftpPlace(address, { ...patientSftp, idleMs: 1 });
  try {
    await eventually(async () => {
      await place.list("inbox");
      expect(server.logins()).toBeGreaterThan(1);
    });
  } finally {
    await place.close();
  }
});

test("a server with another host key is rejected", async () => {
  const { server, address } = await openEnvironment();
  const place = createSftpPlace(
    { ...address, hostKeySha256: `A${address.hostKeySha256.slice(1)}` },
    patientSftp,
  );
  const failure = await place.list("inbox").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(BankUnavailableError);
  expect(server.logins()).toBe(0);
  await place.close();
});

test("a key that the server does not accept fails, and does not appear in the error", async () => {
  const { address } = await openEnvironment();
  const other = await openSftpBank();
  const place = createSftpPlace({ ...address, privateKey: other.server.privateKey }, patientSftp);
  try {
    const failure = await place.list("inbox").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BankUnavailableError);
    expect(String((failure as Error).cause)).not.toContain(other.server.privateKey.slice(60, 90));
  } finally {
    await place.close();
    await other.close();
  }
});

test("an invalid private key is reported as an unreachable bank", async () => {
  const { address } = await openEnvironment();
  const place = createSftpPlace({ ...address, privateKey: "no key" }, patientSftp);
  await expect(place.list("inbox")).rejects.toThrow(BankUnavailableError);
  await place.close();
});

test("a large file is written and read completely", async () => {
  const { place } = await openEnvironment();
  const bytes = Buffer.alloc(300_001, "0123456789");
  await place.write({ folder: "outbox", name: "large.ach" }, bytes);
  expect(await place.read({ folder: "outbox", name: "large.ach" }, 400_000)).toEqual(bytes);
  expect(await place.read({ folder: "outbox", name: "large.ach" }, 100_000)).toEqual(
    bytes.subarray(0, 100_000),
  );
});
