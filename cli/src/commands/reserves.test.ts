import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { statement } from "../../../service/src/db/statement.ts";
import { systemClock } from "../../../service/src/kernel/instant.ts";
import { publicKeyOfSeed } from "../../../service/src/kernel/signed-json.ts";
import { lastMonth } from "../../../service/src/tokens/index.ts";
import { eventually } from "../../../service/test/eventually.ts";
import { reportFiles, reportSeed } from "../../../service/test/reserve-reports.ts";
import { florin, type Operator, openOperator } from "../../test/operator.ts";

const months = ["2026-08", "2026-09", "2026-10"];

test("reports are verified offline, without settings or a database", async () => {
  await using folder = await openFolder();
  const paths = await folder.write(reportFiles(months));
  const keys = await folder.writeKeys([publicKeyOfSeed(Buffer.alloc(32, 1)), publicKeyOfSeed(reportSeed)]);
  const verified = await florin(["admin", "reserves", "verify", ...paths, "--public-key", keys, "--json"]);
  expect(verified).toMatchObject({ exitCode: 0, stderr: "" });
  expect(JSON.parse(verified.stdout)).toMatchObject(months.map((month) => ({ month, value_type: "FUSD" })));
  const unknown = await florin(["admin", "reserves", "verify", ...paths]);
  expect(unknown).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining("Compare it with the one that the issuer published"),
  });
});

test("altered figures, a wrong key, a missing report and an invalid key file are refused", async () => {
  await using folder = await openFolder();
  const files = reportFiles(months);
  const keys = await folder.writeKeys([publicKeyOfSeed(reportSeed)]);
  const verify = async (changed: typeof files, keyFile = keys) =>
    florin(["admin", "reserves", "verify", ...(await folder.write(changed)), "--public-key", keyFile]);
  const altered = files.map(({ name, text }) => ({ name, text: text.replace('"960.00"', '"999.00"') }));
  expect(await verify(altered.slice(0, 1))).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(
      /2026-08\.json: has an invalid signature: it was changed\n.*1 of 1 reports/,
    ),
  });
  const wrongKey = await folder.writeKeys([publicKeyOfSeed(Buffer.alloc(32, 1))]);
  expect(await verify(files, wrongKey)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("is signed by a key that is not trusted"),
  });
  expect(await verify(files.filter((_, index) => index !== 1))).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("2026-10.json: is report 3; report 2 is missing"),
  });
  const noKeys = await folder.writeKeys([]);
  expect(await verify(files, noKeys)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("must contain"),
  });
  expect(await florin(["admin", "reserves", "verify"])).toMatchObject({ exitCode: 2 });
  expect(await florin(["admin", "reserves", "verify", "/no/such/file"])).toMatchObject({ exitCode: 1 });
});

test("a report is printed, and requested from a running node if it is missing", async () => {
  await using operator = await openOperator();
  await insertToken(operator);
  const month = lastMonth(systemClock.now());
  const command = ["reserves", "report", "FUSD"];
  const waiting = operator.florin([...command, "--wait", "4m"]);
  await eventually(async () => {
    const job = await operator.database.first(
      statement(
        "SELECT 1 FROM jobs WHERE kind = 'tokens.report-reserves' AND payload->>'value_type' = 'FUSD'",
      ),
    );
    if (job === undefined) throw new Error("no job was enqueued yet");
  });
  await operator.database.run(insertReport, [month]);
  expect(await waiting).toMatchObject({ exitCode: 0, stdout: "the signed bytes\n" });
  expect(await operator.florin([...command, "--month", month])).toMatchObject({
    stdout: "the signed bytes\n",
  });
  expect(await operator.florin([...command, "--month", "2024-13"])).toMatchObject({ exitCode: 1 });
  expect(await operator.florin([...command, "--month", "2024-12"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("only the last month"),
  });
  expect(await operator.florin([...command, "--month", "2024-05"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("FUSD did not exist in 2024-05"),
  });
  expect(await operator.florin([...command, "--network", "testnet"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("testnet has no token FUSD"),
  });
});

test("a transparency page is opened and closed, and both are recorded", async () => {
  await using operator = await openOperator();
  await insertToken(operator);
  expect(await operator.responseOf(["reserves", "open", "FUSD"])).toEqual({
    path: "/transparency/FUSD",
    network: "mainnet",
    is_open: true,
    has_changed: true,
  });
  expect(await operator.responseOf(["reserves", "open", "FUSD"])).toMatchObject({ has_changed: false });
  expect(await operator.responseOf(["reserves", "close", "FUSD"])).toMatchObject({ has_changed: true });
  const entries = await operator.responseOf<readonly { readonly action: string }[]>([
    "audit",
    "list",
    "--platform",
  ]);
  expect(entries.map(({ action }) => action)).toEqual(["transparency_page.close", "transparency_page.open"]);
});

test("the key that signs reports is rotated after a confirmation", async () => {
  await using operator = await openOperator();
  const { stdout: first } = await operator.florin(["reserves", "key"]);
  expect(first).toMatch(/^[\w-]{43}\n$/);
  expect(await operator.florin(["reserves", "key"])).toMatchObject({ stdout: first });
  expect(await operator.florin(["reserves", "rotate-key"])).not.toMatchObject({ exitCode: 0 });
  const { stdout: second } = await operator.florin(["reserves", "rotate-key", "--yes"]);
  expect(second).not.toBe(first);
  expect(await operator.florin(["reserves", "key"])).toMatchObject({ stdout: second });
  expect(await operator.responseOf(["audit", "list", "--platform"])).toMatchObject([
    { action: "reserve_report_key.rotate", after: { public_key: second.trim() } },
  ]);
});

const tokenId = "01JD7Q2M8W3T5V6X9YZABCDEFG";
const insertCatalogToken = statement(`
  INSERT INTO tokens (network, id, value_type, name, kind, currency, is_public, authority, issuer_key_index, status,
                      created_at, updated_at)
  VALUES ('mainnet', '${tokenId}', 'FUSD', 'Florin Dollar', 'fiat_backed', 'USD', true, 'platform', 0, 'active',
          '2024-06-01', '2024-06-01')`);
const insertDeployment = statement(`
  INSERT INTO token_deployments (network, token_id, chain, status, contract, created_at, updated_at)
  VALUES ('mainnet', '${tokenId}', 'base', 'active', '0x00', '2024-06-01', '2024-06-01')`);
const insertReport = statement(`
  INSERT INTO reserve_reports VALUES ('mainnet', '${tokenId}', $1, 1, now(), 'the signed bytes',
    sha256('the signed bytes'), now())`);

async function insertToken({ database }: Operator): Promise<void> {
  await database.run(insertCatalogToken);
  await database.run(insertDeployment);
}

async function openFolder() {
  const path = await mkdtemp(join(tmpdir(), "florin-reports-"));
  return {
    write: (files: readonly { readonly name: string; readonly text: string }[]): Promise<readonly string[]> =>
      Promise.all(
        files.map(async ({ name, text }) => {
          await writeFile(join(path, name), `${text}\n`);
          return join(path, name);
        }),
      ),
    writeKeys: async (keys: readonly string[]): Promise<string> => {
      const file = join(path, `keys-${keys.length}-${keys[0] ?? "none"}.txt`);
      await writeFile(file, ["# keys of the issuer", "", ...keys, ""].join("\n"));
      return file;
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  };
}
