import { mkdir, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { bankSuite } from "../../../test/bank-suite.ts";
import {
  type FilesBankWorld,
  openFolderBank,
  openSftpBank,
  settleMs,
  testIdentity,
} from "../../../test/files-bank.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import type { FilePlace } from "./file-place.ts";
import { createFilesBank, type FilesBank } from "./files-bank.ts";
import { maxFileBytes } from "./waiting-files.ts";

const places = { "a folder": openFolderBank, "an SFTP server": openSftpBank };

let world: FilesBankWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

for (const [name, open] of Object.entries(places)) {
  const openWorld = async (): Promise<FilesBankWorld> => {
    world = await open();
    return world;
  };

  bankSuite(`a bank behind ${name}`, open);

  describe(`delivering into ${name}`, () => {
    test("a file that the bank has fetched is not put there again", async () => {
      const { bank, reopen, contentOf, filesIn, place } = await openWorld();
      const file = { name: "a.ach", bytes: Buffer.from("entries") };
      await bank.deliver(file);
      expect(await contentOf("outbox", "a.ach")).toBe("entries");
      await place.remove({ folder: "outbox", name: "a.ach" });
      await bank.deliver(file);
      await reopen().deliver(file);
      expect(await filesIn("outbox")).toEqual([]);
    });

    test("what is kept of it is a digest that tools can check, and not its content", async () => {
      const { bank, filesIn, contentOf } = await openWorld();
      await bank.deliver({ name: "a.ach", bytes: Buffer.from("entries") });
      expect(await filesIn("sent")).toEqual(["a.ach.sha256"]);
      expect(await contentOf("sent", "a.ach.sha256")).toMatch(/^[0-9a-f]{64} {2}a\.ach\n$/);
    });

    test("interrupted at any step and repeated, it is there once and whole", async () => {
      const { place, filesIn, contentOf } = await openWorld();
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

    test("without its record, a file that still lies there is left as it is", async () => {
      const { bank, place, filesIn } = await openWorld();
      const file = { name: "a.ach", bytes: Buffer.from("entries") };
      await bank.deliver(file);
      await place.remove({ folder: "sent", name: "a.ach.sha256" });
      await bank.deliver(file);
      expect(await filesIn("outbox")).toEqual(["a.ach"]);
      expect(await filesIn("sent")).toEqual(["a.ach.sha256"]);
    });

    test("a name that was used for other bytes is refused", async () => {
      const { bank, contentOf } = await openWorld();
      await bank.deliver({ name: "a.ach", bytes: Buffer.from("entries") });
      const other = { name: "a.ach", bytes: Buffer.from("others") };
      await expect(bank.deliver(other)).rejects.toThrow("the name of another");
      expect(await contentOf("outbox", "a.ach")).toBe("entries");
    });

    test.each(["../a.ach", "a/b.ach", "a\\b.ach", ".a.ach", "", "a\0.ach", "ä.ach"])(
      "%j is no name of ours",
      async (bad) => {
        const { bank } = await openWorld();
        await expect(bank.deliver({ name: bad, bytes: Buffer.from("x") })).rejects.toThrow("is named with");
        await expect(bank.putAway(bad, "archive")).rejects.toThrow("is named with");
      },
    );
  });

  describe(`collecting from ${name}`, () => {
    test("a file counts as written when it has stayed the same for a while", async () => {
      const { bank, put, advance } = await openWorld();
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

    test("names of files in the making are passed over until they are renamed", async () => {
      const { bank, put, settle, place } = await openWorld();
      const names = [".a.ach", "a.ach.tmp", "a.ach.part", "a.ach.filepart", "a.ach~"];
      for (const temporary of names) await put(temporary, "x");
      await settle();
      expect(await bank.collect(10)).toEqual([]);
      await place.move({ folder: "inbox", name: "a.ach.tmp" }, { folder: "inbox", name: "a.ach" });
      await settle();
      expect(await bank.collect(10)).toHaveLength(1);
    });

    test("the same name with other bytes is another file, with the same bytes the same one", async () => {
      const { bank, put, settle, filesIn } = await openWorld();
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

    test("names that are odd become names that are not, and are found again after a restart", async () => {
      const { bank, put, settle, reopen, filesIn } = await openWorld();
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

    test("two copies of one file are handed out one after the other", async () => {
      const { bank, put, settle, filesIn } = await openWorld();
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

    test("a file that took the name of one that was handed out is not put away with it", async () => {
      const { bank, put, settle, filesIn, contentOf } = await openWorld();
      await put("a.ach", "first");
      await settle();
      const [file] = await bank.collect(10);
      await put("a.ach", "the second");
      await bank.putAway(file?.name ?? "", "archive");
      expect(await filesIn("archive")).toEqual([]);
      expect(await contentOf("inbox", "a.ach")).toBe("the second");
    });

    test("what cannot be a file of a bank is handed out with the reason, and can be put away", async () => {
      const { bank, put, settle, root, filesIn } = await openWorld();
      await put("notes.txt", "hello");
      await put("empty.ach", "");
      await put("huge.ach", "101 ");
      await truncate(join(root, "inbox", "huge.ach"), maxFileBytes + 1);
      await settle();
      const files = await bank.collect(10);
      const problems = Object.fromEntries(files.map((file) => [file.name.split("-")[0], file.problem]));
      expect(problems).toEqual({
        notes: "its name ends neither in .ach nor in .xml",
        empty: undefined,
        huge: `it has ${maxFileBytes + 1} bytes, and more than ${maxFileBytes} are not read`,
      });
      const huge = files.find((file) => file.name.startsWith("huge"));
      expect(huge?.bytes.length).toBe(64 * 1024);
      for (const file of files) await bank.putAway(file.name, "quarantine");
      expect(await filesIn("quarantine")).toHaveLength(3);
      expect(await bank.collect(10)).toEqual([]);
    });

    test("folders and links are no files", async () => {
      const { bank, put, settle, root } = await openWorld();
      await put("a.ach", "x");
      await mkdir(join(root, "inbox", "folder.ach"));
      await writeFile(join(root, "secret"), "not the bank's");
      await symlink(join(root, "secret"), join(root, "inbox", "link.ach"));
      await settle();
      expect((await bank.collect(10)).map(({ bytes }) => bytes.toString())).toEqual(["x"]);
    });
  });
}

test("folders and files are for their owner alone", async () => {
  world = await openFolderBank();
  const { bank, root, place } = world;
  await bank.deliver({ name: "a.ach", bytes: Buffer.from("x") });
  for (const folder of ["outbox", "inbox", "archive", "quarantine", "sent"]) {
    expect((await stat(join(root, folder))).mode & 0o777).toBe(0o700);
  }
  expect((await stat(join(root, "outbox", "a.ach"))).mode & 0o777).toBe(0o600);
  await place.close();
});

test("a file that we may not read is handed out with the reason", async () => {
  world = await openFolderBank();
  await world.put("a.ach", "x");
  const bank = bankOn({ ...world.place, read: async () => "denied" }, 0);
  const files = await bank.collect(10);
  expect(files).toMatchObject([{ problem: "we may not read it", bytes: Buffer.alloc(0) }]);
  await bank.putAway(files[0]?.name ?? "", "quarantine");
  expect(await world.filesIn("quarantine")).toHaveLength(1);
});

test("whatever the bank writes, in whatever order it is put away, everything is handed out and kept", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ name: fc.constantFrom("a.ach", "b.xml", "c d.ach"), content: fc.string() }), {
        maxLength: 8,
      }),
      async (arrivals) => {
        const opened = await openFolderBank();
        try {
          const seen = new Set<string>();
          for (const { name, content } of arrivals) {
            await opened.put(name, content);
            await opened.settle();
            for (const file of await opened.bank.collect(2)) {
              seen.add(file.bytes.toString());
              await opened.bank.putAway(file.name, "archive");
            }
          }
          expect(seen).toEqual(new Set(arrivals.map(({ content }) => Buffer.from(content).toString())));
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

/** Does its work, but for the nth time the answer is lost: odd ones before the work, even ones after it. */
function failingAt(place: FilePlace, step: number): FilePlace {
  let count = 0;
  const step_ = async <T>(work: () => Promise<T>): Promise<T> => {
    count += 1;
    if (count * 2 - 1 === step) throw new Error("before");
    const answer = await work();
    if (count * 2 === step) throw new Error("after");
    return answer;
  };
  return {
    ...place,
    find: (spot) => step_(() => place.find(spot)),
    read: (spot, maxBytes) => step_(() => place.read(spot, maxBytes)),
    write: (spot, bytes) => step_(() => place.write(spot, bytes)),
    move: (from, to) => step_(() => place.move(from, to)),
  };
}
