import { describe, expect, test } from "vitest";
import { readSdnFixture, readSdnFixtureFiles } from "../../../test/sdn-fixture.ts";
import { SanctionsListError } from "./sanctions-list.ts";
import { readSdnList } from "./sdn-list.ts";

const options = { name: "Invented names" };
const row = (number: string, name: string, type = "-0- "): string =>
  `${number},"${name}",${type},"SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \n`;
const bytes = (text: string, encoding: BufferEncoding = "utf8"): Buffer => Buffer.from(text, encoding);
const anAlias = bytes('7,1,"aka","ZK",-0- \n');

describe("the list of fictional names", () => {
  test("is read completely: entries, aliases, remarks and their overflow", async () => {
    const { version, entries } = await readSdnFixture();
    expect(version).toMatchObject({ name: "Invented names", publishedAt: "2026-11-13", entries: 60 });
    expect(version.version).toBe(`2026-11-13-${version.sha256.slice(0, 12)}`);
    const find = (uid: string) => entries.find((entry) => entry.uid === uid);
    expect(find("1002")).toEqual({
      uid: "1002",
      type: "individual",
      program: "SDGT",
      names: [
        { type: "primary", text: "AL-TARRAZI, Abd al-Rahman Yusuf" },
        { type: "aka", text: "EL-TARAZI, Abdelrahman" },
        { type: "aka", text: "TARRAZI, Abdul Rahman" },
        { type: "weak_aka", text: "ABU SAQR" },
      ],
      birthDates: [
        { text: "circa 1958", from: "1958-01-01", to: "1958-12-31", isCirca: true },
        { text: "1963", from: "1963-01-01", to: "1963-12-31", isCirca: false },
      ],
      chainAddresses: [],
    });
    expect(find("2001")).toMatchObject({ type: "entity", program: "SDGT, IFSR" });
    expect(find("1022")?.birthDates.map(({ text }) => text)).toEqual(["19 Dec 1964", "19 Dec 1965"]);
    expect(find("2011")?.chainAddresses.map(({ currency }) => currency)).toEqual(["XBT", "ETH", "USDT"]);
    expect([find("3001")?.type, find("3003")?.type]).toEqual(["vessel", "aircraft"]);
  });

  test("is equal with CRLF line ends, without the end-of-file sign, and with a byte order mark", async () => {
    const files = await readSdnFixtureFiles();
    const changed = Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        bytes(
          `\ufeff${Buffer.from(content).toString("utf8").replaceAll("\u001a\n", "").replaceAll("\n", "\r\n")}`,
        ),
      ]),
    );
    const { entries, version } = await readSdnList({ ...files, ...changed }, options);
    const original = await readSdnFixture();
    expect(entries).toEqual(original.entries);
    expect(version.sha256).not.toBe(original.version.sha256);
  });
});

test("Windows-1252 and UTF-8 are both read", async () => {
  const text = row("7", "NÚÑEZ, José", '"individual"');
  for (const encoding of ["utf8", "latin1"] as const) {
    const { entries } = await readSdnList({ "sdn.csv": bytes(text, encoding), "alt.csv": anAlias }, options);
    expect(entries[0]?.names[0]?.text).toBe("NÚÑEZ, José");
  }
});

test("the hash covers all files and their roles", async () => {
  const sdn = bytes(row("7", "MIRZAN"));
  const alias = bytes('7,1,"aka","MZ",-0- \n');
  const hashes = await Promise.all(
    [
      { "sdn.csv": sdn, "alt.csv": anAlias },
      { "sdn.csv": sdn, "alt.csv": alias },
      { "sdn.csv": sdn, "alt.csv": anAlias, "sdn_comments.csv": bytes('7,"DOB 1960."\n') },
    ].map(async (files) => (await readSdnList(files, options)).version.sha256),
  );
  expect(new Set(hashes).size).toBe(3);
});

describe("a malformed list is refused with file and line", () => {
  test.each([
    [
      "a missing column",
      '7,"MIRZAN",-0- ,"SDGT"\n',
      "",
      "sdn.csv, line 1: has 4 columns and should have 12.",
    ],
    [
      "an invalid number",
      row("7", "MIRZAN") + row("x7", "ZARVA"),
      "",
      "sdn.csv, line 2: does not start with an entry number",
    ],
    [
      "a duplicate number",
      row("7", "MIRZAN") + row("7", "ZARVA"),
      "",
      "sdn.csv, line 2: has the number 7, which is a duplicate",
    ],
    ["no name", row("7", ""), "", "sdn.csv, line 1: has no name."],
    [
      "an overlong name",
      row("7", "Z".repeat(1_001)),
      "",
      "sdn.csv, line 1: has a name of more than 1000 characters.",
    ],
    [
      "an unknown type",
      row("7", "MIRZAN", '"balloon"'),
      "",
      'sdn.csv, line 1: has an unknown type "balloon"',
    ],
    ["an unterminated quotation", `${row("7", "MIRZAN")}8,"ZAR`, "", "sdn.csv, line 2: is not CSV"],
    [
      "an alias of a missing entry",
      row("7", "MIRZAN"),
      '8,1,"aka","MZ",-0- \n',
      "alt.csv, line 1: references entry 8, which is not in sdn.csv",
    ],
    [
      "an alias of an unknown type",
      row("7", "MIRZAN"),
      '7,1,"bka","MZ",-0- \n',
      'alt.csv, line 1: has an unknown type "bka"',
    ],
    ["an empty file", "\u001a", "", "sdn.csv has no entries"],
    ["no aliases at all", row("7", "MIRZAN"), "\u001a", "alt.csv has no aliases"],
    [
      "an HTML page instead of a list",
      "<html><body>Not found</body></html>\n",
      "",
      "sdn.csv, line 1: has 1 columns",
    ],
  ])("%s", async (_, sdn, alt, message) => {
    const reading = readSdnList({ "sdn.csv": bytes(sdn), "alt.csv": bytes(alt) }, options);
    await expect(reading).rejects.toThrow(SanctionsListError);
    await expect(reading).rejects.toThrow(message);
  });

  test("an oversized file", async () => {
    const huge = Buffer.alloc(64 * 1024 * 1024 + 1);
    await expect(readSdnList({ "sdn.csv": huge, "alt.csv": anAlias }, options)).rejects.toThrow(
      "is larger than",
    );
  });

  test("an oversized row", async () => {
    const long = bytes(row("7", "MIRZAN").replace("SDGT", "S".repeat(300_000)));
    await expect(readSdnList({ "sdn.csv": long, "alt.csv": anAlias }, options)).rejects.toThrow("sdn.csv");
  });
});

test("loading a large list does not block the event loop", async () => {
  const rows = Array.from({ length: 8_000 }, (_, at) => row(String(at + 1), `MIRZAN ${at} TRADING`)).join("");
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await readSdnList({ "sdn.csv": bytes(rows), "alt.csv": anAlias }, options);
  isDone = true;
  expect(turns).toBeGreaterThan(5);
});
