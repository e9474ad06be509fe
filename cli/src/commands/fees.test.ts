import { expect, test } from "vitest";
import { openOperator } from "../../test/operator.ts";

test("a fee is set, shown, and removed after confirmation", async () => {
  await using operator = await openOperator();
  const { id } = await operator.responseOf<{ id: string }>(["accounts", "create", "--name", "Acme"]);
  const set = ["fees", "set", id, "--network", "mainnet", "--flow", "offramp", "--basis-points", "25"];
  const fee = await operator.responseOf<{ id: string }>([...set, "--flat", "0", "--maximum", "50"]);
  expect(fee).toMatchObject({
    flow: "offramp",
    flat: "0.00",
    basis_points: 25,
    minimum: "0.00",
    maximum: "50.00",
  });
  expect(await operator.responseOf(["fees", "list", id])).toEqual([fee]);
  const remove = ["fees", "remove", id, fee.id];
  expect(await operator.florin(remove)).toMatchObject({ exitCode: 2 });
  await operator.responseOf([...remove, "--yes"]);
  expect(await operator.responseOf(["fees", "list", id])).toEqual([]);
  expect(await operator.responseOf(["audit", "list", "--action", "transfer_fee.set"])).toMatchObject([
    { actor_type: "operator", network: "mainnet", after: { flow: "offramp", basis_points: 25 } },
  ]);
});

const set = ["fees", "set", "01JD7Q2M8W3T5V6X9YZABCDEFG", "--network", "testnet", "--flow", "swap"];

test("an invalid fee is rejected with a reason", async () => {
  await using operator = await openOperator();
  for (const [command, validationIssue] of [
    [set, "managing account not found"],
    [[...set, "--basis-points", "x"], "basis points must be a whole number"],
    [[...set, "--basis-points", "10001"], "basis points must be a whole number from 0 to 10000"],
    [[...set, "--flat", "1.001"], "must have at most 2 decimals"],
    [[...set, "--maximum", "1", "--minimum", "2"], "maximum must not be less than the minimum"],
  ] as const) {
    expect(await operator.florin(command), command.join(" ")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(validationIssue),
    });
  }
});
