import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withClient } from "../../../service/src/db/client.ts";
import { statement } from "../../../service/src/db/statement.ts";
import { tenantOf } from "../../../service/src/kernel/id.ts";
import { systemClock } from "../../../service/src/kernel/instant.ts";
import { type LedgerScope, recordOperations } from "../../../service/src/ledger/index.ts";
import { hold, mint, move, wallet } from "../../../service/test/ledger.ts";
import { createAccount } from "../../test/applications.ts";
import { type Operator, openOperator } from "../../test/operator.ts";

test("intact journals pass verification, also against a checkpoint hash recorded earlier", async () => {
  await using operator = await openOperator();
  const testnet = await openJournal(operator);
  const mainnet: LedgerScope = { ...testnet, network: "mainnet" };
  await record(operator, mainnet);
  const [first, second] = await operator.responseOf<readonly Head[]>(["ledger", "head"]);
  expect(first).toEqual({
    tenant_id: testnet.tenantId,
    network: "mainnet",
    sequence: "3",
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    at: expect.stringMatching(/Z$/),
    mark: `3:${first?.hash}`,
  });
  const verified = await operator.responseOf(["ledger", "verify"]);
  expect(verified).toEqual([
    { ...namesOf(first), records: 3, findings: [], is_complete: true, failure: null },
    { ...namesOf(second), records: 3, findings: [], is_complete: true, failure: null },
  ]);
  expect(await operator.responseOf(["ledger", "verify", "--network", "testnet"])).toHaveLength(1);
  const verifyJournal = ["ledger", "verify", "--tenant", testnet.tenantId, "--network", "mainnet"];
  expect(await operator.florin([...verifyJournal, "--expect", first?.mark ?? ""])).toMatchObject({
    exitCode: 0,
  });
  expect(await operator.florin([...verifyJournal, "--expect", second?.mark ?? ""])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("record 3: does not have the hash that was expected\n"),
  });
  expect(await operator.florin([...verifyJournal, "--from", "2"])).toMatchObject({
    exitCode: 0,
    stdout: `${testnet.tenantId}\tmainnet\t2\t0\t3\t${first?.hash}\n`,
  });
});

test("a finding is reported with its location, and the command fails", async () => {
  await using operator = await openOperator();
  const scope = await openJournal(operator);
  await operator.database.run(
    statement("UPDATE ledger_balances SET posted_units = 99 WHERE account_number = 2"),
  );
  const { exitCode, stdout, stderr } = await operator.florin(["ledger", "verify"]);
  expect(exitCode).toBe(1);
  expect(stdout.split("\t").slice(0, 4)).toEqual([scope.tenantId, "testnet", "3", "1"]);
  expect(stderr).toBe(
    `${scope.tenantId} testnet: ledger_balances, wallet/anna/base/USDX: posted_units is 99, and the journal says 60\n` +
      "florin: 1 finding in 1 of 1 journals\n",
  );
  const asJson = await operator.florin(["ledger", "verify", "--json"]);
  expect(asJson.exitCode).toBe(1);
  expect(JSON.parse(asJson.stdout)).toMatchObject([{ findings: [{ table: "ledger_balances" }] }]);
});

test("table contents cannot control the terminal", async () => {
  await using operator = await openOperator();
  await openJournal(operator);
  await operator.database.run(statement("UPDATE ledger_holds SET key = E'\\u001b[2Jgone'"));
  const { stderr } = await operator.florin(["ledger", "verify"]);
  expect(stderr).toContain("hold  [2Jgone was not opened by any record");
});

test("a missing journal does not pass verification", async () => {
  await using operator = await openOperator();
  await openJournal(operator);
  const verify = ["ledger", "verify"];
  const unknown = "01JZZZZZZZZZZZZZZZZZZZZZZZ";
  const none = { exitCode: 1, stdout: "", stderr: "florin: this tenant has no such journal\n" };
  expect(await operator.florin([...verify, "--tenant", unknown])).toEqual(none);
  for (const flags of [
    ["--expect", "1:00"],
    ["--from", "1"],
    ["--network", "devnet"],
    ["--tenant", unknown, "--expect", "1:00"],
  ]) {
    expect(await operator.florin([...verify, ...flags]), flags.join()).toMatchObject({
      exitCode: 2,
      stdout: "",
    });
  }
  const journal = ["--tenant", unknown, "--network", "testnet"];
  for (const flags of [
    ["--expect", "1:00"],
    ["--from", "0"],
    ["--from", "x"],
  ]) {
    const outcome = await operator.florin([...verify, ...journal, ...flags]);
    expect(outcome, flags.join()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("must be") });
  }
});

test("a missing journal head is reported, not recomputed", async () => {
  await using operator = await openOperator();
  await openJournal(operator);
  await operator.database.run(statement("DELETE FROM ledger_heads"));
  expect(await operator.florin(["ledger", "head"])).toMatchObject({
    exitCode: 1,
    stdout: "",
    stderr: "florin: the journal has no head; verify it\n",
  });
});

test("totals sum an asset across the journals of a network by account kind and chain", async () => {
  await using operator = await openOperator();
  const scope = await openJournal(operator);
  await openJournal(operator);
  await record(operator, { ...scope, network: "mainnet" });
  const totals = ["ledger", "totals", "--network", "testnet", "--asset"];
  expect(await operator.responseOf([...totals, "USDX"])).toEqual([
    { kind: "wallet", chain: "base", posted: "0.0002" },
    { kind: "supply", chain: "base", posted: "-0.0002" },
  ]);
  expect(await operator.responseOf([...totals, "USD"])).toEqual([]);
});

test("balances are shown by account and can be filtered", async () => {
  await using operator = await openOperator();
  const journal = flagsOf(await openJournal(operator));
  expect(await operator.florin(["ledger", "balances", ...journal])).toMatchObject({
    stdout:
      "supply/USDX/base/USDX\t-0.0001\t0.00\t-0.0001\n" +
      "wallet/anna/base/USDX\t0.00006\t0.00001\t0.00005\n" +
      "wallet/bert/base/USDX\t0.00004\t0.00\t0.00004\n",
  });
  const filters = ["--kind", "wallet", "--owner", "bert", "--chain", "base", "--asset", "USDX"];
  expect(await operator.responseOf(["ledger", "balances", ...journal, ...filters])).toEqual([
    {
      account: "wallet/bert/base/USDX",
      asset: "USDX",
      posted: "0.00004",
      held: "0.00",
      available: "0.00004",
    },
  ]);
  expect(await operator.florin(["ledger", "balances", ...journal, "--kind", "purse"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("kind must be one of wallet, supply"),
  });
});

test("a statement goes to standard output, or completely into a file", async () => {
  await using operator = await openOperator();
  const journal = flagsOf(await openJournal(operator));
  const period = ["--from", "2000-01-01T00:00:00Z", "--to", "9999-01-01T00:00:00Z"];
  const statementOf = (account: string) => [
    "ledger",
    "statement",
    ...journal,
    "--account",
    account,
    ...period,
  ];
  const { stdout } = await operator.florin(statementOf("wallet/anna/base/USDX"));
  expect(JSON.parse(stdout)).toMatchObject({
    closing_balance: "0.00006",
    entries: [{ key: "m" }, { key: "t" }],
  });
  const folder = await mkdtemp(join(tmpdir(), "florin-statement-"));
  try {
    const out = join(folder, "anna.csv");
    const csv = [...statementOf("wallet/anna/base/USDX"), "--format", "csv", "--holds", "--out", out];
    expect(await operator.florin(csv)).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: `Statement written to ${out}\n`,
    });
    expect((await readFile(out, "utf8")).split("\r\n")).toHaveLength(7);
    const missing = [...statementOf("wallet/unknown/base/USDX"), "--out", join(folder, "unknown.json")];
    expect(await operator.florin(missing)).toMatchObject({
      exitCode: 1,
      stderr: "florin: there is no account with this path in the journal\n",
    });
    expect(await operator.florin([...csv, "--out", join(folder, "no", "x.csv")])).toMatchObject({
      exitCode: 1,
    });
    expect(await readdir(folder)).toEqual(["anna.csv"]);
    expect((await stat(out)).mode & 0o777).toBe(0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("rebuild requires confirmation, corrects differences and is recorded in the audit log", async () => {
  await using operator = await openOperator();
  const scope = await openJournal(operator);
  const rebuild = ["ledger", "rebuild", ...flagsOf(scope)];
  await operator.database.run(statement("DELETE FROM ledger_balances WHERE account_number = 2"));
  expect(await operator.florin(rebuild)).toMatchObject({ exitCode: 2 });
  expect(await operator.florin(rebuild, { atTerminal: true, response: "n" })).toMatchObject({ exitCode: 1 });
  expect(await operator.florin(["ledger", "verify"])).toMatchObject({ exitCode: 1 });
  expect(await operator.florin([...rebuild, "--yes"])).toEqual({
    exitCode: 0,
    stdout: `tenant_id\t${scope.tenantId}\nnetwork\ttestnet\nrecords\t3\nbalances\t1\nholds\t0\n`,
    stderr: "ledger_balances, wallet/anna/base/USDX: the balance is missing\n",
  });
  expect(await operator.florin(["ledger", "verify"])).toMatchObject({ exitCode: 0 });
  expect(await operator.responseOf(["audit", "list", "--action", "journal.rebuild"])).toMatchObject([
    { tenant_id: scope.tenantId, network: "testnet", after: { balances: 1, holds: 0 } },
  ]);
  await tamper(operator, "UPDATE ledger_journal SET key = 'x' WHERE sequence = 1");
  expect(await operator.florin([...rebuild, "--yes"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("the journal is not valid"),
  });
});

interface Head {
  readonly tenant_id: string;
  readonly network: string;
  readonly sequence: string;
  readonly hash: string;
  readonly mark: string;
}

function namesOf(head: Head | undefined) {
  const { tenant_id, network, sequence, hash } = head ?? {};
  return { tenant_id, network, sequence, hash };
}

async function openJournal(operator: Operator): Promise<LedgerScope> {
  const account = await createAccount(operator);
  const scope: LedgerScope = {
    tenantId: tenantOf(account as Parameters<typeof tenantOf>[0]),
    network: "testnet",
  };
  await record(operator, scope);
  return scope;
}

async function record({ database }: Operator, scope: LedgerScope): Promise<void> {
  const [anna, bert] = [wallet("anna"), wallet("bert")];
  const operations = [mint("m", anna, 100n), move("t", anna, bert, 40n), hold("h", anna, 10n)];
  await database.transaction((tx) => recordOperations({ clock: systemClock }, tx, scope, operations));
}

function flagsOf({ tenantId, network }: LedgerScope): readonly string[] {
  return ["--tenant", tenantId, "--network", network];
}

async function tamper({ testDatabase }: Operator, sql: string): Promise<void> {
  await withClient(testDatabase.superuserTarget, "florin test", (client) => client.query(sql));
}
