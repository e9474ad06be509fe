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
    stdout: expect.stringMatching(/wire\t\t5000\.00\n.+wire\t100\.50\t5000\.00\n$/),
  });
  const remove = ["limits", "remove", id, limit.id];
  expect(await operator.florin(remove)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("--yes"),
  });
  await operator.responseOf([...remove, "--yes"]);
  expect(await operator.responseOf(["limits", "list", id])).toHaveLength(1);
  expect(await operator.responseOf(["audit", "list", "--action", "transfer_limit.remove"])).toMatchObject([
    { actor_type: "operator", before: { daily: "5000.00" } },
  ]);
});

const noOne = "01JD7Q2M8W3T5V6X9YZABCDEFG";

test("an invalid limit is rejected with a reason", async () => {
  await using operator = await openOperator();
  for (const [command, validationIssue] of [
    [["limits", "set", noOne, "--network", "testnet", "--daily", "1"], "managing account not found"],
    [["limits", "set", noOne, "--network", "testnet", "--daily", "0"], "must be greater than zero"],
    [["limits", "set", noOne, "--network", "testnet"], "set a per-transfer limit, a daily limit, or both"],
    [["limits", "list", noOne], "managing account not found"],
    [["limits", "remove", "unknown", noOne, "--yes"], "managing account not found"],
  ] as const) {
    expect(await operator.florin(command), command.join(" ")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(validationIssue),
    });
  }
});
