import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataFolder } from "../../../service/test/data-folder.ts";
import { readSdnFixtureFiles } from "../../../service/test/sdn-fixture.ts";
import { florin } from "../../test/operator.ts";

async function makeListFolder() {
  const folder = await makeDataFolder();
  for (const [name, content] of Object.entries(await readSdnFixtureFiles())) {
    await writeFile(join(folder.path, name), content);
  }
  return folder;
}

test("a hit is explained word by word, without a database", async () => {
  const check = ["admin", "screening", "check", "--name", "Viktor Zarnovski", "--birth-date", "1961-03-12"];
  const { exitCode, stdout, stderr } = await florin(check, { atTerminal: true });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(stdout).toMatch(/^outcome {4}hit\nlist {7}Demo list of invented names, version \w{12}, 7 entries\n/);
  expect(stdout).toMatch(/│ 1 +│ ZARNOWSKI, Wiktor +│ aka +│ individual +│ DEMO +│ 963 +│/);
  expect(stdout).toMatch(/│ ZARNOWSKI +│ variant +│ 920 +│ 920 +│/);
  expect(stdout).toMatch(/compared_by +letters, 2 edited/);
  expect(stdout).toContain("933 = 1000 × 14 ÷ (15 paired + 0 contradicting + 0 absent)");
  expect(stdout).toContain("equal (on the list: 12 Mar 1961 or 1962), +30");
});

test("JSON output is complete and uses the API's field names", async () => {
  const check = [
    "admin",
    "screening",
    "check",
    "--name",
    "Quorvax Marine Ltd",
    "--kind",
    "business",
    "--json",
  ];
  const { exitCode, stdout } = await florin(check);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    outcome: "hit",
    threshold: 850,
    unreadable_names: 0,
    hits: [
      { uid: "2", sanctioned_name: "QUORVAX MARITIME LLC", score: 936, explanation: { name_score: 936 } },
    ],
  });
});

test("a custom list and a custom threshold are used", async () => {
  await using folder = await makeListFolder();
  const environment = { SANCTIONS_LIST_DIR: folder.path };
  const check = ["admin", "screening", "check", "--name", "Raza Horashni", "--json"];
  const outcomeOf = async (more: readonly string[]): Promise<string> =>
    JSON.parse((await florin([...check, ...more], { environment })).stdout).outcome;
  expect(await outcomeOf([])).toBe("clear");
  expect(await outcomeOf(["--threshold", "800"])).toBe("hit");
});

test("a name in an unsupported script is reported", async () => {
  const { stdout } = await florin(["admin", "screening", "check", "--name", "محمد علي"]);
  expect(stdout).toContain("the name cannot be compared; manual review required");
});

test("the list is shown with its version, its hash and its age", async () => {
  await using folder = await makeListFolder();
  await writeFile(join(folder.path, "published.txt"), "2026-11-13");
  const { stdout } = await florin(["admin", "screening", "list", "--json"], {
    environment: { SANCTIONS_LIST_DIR: folder.path },
  });
  expect(JSON.parse(stdout)).toEqual({
    name: "OFAC SDN",
    version: expect.stringMatching(/^2026-11-13-[0-9a-f]{12}$/),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    published: "2026-11-13",
    entries: 60,
    as_of: expect.stringMatching(/Z$/),
    age_seconds: expect.any(Number),
    is_stale: false,
  });
});

test("an unusable list is reported on one line", async () => {
  await using folder = await makeDataFolder();
  const environment = { SANCTIONS_LIST_DIR: folder.path };
  expect(await florin(["admin", "screening", "list"], { environment })).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `florin: SANCTIONS_LIST_DIR: ${folder.path} has no sdn.csv. It must be a folder with OFAC's files sdn.csv and alt.csv, or with the XML lists of OFAC, the UN or the EU.\n`,
  });
});

test.each([
  [
    ["--name", "Acme", "--kind", "business", "--birth-date", "1960-03-12"],
    2,
    "--birth-date applies to individuals only",
  ],
  [["--name", "Ada", "--birth-date", "1961-02-29"], 1, "the birth date must be a date such as 1960-03-12"],
  [["--name", "Ada", "--threshold", "2000"], 2, "Must be a number from 1 to 1000."],
])("%j is refused", async (options, exitCode, validationIssue) => {
  const outcome = await florin(["admin", "screening", "check", ...options]);
  expect(outcome).toMatchObject({ exitCode, stdout: "" });
  expect(outcome.stderr).toContain(validationIssue);
});
