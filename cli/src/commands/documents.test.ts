import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { statement } from "../../../service/src/db/statement.ts";
import { startTestApi, type TestApi } from "../../../service/test/api.ts";
import { type DataFolder, makeDataFolder } from "../../../service/test/data-folder.ts";
import { pathsBelow, samplePdf, stage } from "../../../service/test/documents.ts";
import { type Operator, openOperator } from "../../test/operator.ts";

let folder: DataFolder;
let operator: Operator;
let api: TestApi;
let id: string;
const bytes = samplePdf(100_000);

beforeEach(async () => {
  folder = await makeDataFolder();
  operator = await openOperator();
  const environment = { DATA_DIR: folder.path };
  api = await startTestApi({
    testDatabase: operator.testDatabase,
    masterKey: operator.masterKey,
    environment,
  });
  id = await stage(api, await api.createClient({ network: "mainnet" }), bytes);
});

afterEach(async () => {
  await api.stop();
  await folder[Symbol.asyncDispose]();
});

const fetch = (out: string, document = id) =>
  operator.florin(["documents", "fetch", document, "--out", out], {
    environment: { DATA_DIR: folder.path, FLORIN_OPERATOR: "ana" },
  });

test("a document is written completely, readable by the owner only, and recorded in the audit log", async () => {
  const out = join(folder.path, "letter.pdf");
  const { exitCode, stdout } = await fetch(out);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`content_type\tapplication/pdf\nsize_bytes\t${bytes.length}\n`);
  expect((await readFile(out)).equals(bytes)).toBe(true);
  expect((await stat(out)).mode & 0o777).toBe(0o600);
  expect(await operator.database.rows(selectOpened)).toEqual([{ subjectId: id, actorId: "ana" }]);
});

test("an existing file is not overwritten, and a tampered document writes no file", async () => {
  const [taken, fresh] = [join(folder.path, "taken"), join(folder.path, "fresh")];
  await writeFile(taken, "precious");
  expect(await fetch(taken)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("is there already"),
  });
  expect((await readFile(taken)).toString()).toBe("precious");
  const [stored = ""] = await pathsBelow(join(folder.path, "documents"));
  await writeFile(join(folder.path, "documents", stored), "nonsense");
  expect(await fetch(fresh)).toMatchObject({ exitCode: 1, stdout: "" });
  const left = (await pathsBelow(folder.path)).filter((path) => !path.startsWith("documents/"));
  expect(left).toEqual(["taken"]);
});

test("an unknown id is rejected", async () => {
  for (const unknown of ["01JZZZZZZZZZZZZZZZZZZZZZZZ", "nonsense"]) {
    expect(await fetch(join(folder.path, "out"), unknown)).toMatchObject({
      exitCode: 1,
      stderr: "florin: there is no document with this id\n",
    });
  }
});

const selectOpened = statement("SELECT subject_id, actor_id FROM audit_log WHERE action = 'document.open'");
