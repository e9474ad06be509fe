import { expect, test } from "vitest";
import { openOperator } from "../../test/operator.ts";

test("an account that was created is in the list, newest first", async () => {
  await using operator = await openOperator();
  const first = await operator.answerOf<{ id: string }>(["accounts", "create", "--name", "Acme"]);
  const flags = ["--business-name", "Beta Industries, Inc.", "--self-attested"];
  const second = await operator.answerOf(["accounts", "create", "--name", "Beta", ...flags]);
  expect(second).toEqual({
    id: expect.stringMatching(/^[0-9A-Z]{26}$/),
    name: "Beta",
    business_name: "Beta Industries, Inc.",
    self_attested: true,
    status: "complete",
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(await operator.answerOf(["accounts", "list"])).toEqual([second, expect.objectContaining(first)]);
});

test("a list is a table on a terminal, and tab-separated lines in a pipe", async () => {
  await using operator = await openOperator();
  const { id } = await operator.answerOf<{ id: string }>(["accounts", "create", "--name", "Acme"]);
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

test("a refusal is told in words, with the place that it is about", async () => {
  await using operator = await openOperator();
  const outcome = await operator.florin(["accounts", "create", "--name", " ", "--business-name", "a\tb"]);
  expect(outcome).toEqual({
    exitCode: 1,
    stdout: "",
    stderr:
      "florin: name must be 1 to 255 characters, none of them a control character\n" +
      "business name must be 1 to 255 characters, none of them a control character\n",
  });
});

test("an empty list says that it is one, and is nothing in a pipe", async () => {
  await using operator = await openOperator();
  expect(await operator.florin(["accounts", "list"])).toEqual({
    exitCode: 0,
    stdout: "",
    stderr: "there are no accounts\n",
  });
  expect(await operator.answerOf(["accounts", "list"])).toEqual([]);
});
