import { afterEach, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { openSftpBank, type SftpBankWorld } from "../../../test/files-bank.ts";
import { BankUnavailableError } from "../bank.ts";
import { createSftpPlace } from "./sftp-place.ts";

const quick = { connectMs: 15_000, operationMs: 1_500, idleMs: 60_000 };
const file = { name: "a.ach", bytes: Buffer.from("entries") };

let world: SftpBankWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

async function openWorld(): Promise<SftpBankWorld> {
  world = await openSftpBank();
  return world;
}

test("a renaming whose answer is lost has happened, and repeating the delivery does nothing more", async () => {
  const { bank, server, filesIn, place } = await openWorld();
  await bank.collect(1);
  // The first renaming is that of the record, the second hands the file over.
  server.fault("RENAME", "cut");
  await expect(bank.deliver(file)).rejects.toThrow(BankUnavailableError);
  server.fault("RENAME", "cut");
  await expect(bank.deliver(file)).rejects.toThrow(BankUnavailableError);
  expect(await filesIn("outbox")).toEqual(["a.ach"]);
  await place.remove({ folder: "outbox", name: "a.ach" });
  await bank.deliver(file);
  expect(await filesIn("outbox")).toEqual([]);
});

test("a line that is cut while a file is written leaves nothing that the bank would fetch", async () => {
  const { bank, server, filesIn, contentOf } = await openWorld();
  server.fault("WRITE", "cut");
  await expect(bank.deliver(file)).rejects.toThrow(BankUnavailableError);
  expect(await filesIn("outbox")).toEqual([".a.ach.part"]);
  await bank.deliver(file);
  expect(await filesIn("outbox")).toEqual(["a.ach"]);
  expect(await contentOf("outbox", "a.ach")).toBe("entries");
});

test("a server that answers nothing is given up in time, and asked again on another line", async () => {
  const { server, address } = await openWorld();
  const place = createSftpPlace(address, quick);
  try {
    expect(await place.list("inbox")).toEqual([]);
    server.fault("OPENDIR", "hang");
    await expect(place.list("inbox")).rejects.toThrow(BankUnavailableError);
    expect(await place.list("inbox")).toEqual([]);
    expect(server.logins()).toBe(2);
  } finally {
    await place.close();
  }
});

test("one line serves many operations, and closing it is no end", async () => {
  const { bank, server } = await openWorld();
  await bank.collect(1);
  await bank.deliver(file);
  expect(server.logins()).toBe(1);
  await bank.close();
  await bank.collect(1);
  expect(server.logins()).toBe(2);
});

test("a line without work is let go", async () => {
  const { server, address } = await openWorld();
  const place = createSftpPlace(address, { ...quick, idleMs: 1 });
  try {
    await eventually(async () => {
      await place.list("inbox");
      expect(server.logins()).toBeGreaterThan(1);
    });
  } finally {
    await place.close();
  }
});

test("a server with another key is not spoken to", async () => {
  const { server, address } = await openWorld();
  const place = createSftpPlace({ ...address, hostKeySha256: `A${address.hostKeySha256.slice(1)}` }, quick);
  const failure = await place.list("inbox").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(BankUnavailableError);
  expect(server.logins()).toBe(0);
  await place.close();
});

test("a key that the server does not know opens nothing, and is in no error", async () => {
  const { address } = await openWorld();
  const other = await openSftpBank();
  const place = createSftpPlace({ ...address, privateKey: other.server.privateKey }, quick);
  try {
    const failure = await place.list("inbox").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BankUnavailableError);
    expect(String((failure as Error).cause)).not.toContain(other.server.privateKey.slice(60, 90));
  } finally {
    await place.close();
    await other.close();
  }
});

test("a text that is no key is a bank that cannot be reached", async () => {
  const { address } = await openWorld();
  const place = createSftpPlace({ ...address, privateKey: "no key" }, quick);
  await expect(place.list("inbox")).rejects.toThrow(BankUnavailableError);
  await place.close();
});

test("a large file comes and goes whole", async () => {
  const { place } = await openWorld();
  const bytes = Buffer.alloc(300_001, "0123456789");
  await place.write({ folder: "outbox", name: "large.ach" }, bytes);
  expect(await place.read({ folder: "outbox", name: "large.ach" }, 400_000)).toEqual(bytes);
  expect(await place.read({ folder: "outbox", name: "large.ach" }, 100_000)).toEqual(
    bytes.subarray(0, 100_000),
  );
});
