import { expect, test } from "vitest";
import { openOperator } from "../../test/operator.ts";

test("a created account is in the list, newest first", async () => {
  await using operator = await openOperator();
  const first = await operator.responseOf<{ id: string }>(["accounts", "create", "--name", "Acme"]);
  const flags = ["--business-name", "Beta Industries, Inc.", "--self-attested"];
  const second = await operator.responseOf(["accounts", "create", "--name", "Beta", ...flags]);
  expect(second).toEqual({
    id: expect.stringMatching(/^[0-9A-Z]{26}$/),
    name: "Beta",
    business_name: "Beta Industries, Inc.",
    self_attested: true,
    status: "complete",
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(await operator.responseOf(["accounts", "list"])).toEqual([second, expect.objectContaining(first)]);
});

test("a list is a table on a terminal, and tab-separated lines in a pipe", async () => {
  await using operator = await openOperator();
  const { id } = await operator.responseOf<{ id: string }>(["accounts", "create", "--name", "Acme"]);
  const table = await operator.florin(["accounts", "list"], { atTerminal: true });
  expect(table.stdout).toMatch(/│ business name +│/);
  expect(table.stdout).toMatch(new RegExp(`│ ${id} │ Acme `));
  const piped = await operator.florin(["accounts", "list"]);
  expect(piped.stdout.split("\n")[0]?.split("\t")).toEqual([
    id,
    "Acme",
    "",
    "false",
    "complete",
    expect.stringMatching(/Z$/),
  ]);
});

test("a validation error names the field", async () => {
  await using operator = await openOperator();
  const outcome = await operator.florin(["accounts", "create", "--name", " ", "--business-name", "a\tb"]);
  expect(outcome).toEqual({
    exitCode: 1,
    stdout: "",
    stderr:
      "florin: name must be 1 to 255 characters without control characters\n" +
      "business name must be 1 to 255 characters without control characters\n",
  });
});

test("an empty list is reported on standard error and prints nothing to a pipe", async () => {
  await using operator = await openOperator();
  expect(await operator.florin(["accounts", "list"])).toEqual({
    exitCode: 0,
    stdout: "",
    stderr: "No accounts\n",
  });
  expect(await operator.responseOf(["accounts", "list"])).toEqual([]);
});
