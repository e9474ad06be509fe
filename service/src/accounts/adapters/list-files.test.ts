import { chmod, mkdir, rename, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataFolder } from "../../../test/data-folder.ts";
import { euXml, ofacXml, unXml } from "../../../test/list-xml-files.ts";
import { readSdnFixture, readSdnFixtureFiles } from "../../../test/sdn-fixture.ts";
import { createDemoSanctionsSource } from "./demo-sanctions-list.ts";
import { createListFilesSource } from "./list-files.ts";

async function writeFixture(folder: string): Promise<void> {
  for (const [name, content] of Object.entries(await readSdnFixtureFiles())) {
    await writeFile(join(folder, name), content);
  }
}

test("a folder of files is one list, whose version depends on its content and not its path", async () => {
  await using one = await makeDataFolder();
  await using other = await makeDataFolder();
  for (const { path } of [one, other]) await writeFixture(path);
  await rename(join(other.path, "sdn.csv"), join(other.path, "SDN.CSV"));
  await writeFile(join(one.path, "add.csv"), "not read");
  const lists = await Promise.all([one, other].map(({ path }) => createListFilesSource(path).read()));
  expect(lists[0]?.list).toEqual(lists[1]?.list);
  const { version } = await readSdnFixture();
  expect(lists[0]?.list.version).toEqual({
    name: "OFAC SDN",
    version: version.sha256.slice(0, 12),
    sha256: version.sha256,
    entries: 60,
  });
});

test("the publication date is read from the file next to the list", async () => {
  await using folder = await makeDataFolder();
  await writeFixture(folder.path);
  await writeFile(join(folder.path, "published.txt"), "2026-11-13\n");
  const { list } = await createListFilesSource(folder.path).read();
  expect(list.version).toMatchObject({ publishedAt: "2026-11-13" });
  await writeFile(join(folder.path, "published.txt"), "Friday");
  await expect(createListFilesSource(folder.path).read()).rejects.toThrow(
    "published.txt must contain only a date",
  );
});

test("the age of a list counts from the older of its two main files", async () => {
  await using folder = await makeDataFolder();
  await writeFixture(folder.path);
  for (const name of ["sdn.csv", "alt.csv", "sdn_comments.csv"])
    await utimes(join(folder.path, name), 1_000, 2_000);
  const asOf = async () => (await createListFilesSource(folder.path).read()).asOf;
  await utimes(join(folder.path, "alt.csv"), 1_000, 3_000);
  await writeFile(join(folder.path, "published.txt"), "2026-11-13");
  expect(await asOf()).toBe(2_000_000);
  await utimes(join(folder.path, "sdn.csv"), 1_000, 4_000);
  expect(await asOf()).toBe(3_000_000);
});

test("the fingerprint changes if and only if a file does", async () => {
  await using folder = await makeDataFolder();
  await writeFixture(folder.path);
  const source = createListFilesSource(folder.path);
  const first = await source.fingerprint();
  expect(await source.fingerprint()).toBe(first);
  await utimes(join(folder.path, "alt.csv"), 1_000, 2_000);
  expect(await source.fingerprint()).not.toBe(first);
});

test("a missing or unreadable file is reported with the folder and the expected files", async () => {
  await using folder = await makeDataFolder();
  const missing = createListFilesSource(join(folder.path, "nowhere"));
  await expect(missing.fingerprint()).rejects.toThrow(/SANCTIONS_LIST_DIR: .*nowhere .*/);
  const empty = createListFilesSource(folder.path);
  await expect(empty.read()).rejects.toThrow(/has no sdn\.csv\. It must be a folder with OFAC's files/);
  await writeFixture(folder.path);
  await rename(join(folder.path, "alt.csv"), join(folder.path, "old.csv"));
  await mkdir(join(folder.path, "alt.csv"));
  await chmod(join(folder.path, "alt.csv"), 0o700);
  await expect(empty.read()).rejects.toThrow(/alt\.csv cannot be read/);
});

test("an oversized file is not read", async () => {
  await using folder = await makeDataFolder();
  await writeFixture(folder.path);
  await truncate(join(folder.path, "alt.csv"), 65 * 1024 * 1024);
  await expect(createListFilesSource(folder.path).read()).rejects.toThrow(
    /alt\.csv is larger than 67108864 bytes/,
  );
});

test("the demo list has its own name and no age", async () => {
  const { list, asOf } = await createDemoSanctionsSource().read();
  expect(list.version).toMatchObject({ name: "Demo list of invented names", entries: 7 });
  expect(asOf).toBeUndefined();
  expect(list.entries[5]?.chainAddresses).toHaveLength(1);
});

test("XML lists of several publishers in one folder are one list with one version", async () => {
  await using folder = await makeDataFolder();
  await writeFile(join(folder.path, "SDN.XML"), ofacXml);
  await writeFile(join(folder.path, "consolidated.xml"), unXml);
  await writeFile(join(folder.path, "eu.xml"), euXml);
  const { list } = await createListFilesSource(folder.path).read();
  expect(list.version).toMatchObject({ entries: 6, publishedAt: "2026-11-10" });
  expect(list.version.version).toBe(`2026-11-10-${list.version.sha256.slice(0, 12)}`);
  expect(new Set(list.version.name.split(" + "))).toEqual(new Set(["OFAC", "UN", "EU"]));
  expect(new Set(list.entries.map(({ uid }) => uid))).toEqual(
    new Set(["7001", "7002", "UN-6900001", "UN-6900002", "EU-901", "EU-902"]),
  );
  await writeFixture(folder.path);
  expect((await createListFilesSource(folder.path).read()).list.version.entries).toBe(66);
});

test("an entry in two files, and an XML file that is no list, are refused", async () => {
  await using folder = await makeDataFolder();
  await writeFile(join(folder.path, "sdn.xml"), ofacXml);
  await writeFile(join(folder.path, "sdn-copy.xml"), ofacXml.replace("HALVORSEN", "HALVERSEN"));
  const source = createListFilesSource(folder.path);
  await expect(source.read()).rejects.toThrow(/Entry 7001 is in sdn(-copy)?\.xml and in sdn(-copy)?\.xml/);
  await writeFile(join(folder.path, "sdn-copy.xml"), "<html><body>Not found</body></html>");
  await expect(source.read()).rejects.toThrow("sdn-copy.xml is not a known list");
});
