import { expect, test } from "vitest";
import { statement } from "../../../service/src/db/statement.ts";
import { eventually } from "../../../service/test/eventually.ts";
import { type Operator, openOperator } from "../../test/operator.ts";

const contract = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
const registerUsdc =
  `tokens register --network testnet --value-type USDC --name USDCoin --chain base --contract ${contract.toLowerCase()}`.split(
    " ",
  );

test("a third-party token is registered, shown and recorded in the audit log", async () => {
  await using operator = await openOperator();
  expect(await operator.responseOf(registerUsdc)).toMatchObject({
    value_type: "USDC",
    kind: "third_party",
    status: "active",
    issuer_account_id: null,
    deployments: [{ chain: "base", status: "active", contract, failure: null }],
  });
  expect(await operator.florin(["tokens", "list", "--network", "testnet"])).toMatchObject({
    exitCode: 0,
    stdout: `USDC\tUSDCoin\tthird_party\tactive\t\tbase ${contract}\n`,
  });
  expect(await operator.responseOf(["tokens", "list", "--network", "mainnet"])).toEqual([]);
  expect(await operator.responseOf(["audit", "list", "--action", "token.register"])).toMatchObject([
    { actor_type: "operator", after: { value_type: "USDC", on_base: contract } },
  ]);
});

test("an invalid registration is rejected with a reason", async () => {
  await using operator = await openOperator();
  await operator.responseOf(registerUsdc);
  expect(await operator.florin(registerUsdc)).toMatchObject({
    exitCode: 1,
    stderr: "florin: USDC is already active on base\n",
  });
  const elsewhere = [...registerUsdc, "--chain", "solana"];
  expect(await operator.florin(elsewhere)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("contract must be a contract on solana"),
  });
  expect(await operator.florin([...registerUsdc, "--chain", "bitcoin"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("chain must be one of ethereum, base"),
  });
});

test("the last reconciliation is shown, and differences make the command fail", async () => {
  await using operator = await openOperator();
  expect(await operator.florin(["tokens", "reconciliation"])).toMatchObject({
    exitCode: 1,
    stderr: "florin: chains and ledger have not been reconciled yet\n",
  });
  await insertRun(operator, "01JD7Q2M8W3T5V6X9YZABCDEF0", 0);
  expect(await operator.responseOf(["tokens", "reconciliation"])).toMatchObject({
    compared: 7,
    differences: [],
  });
  await insertRun(operator, "01JD7Q2M8W3T5V6X9YZABCDEF1", 1);
  const { exitCode, stdout, stderr } = await operator.florin(["tokens", "reconciliation"]);
  expect([exitCode, stderr]).toEqual([1, "florin: 1 differences, 0 unverified\n"]);
  expect(stdout).toContain("testnet\tbase\tUSDX\t\t4.00\t5.00\tburned_outside\n");
});

test("a reconciliation is requested from a running node and awaited", async () => {
  await using operator = await openOperator();
  const waiting = operator.florin(["tokens", "reconcile", "--wait", "4m"]);
  await eventually(async () => {
    const job = await operator.database.first(
      statement("SELECT 1 FROM jobs WHERE kind = 'tokens.reconcile'"),
    );
    if (job === undefined) throw new Error("no job was enqueued yet");
  });
  await insertRun(operator, "01JD7Q2M8W3T5V6X9YZABCDEF2", 0);
  expect(await waiting).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("compared\t7\n") });
  const tooLong = await operator.florin(["tokens", "reconcile", "--wait", "0s"]);
  expect(tooLong).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("the role worker") });
});

const insertEnded = statement(`
  INSERT INTO reconciliation_runs
  VALUES ($1, now(), now(), clock_timestamp() + interval '1 second', false, 7, 0, $2, 0)`);
const insertDifference = statement(`
  INSERT INTO reconciliation_differences
  VALUES ($1, 'testnet', 'base', '01JD7Q2M8W3T5V6X9YZABCDEFG', 'USDX', '', NULL, 4000000, 5000000, 'burned_outside', now())`);

async function insertRun({ database }: Operator, id: string, differences: number): Promise<void> {
  await database.run(insertEnded, [id, differences]);
  if (differences > 0) await database.run(insertDifference, [id]);
}
