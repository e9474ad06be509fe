import { mkdir, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { bankSuite } from "../../../test/bank-suite.ts";
import {
  type FilesBankEnvironment,
  openFolderBank,
  openSftpBank,
  settleMs,
  testIdentity,
} from "../../../test/files-bank.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import type { DeliveredFile } from "../bank.ts";
import type { FilePlace } from "./file-place.ts";
import { createFilesBank, type FilesBank, maxFileBytes } from "./files-bank.ts";

const places = { "a folder": openFolderBank, "an SFTP server": openSftpBank };

let env: FilesBankEnvironment | undefined;
afterEach(async () => {
  await env?.close();
  env = undefined;
});

for (const [name, open] of Object.entries(places)) {
  const openEnvironment = async (): Promise<FilesBankEnvironment> => {
    env = await open();
    return env;
  };

  bankSuite(`a bank behind ${name}`, open);

  describe(`delivering into ${name}`, () => {
    test("a file that the bank has fetched is not delivered again", async () => {
      const { bank, reopen, contentOf, filesIn, place } = await openEnvironment();
      const file = { name: "a.ach", bytes: Buffer.from("entries") };
      await bank.deliver(file);
      expect(await contentOf("outbox", "a.ach")).toBe("entries");
      await place.remove({ folder: "outbox", name: "a.ach" });
      await bank.deliver(file);
      await reopen().deliver(file);
      expect(await filesIn("outbox")).toEqual([]);
    });

    test("the record of a sent file is a digest for sha256sum, without its contents", async () => {
      const { bank, filesIn, contentOf } = await openEnvironment();
      await bank.deliver({ name: "a.ach", bytes: Buffer.from("entries") });
      expect(await filesIn("sent")).toEqual(["a.ach.sha256"]);
      expect(await contentOf("sent", "a.ach.sha256")).toMatch(/^[0-9a-f]{64} {2}a\.ach\n$/);
    });

    test("a delivery that is interrupted at any step and repeated leaves one complete file", async () => {
      const { place, filesIn, contentOf } = await openEnvironment();
      for (let step = 1; step <= 12; step += 1) {
        const file = { name: `f${step}.ach`, bytes: Buffer.from(`content ${step}`) };
        await bankOn(failingAt(place, step))
          .deliver(file)
          .catch(() => undefined);
        await bankOn(place).deliver(file);
        expect(await contentOf("outbox", file.name)).toBe(`content ${step}`);
        await place.remove({ folder: "outbox", name: file.name });
        await bankOn(place).deliver(file);
        expect(await filesIn("outbox")).toEqual([]);
      }
    });

    test("records name the entries of sent files, and show whether a delivery was interrupted", async () => {
      const { bank, place } = await openEnvironment();
      const entries = [
        { id: "01A", traceNumber: "1" },
        { id: "01B", traceNumber: undefined },
      ];
      const bytes = Buffer.from("entries");
      await bank.deliver({ name: "a.ach", bytes, entries });
      await bank.deliver({ name: "b.ach", bytes });
      await bank.deliver({ name: "c.ach", bytes, entries: [] });
      const broken: FilePlace = {
        ...place,
        move: (from, to) =>
          to.name === "d.ach" ? Promise.reject(new Error("killed")) : place.move(from, to),
      };
      await expect(bankOn(broken).deliver({ name: "d.ach", bytes, entries })).rejects.toThrow("killed");
      const readAll = async () => {
        const files: DeliveredFile[] = [];
        for await (const file of bank.delivered?.() ?? []) files.push(file);
        return files.toSorted(byName);
      };
      const found = await readAll();
      expect(found.map(({ name, entries: named }) => [name, named])).toEqual([
        ["a.ach", entries],
        ["b.ach", undefined],
        ["c.ach", []],
        ["d.ach", entries],
      ]);
      expect(found.map(({ isInterrupted }) => isInterrupted)).toEqual([false, false, false, true]);
      await bank.deliver({ name: "d.ach", bytes, entries });
      expect((await readAll()).at(-1)?.isInterrupted).toBe(false);
    });

    test("archived files are read oldest first, then by name", async () => {
      const { place } = await openEnvironment();
      const ages = { "c.xml": 2, "a.xml": 3, "d.xml": 1, "b.xml": 2 };
      for (const name of Object.keys(ages)) await place.write({ folder: "archive", name }, Buffer.from(name));
      const placed = Object.entries(ages).map(([name, modifiedMs]) => ({ name, size: 5, modifiedMs }));
      const bank = bankOn({ ...place, list: async () => placed });
      const names: string[] = [];
      for await (const file of bank.archived?.() ?? []) names.push(file.name);
      expect(names).toEqual(["d.xml", "b.xml", "c.xml", "a.xml"]);
    });

    test("a file in the outbox whose record is missing is left unchanged", async () => {
      const { bank, place, filesIn } = await openEnvironment();
      const file = { name: "a.ach", bytes: Buffer.from("entries") };
      await bank.deliver(file);
      await place.remove({ folder: "sent", name: "a.ach.sha256" });
      await bank.deliver(file);
      expect(await filesIn("outbox")).toEqual(["a.ach"]);
      expect(await filesIn("sent")).toEqual(["a.ach.sha256"]);
    });

    test("a name that was used for different bytes is rejected", async () => {
      const { bank, contentOf } = await openEnvironment();
      await bank.deliver({ name: "a.ach", bytes: Buffer.from("entries") });
      const other = { name: "a.ach", bytes: Buffer.from("others") };
      await expect(bank.deliver(other)).rejects.toThrow("the same name and different contents");
      expect(await contentOf("outbox", "a.ach")).toBe("entries");
    });

    test.each(["../a.ach", "a/b.ach", "a\\b.ach", ".a.ach", "", "a\0.ach", "ä.ach"])(
      "%j is not a valid name",
      async (bad) => {
        const { bank } = await openEnvironment();
        await expect(bank.deliver({ name: bad, bytes: Buffer.from("x") })).rejects.toThrow("must consist of");
        await expect(bank.putAway(bad, "archive")).rejects.toThrow("must consist of");
      },
    );
  });

  describe(`collecting from ${name}`, () => {
    test("a file is complete when it has not changed for a while", async () => {
      const { bank, put, advance } = await openEnvironment();
      await put("a.ach", "half");
      expect(await bank.collect(10)).toEqual([]);
      advance(settleMs - 1);
      expect(await bank.collect(10)).toEqual([]);
      await put("a.ach", "half and the other half");
      advance(1);
      expect(await bank.collect(10)).toEqual([]);
      advance(settleMs);
      const [file] = await bank.collect(10);
      expect(file?.bytes.toString()).toBe("half and the other half");
    });

    test("files with temporary names are ignored until they are renamed", async () => {
      const { bank, put, settle, place } = await openEnvironment();
      const names = [".a.ach", "a.ach.tmp", "a.ach.part", "a.ach.filepart", "a.ach~"];
      for (const temporary of names) await put(temporary, "x");
      await settle();
      expect(await bank.collect(10)).toEqual([]);
      await place.move({ folder: "inbox", name: "a.ach.tmp" }, { folder: "inbox", name: "a.ach" });
      await settle();
      expect(await bank.collect(10)).toHaveLength(1);
    });

    test("the same name with different bytes is a different file, with the same bytes the same file", async () => {
      const { bank, put, settle, filesIn } = await openEnvironment();
      const names: string[] = [];
      for (const content of ["monday", "tuesday", "monday"]) {
        await put("returns.ach", content);
        await settle();
        const [file] = await bank.collect(10);
        expect(file?.bytes.toString()).toBe(content);
        names.push(file?.name ?? "");
        await bank.putAway(file?.name ?? "", "archive");
      }
      const [monday, tuesday, again] = names;
      expect(monday).toMatch(/^returns-[0-9a-f]{12}\.ach$/);
      expect(tuesday).not.toBe(monday);
      expect(again).toBe(monday);
      expect(await filesIn("archive")).toEqual(names.slice(0, 2).toSorted());
      expect(await filesIn("inbox")).toEqual([]);
    });

    test("invalid characters in names are replaced, and the files are found again after a restart", async () => {
      const { bank, put, settle, reopen, filesIn } = await openEnvironment();
      await put("Returns (2) für Montag.ACH", "x");
      await put(`${"long".repeat(50)}.xml`, "y");
      await put("-.xml", "z");
      await settle();
      const files = await bank.collect(10);
      for (const file of files) expect(file.name).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}\.(?:ach|xml)$/);
      expect(files.map(({ bytes }) => bytes.toString()).toSorted()).toEqual(["x", "y", "z"]);
      const restarted = reopen();
      for (const file of files) await restarted.putAway(file.name, "archive");
      expect(await filesIn("archive")).toEqual(files.map((file) => file.name).toSorted());
      expect(await filesIn("inbox")).toEqual([]);
    });

    test("two copies of one file are returned one after the other", async () => {
      const { bank, put, settle, filesIn } = await openEnvironment();
      await put("a b.ach", "same");
      await put("a_b.ach", "same");
      await settle();
      for (const left of [1, 0]) {
        const [file, ...others] = await bank.collect(10);
        expect(others).toEqual([]);
        await bank.putAway(file?.name ?? "", "archive");
        expect(await filesIn("inbox")).toHaveLength(left);
      }
      expect(await filesIn("archive")).toHaveLength(1);
    });

    test("a file that replaced a returned one under its name is not put away with it", async () => {
      const { bank, put, settle, filesIn, contentOf } = await openEnvironment();
      await put("a.ach", "first");
      await settle();
      const [file] = await bank.collect(10);
      await put("a.ach", "the second");
      await bank.putAway(file?.name ?? "", "archive");
      expect(await filesIn("archive")).toEqual([]);
      expect(await contentOf("inbox", "a.ach")).toBe("the second");
    });

    test("an unusable file is returned with its problem and can be put away", async () => {
      const { bank, put, settle, root, filesIn } = await openEnvironment();
      await put("notes.txt", "hello");
      await put("empty.ach", "");
      await put("huge.ach", "101 ");
      await truncate(join(root, "inbox", "huge.ach"), maxFileBytes + 1);
      await settle();
      const files = await bank.collect(10);
      const problems = Object.fromEntries(files.map((file) => [file.name.split("-")[0], file.problem]));
      expect(problems).toEqual({
        notes: "unknown file extension: expected .ach or .xml",
        empty: undefined,
        huge: `file too large: ${maxFileBytes + 1} bytes, the maximum is ${maxFileBytes}`,
      });
      const huge = files.find((file) => file.name.startsWith("huge"));
      expect(huge?.bytes.length).toBe(64 * 1024);
      for (const file of files) await bank.putAway(file.name, "quarantine");
      expect(await filesIn("quarantine")).toHaveLength(3);
      expect(await bank.collect(10)).toEqual([]);
    });

    test("folders and links are ignored", async () => {
      const { bank, put, settle, root } = await openEnvironment();
      await put("a.ach", "x");
      await mkdir(join(root, "inbox", "folder.ach"));
      await writeFile(join(root, "secret"), "not the bank's");
      await symlink(join(root, "secret"), join(root, "inbox", "link.ach"));
      await settle();
      expect((await bank.collect(10)).map(({ bytes }) => bytes.toString())).toEqual(["x"]);
    });
  });
}

test("folders and files are accessible to their owner only", async () => {
  env = await openFolderBank();
  const { bank, root, place } = env;
  await bank.deliver({ name: "a.ach", bytes: Buffer.from("x") });
  for (const folder of ["outbox", "inbox", "archive", "quarantine", "sent"]) {
    expect((await stat(join(root, folder))).mode & 0o777).toBe(0o700);
  }
  expect((await stat(join(root, "outbox", "a.ach"))).mode & 0o777).toBe(0o600);
  await place.close();
});

test("an unreadable file is returned with its problem", async () => {
  env = await openFolderBank();
  await env.put("a.ach", "x");
  const bank = bankOn({ ...env.place, read: async () => "denied" }, 0);
  const files = await bank.collect(10);
  expect(files).toMatchObject([{ problem: "permission denied", bytes: Buffer.alloc(0) }]);
  await bank.putAway(files[0]?.name ?? "", "quarantine");
  expect(await env.filesIn("quarantine")).toHaveLength(1);
});

test("every file is returned and kept, in whatever order files are written and put away", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ name: fc.constantFrom("a.ach", "b.xml", "c d.ach"), content: fc.string() }), {
        maxLength: 8,
      }),
      async (submissions) => {
        const opened = await openFolderBank();
        try {
          const seen = new Set<string>();
          for (const { name, content } of submissions) {
            await opened.put(name, content);
            await opened.settle();
            for (const file of await opened.bank.collect(2)) {
              seen.add(file.bytes.toString());
              await opened.bank.putAway(file.name, "archive");
            }
          }
          expect(seen).toEqual(new Set(submissions.map(({ content }) => Buffer.from(content).toString())));
          expect(await opened.filesIn("inbox")).toEqual([]);
        } finally {
          await opened.close();
        }
      },
    ),
    { numRuns: 15 },
  );
});

function bankOn(place: FilePlace, waitMs = settleMs): FilesBank {
  const clock = { now: () => instantFromMs(0) };
  return createFilesBank({
    network: "mainnet",
    identity: testIdentity,
    clock,
    leadMinutes: 30,
    place,
    settleMs: waitMs,
  });
}

/** Works, but loses the nth result: odd steps fail before the work, even steps after it. */
function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : 1;
}

function failingAt(place: FilePlace, step: number): FilePlace {
  let count = 0;
  const step_ = async <T>(work: () => Promise<T>): Promise<T> => {
    count += 1;
    if (count * 2 - 1 === step) throw new Error("before");
    const reply = await work();
    if (count * 2 === step) throw new Error("after");
    return reply;
  };
  return {
    ...place,
    find: (spot) => step_(() => place.find(spot)),
    read: (spot, maxBytes) => step_(() => place.read(spot, maxBytes)),
    write: (spot, bytes) => step_(() => place.write(spot, bytes)),
    move: (from, to) => step_(() => place.move(from, to)),
  };
}
