import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataFolder } from "../../../service/test/data-folder.ts";
import { openJournal } from "./node-journal.ts";

test("a reopened journal returns what was appended, in order", async () => {
  await using folder = await makeDataFolder();
  const path = join(folder.path, "chain", "journal.jsonl");
  const first = await openJournal(path);
  expect(first.entries).toEqual([]);
  await Promise.all([first.append({ n: 1 }), first.append({ n: 2, text: "two\nlines" }), first.append("3")]);
  await first.close();
  const second = await openJournal(path);
  expect(second.entries).toEqual([{ n: 1 }, { n: 2, text: "two\nlines" }, "3"]);
  await second.append(4);
  await second.close();
  const third = await openJournal(path);
  expect(third.entries).toHaveLength(4);
  await third.close();
});

test("an entry is in the file when its append resolves", async () => {
  await using folder = await makeDataFolder();
  const path = join(folder.path, "journal.jsonl");
  const journal = await openJournal(path);
  await journal.append({ n: 1 });
  expect(await readFile(path, "utf8")).toBe('{"n":1}\n');
  await journal.close();
});

test("a partial last line is dropped, and the next entry is on its own line", async () => {
  await using folder = await makeDataFolder();
  const path = join(folder.path, "journal.jsonl");
  await writeFile(path, '{"n":1}\n{"n":');
  const torn = await openJournal(path);
  expect(torn.entries).toEqual([{ n: 1 }]);
  await torn.append({ n: 2 });
  await torn.close();
  const repaired = await openJournal(path);
  expect(repaired.entries).toEqual([{ n: 1 }, { n: 2 }]);
  await repaired.close();
});

test("a damaged line in the middle is reported with its position", async () => {
  await using folder = await makeDataFolder();
  const path = join(folder.path, "journal.jsonl");
  await writeFile(path, '{"n":1}\n{"n":\n{"n":3}\n');
  await expect(openJournal(path)).rejects.toThrow(/damaged at .*journal\.jsonl:2/);
});

test("a journal without a path keeps nothing", async () => {
  const journal = await openJournal(undefined);
  await journal.append({ n: 1 });
  expect(journal.entries).toEqual([]);
  await journal.close();
});

test("a partial line written by another process does not corrupt the next entry", async () => {
  await using folder = await makeDataFolder();
  const path = join(folder.path, "journal.jsonl");
  const journal = await openJournal(path);
  await journal.append(1);
  await journal.close();
  await appendFile(path, "2");
  const reopened = await openJournal(path);
  expect(reopened.entries).toEqual([1]);
  await reopened.close();
});
