import { expect, test } from "vitest";
import { openOperator } from "../../test/operator.ts";

test("a limit is set, listed, and removed after a yes", async () => {
  await using operator = await openOperator();
  const { id } = await operator.answerOf<{ id: string }>(["accounts", "create", "--name", "Acme"]);
  const set = ["limits", "set", id, "--network", "testnet", "--transfer-type", "wire", "--daily", "5000"];
  const limit = await operator.answerOf<{ id: string }>(set);
  expect(limit).toMatchObject({
    account_id: null,
    transfer_type: "wire",
    per_transfer: null,
    daily: "5000.00",
  });
  await operator.answerOf([...set, "--account", id, "--per-transfer", "100.50"]);
  expect(await operator.florin(["limits", "list", id])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/wire\t\t5000\.00\n.+wire\t100\.50\t5000\.00\n$/),
  });
  const remove = ["limits", "remove", id, limit.id];
  expect(await operator.florin(remove)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("--yes"),
  });
  await operator.answerOf([...remove, "--yes"]);
  expect(await operator.answerOf(["limits", "list", id])).toHaveLength(1);
  expect(await operator.answerOf(["audit", "list", "--action", "transfer_limit.remove"])).toMatchObject([
    { actor_type: "operator", before: { daily: "5000.00" } },
  ]);
});

const nobody = "01JD7Q2M8W3T5V6X9YZABCDEFG";

test("what cannot be done is told in words", async () => {
  await using operator = await openOperator();
  for (const [command, complaint] of [
    [["limits", "set", nobody, "--network", "testnet", "--daily", "1"], "there is no such managing account"],
    [["limits", "set", nobody, "--network", "testnet", "--daily", "0"], "must be greater than zero"],
    [["limits", "set", nobody, "--network", "testnet"], "say the limit of one transfer, or of a day"],
    [["limits", "list", nobody], "there is no such managing account"],
    [["limits", "remove", "nobody", nobody, "--yes"], "there is no such managing account"],
  ] as const) {
    expect(await operator.florin(command), command.join(" ")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(complaint),
    });
  }
});
