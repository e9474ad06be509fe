import { expect, test } from "vitest";
import { openOperator } from "../../test/operator.ts";

test("a limit is set, shown, and removed after confirmation", async () => {
  await using operator = await openOperator();
  const { id } = await operator.responseOf<{ id: string }>(["accounts", "create", "--name", "Acme"]);
  const set = ["limits", "set", id, "--network", "testnet", "--transfer-type", "wire", "--daily", "5000"];
  const limit = await operator.responseOf<{ id: string }>(set);
  expect(limit).toMatchObject({
    account_id: null,
    transfer_type: "wire",
    per_transfer: null,
    daily: "5000.00",
  });
  await operator.responseOf([...set, "--account", id, "--per-transfer", "100.50"]);
  expect(await operator.florin(["limits", "list", id])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(
      /wire\t\t\t\t5000\.00\t5000\.00\t\t\n.+wire\t\t\t100\.50\t5000\.00\t5000\.00\t\t\n/,
    ),
  });
  const remove = ["limits", "remove", id, limit.id];
  expect(await operator.florin(remove)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("--yes"),
  });
  await operator.responseOf([...remove, "--yes"]);
  const remaining = await operator.responseOf<readonly { id: string | null }[]>(["limits", "list", id]);
  expect(remaining.filter((each) => each.id !== null)).toHaveLength(1);
  expect(await operator.responseOf(["audit", "list", "--action", "transfer_limit.remove"])).toMatchObject([
    { actor_type: "operator", before: { daily: "5000.00" } },
  ]);
});

test("a limit of mints replaces the default limit, which has no id", async () => {
  await using operator = await openOperator();
  const { id } = await operator.responseOf<{ id: string }>(["accounts", "create", "--name", "Acme"]);
  const list = () => operator.responseOf(["limits", "list", id]);
  const defaults = [
    { id: null, operation: null },
    { operation: "token_mint" },
    { operation: "treasury_withdrawal" },
  ];
  expect(await list()).toMatchObject(defaults);
  const set = ["limits", "set", id, "--network", "mainnet", "--operation", "token_mint"];
  const limit = await operator.responseOf<{ id: string }>([...set, "--asset", "USD", "--thirty-days", "70"]);
  expect(limit).toMatchObject({ operation: "token_mint", asset: "USD", thirty_days: "70.00", daily: null });
  expect(await list()).toHaveLength(4);
  const mints = await operator.responseOf<{ id: string }>([...set, "--daily", "90"]);
  expect(await list()).toMatchObject([
    { id: limit.id, left_thirty_days: "70.00" },
    { id: mints.id, left_today: "90.00" },
    { operation: null },
    { operation: "treasury_withdrawal" },
  ]);
});

const noOne = "01JD7Q2M8W3T5V6X9YZABCDEFG";

test("an invalid limit is rejected with a reason", async () => {
  await using operator = await openOperator();
  for (const [command, validationIssue] of [
    [["limits", "set", noOne, "--network", "testnet", "--daily", "1"], "managing account not found"],
    [["limits", "set", noOne, "--network", "testnet", "--daily", "0"], "must be greater than zero"],
    [["limits", "set", noOne, "--network", "testnet"], "set a limit per transfer, per day, or in 30 days"],
    [["limits", "list", noOne], "managing account not found"],
    [["limits", "remove", "unknown", noOne, "--yes"], "managing account not found"],
  ] as const) {
    expect(await operator.florin(command), command.join(" ")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(validationIssue),
    });
  }
});
