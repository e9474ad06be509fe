import { rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type DataFolder, makeDataFolder } from "../../../test/data-folder.ts";
import { readSdnFixture } from "../../../test/sdn-fixture.ts";
import { createListFilesSource } from "../adapters/list-files.ts";
import type { LoadedList } from "./sanctions-list.ts";
import { createScreener, type Screener } from "./screener.ts";
import type { Subject } from "./screening.ts";

const threshold = 850;
const started: Screener[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((screener) => screener.stop()));
});

async function start(deps: Omit<Parameters<typeof createScreener>[0], "threshold">): Promise<Screener> {
  const screener = createScreener({ threshold, ...deps });
  started.push(screener);
  await screener.start();
  return screener;
}

describe("a new list", () => {
  const row = (number: number, name: string): string =>
    `${number},"${name}",-0- ,"TEST",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \n`;
  const rows = (...names: readonly string[]): string => names.map((name, at) => row(at + 1, name)).join("");
  const aliases = (count: number): string =>
    Array.from({ length: count }, (_, at) => `1,${at + 1},"aka","ALIAS${at}",-0- \n`).join("");
  const many = Array.from({ length: 10 }, (_, at) => `UNRELATED${at}`);
  const business = (name: string): Subject => ({ label: "business", kind: "business", names: [name] });

  async function startWithFolder(folder: DataFolder, seen: string[] = []): Promise<Screener> {
    await writeFile(join(folder.path, "sdn.csv"), rows("MIRZAN", ...many));
    await writeFile(join(folder.path, "alt.csv"), aliases(10));
    return start({
      source: createListFilesSource(folder.path),
      onLoaded: ({ version }) => seen.push(version),
    });
  }

  test("replaces the previous one without a restart", async () => {
    await using folder = await makeDataFolder();
    const seen: string[] = [];
    const screener = await startWithFolder(folder, seen);
    const before = screener.list();
    expect((await screener.screen([business("Zarnatek")]))[0]?.outcome).toBe("clear");
    await writeFile(join(folder.path, "sdn.csv"), rows("ZARNATEK", "MIRZAN", ...many));
    await screener.refresh();
    expect((await screener.screen([business("Zarnatek")]))[0]).toMatchObject({
      outcome: "hit",
      list: screener.list(),
    });
    expect(screener.list().version).not.toBe(before.version);
    expect(seen).toEqual([before.version, screener.list().version]);
  });

  test("never replaces a valid one if it is malformed", async () => {
    await using folder = await makeDataFolder();
    const screener = await startWithFolder(folder);
    const before = screener.list();
    for (const broken of [
      "",
      "<html>",
      `${row(1, "MIRZAN")}2,"ZARN`,
      `${row(1, "MIRZAN")}${row(1, "ZARNATEK")}`,
    ]) {
      await writeFile(join(folder.path, "sdn.csv"), broken);
      await expect(screener.refresh()).rejects.toThrow("sdn.csv");
    }
    await rm(join(folder.path, "sdn.csv"));
    await expect(screener.refresh()).rejects.toThrow("has no sdn.csv");
    expect(screener.list()).toEqual(before);
    expect((await screener.screen([business("Mirzan")]))[0]?.outcome).toBe("hit");
  });

  test("is refused as truncated if it lost a large part of its entries", async () => {
    await using folder = await makeDataFolder();
    const screener = await startWithFolder(folder);
    await writeFile(join(folder.path, "sdn.csv"), rows("MIRZAN", ...many.slice(4)));
    await expect(screener.refresh()).rejects.toThrow("has 7 entries, but the current one has 11");
    expect(screener.list().entries).toBe(11);
    await writeFile(join(folder.path, "sdn.csv"), rows("MIRZAN", ...many.slice(1)));
    await screener.refresh();
    expect(screener.list().entries).toBe(10);
  });

  test("is refused as truncated if it lost a large part of its aliases", async () => {
    await using folder = await makeDataFolder();
    const screener = await startWithFolder(folder);
    const before = screener.list();
    await writeFile(join(folder.path, "alt.csv"), "");
    await expect(screener.refresh()).rejects.toThrow("alt.csv has no aliases");
    await writeFile(join(folder.path, "alt.csv"), aliases(7));
    await expect(screener.refresh()).rejects.toThrow("has 7 aliases, but the current one has 10");
    expect(screener.list()).toBe(before);
    expect((await screener.screen([business("Alias9")]))[0]?.outcome).toBe("hit");
    await writeFile(join(folder.path, "alt.csv"), aliases(8));
    await screener.refresh();
    expect(screener.list()).not.toBe(before);
  });

  test("is refused as truncated if it lost a large part of the facts in its remarks", async () => {
    await using folder = await makeDataFolder();
    const comments = (count: number): string =>
      Array.from({ length: count }, (_, at) => `${at + 1},"DOB 19${at + 50}."\n`).join("");
    await writeFile(join(folder.path, "sdn_comments.csv"), comments(10));
    const screener = await startWithFolder(folder);
    await writeFile(join(folder.path, "sdn_comments.csv"), comments(7));
    await expect(screener.refresh()).rejects.toThrow(
      "has 7 facts in its remarks, but the current one has 10",
    );
    await rm(join(folder.path, "sdn_comments.csv"));
    await expect(screener.refresh()).rejects.toThrow("has 0 facts in its remarks");
    await writeFile(join(folder.path, "sdn_comments.csv"), comments(8));
    await screener.refresh();
  });

  test("with the same content resets the age, without a new version", async () => {
    await using folder = await makeDataFolder();
    const seen: string[] = [];
    const screener = await startWithFolder(folder, seen);
    const before = screener.list();
    for (const name of ["sdn.csv", "alt.csv"]) {
      await utimes(join(folder.path, name), 4_000_000_000, 4_000_000_000);
    }
    await screener.refresh();
    expect(screener.listAsOf()).toBe(4_000_000_000_000);
    expect(screener.list()).toBe(before);
    expect(seen).toHaveLength(1);
  });

  test("is not used if it changes while it is read", async () => {
    let changes = 0;
    const read = async (): Promise<LoadedList> => ({ list: await readSdnFixture(), asOf: undefined });
    const fingerprint = async (): Promise<string> => {
      changes += 1;
      return String(changes);
    };
    const source = { fingerprint, read };
    const screener = createScreener({ source, threshold });
    await expect(screener.start()).rejects.toThrow("changed while it was read");
  });
});

test("without a list the screener does not start, and screens nothing", async () => {
  await using folder = await makeDataFolder();
  const screener = createScreener({ source: createListFilesSource(folder.path), threshold });
  await expect(screener.start()).rejects.toThrow("has no sdn.csv");
  await expect(screener.screen([])).rejects.toThrow("before it was started");
});
