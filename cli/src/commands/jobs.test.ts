import { expect, test } from "vitest";
import { statement } from "../../../service/src/db/statement.ts";
import { type Operator, openOperator } from "../../test/operator.ts";

test("dead jobs are listed newest first, by kind if asked, and their payload only in JSON", async () => {
  await using operator = await openOperator();
  const [older, newer] = [await bury(operator, { kind: "webhooks.deliver" }), await bury(operator)];
  const piped = await operator.florin(["jobs", "dead"]);
  expect(
    piped.stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t").slice(0, 2)),
  ).toEqual([
    [newer, "test.work"],
    [older, "webhooks.deliver"],
  ]);
  expect(await operator.answerOf(["jobs", "dead", "--kind", "test.work"])).toEqual([
    {
      id: newer,
      kind: "test.work",
      tenant_id: null,
      network: null,
      attempts: 10,
      last_error: "the other side\nhung up",
      created: "2026-01-02T03:04:05.000Z",
      died: "2026-01-03T03:04:05.000Z",
      payload: { step: 1 },
    },
  ]);
});

test("what an error says can neither break a line nor speak to the terminal", async () => {
  await using operator = await openOperator();
  await bury(operator, { lastError: "\u001b[2Jgone\n\tfor good" });
  for (const atTerminal of [false, true]) {
    const { stdout } = await operator.florin(["jobs", "dead"], { atTerminal });
    expect(stdout).toContain(" [2Jgone for good");
    expect(stdout).not.toContain("\u001b[2J");
  }
});

test("retrying puts the named jobs back into the queue, all or none", async () => {
  await using operator = await openOperator();
  const ids = [await bury(operator), await bury(operator), await bury(operator)];
  const [first = "", second = ""] = ids;
  const unknown = "01JZZZZZZZZZZZZZZZZZZZZZZZ";
  expect(await operator.florin(["jobs", "retry", first, unknown, second])).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `florin: no dead job ${unknown} waits for a decision\n`,
  });
  expect(await queued(operator)).toEqual([]);
  expect(await operator.florin(["jobs", "retry", first, second, first])).toMatchObject({
    stdout: "retried\t2\n",
  });
  expect(await queued(operator)).toEqual([first, second]);
});

test("every dead job of a kind can be retried at once, page after page", async () => {
  await using operator = await openOperator();
  const other = await bury(operator, { kind: "test.other" });
  const ids: string[] = [];
  for (let index = 0; index < 130; index += 1) ids.push(await bury(operator));
  expect(await operator.florin(["jobs", "retry", "--kind", "test.work", "--all"])).toMatchObject({
    exitCode: 0,
    stdout: "retried\t130\n",
  });
  expect(await queued(operator)).toEqual(ids);
  expect(await operator.answerOf(["jobs", "dead"])).toMatchObject([{ id: other }]);
});

test.each([
  [[]],
  [["--all"]],
  [["--kind", "test.work"]],
  [["01JZZZZZZZZZZZZZZZZZZZZZZZ", "--kind", "test.work", "--all"]],
  [["01JZZZZZZZZZZZZZZZZZZZZZZZ", "--all"]],
])("retry with %j is misuse, and touches nothing", async (flags) => {
  await using operator = await openOperator();
  await bury(operator);
  const outcome = await operator.florin(["jobs", "retry", ...flags]);
  expect(outcome).toMatchObject({ exitCode: 2, stdout: "" });
  expect(await queued(operator)).toEqual([]);
});

test("a dead job is discarded with a reason, once, and never without a yes", async () => {
  await using operator = await openOperator();
  const id = await bury(operator);
  const discard = ["jobs", "discard", id, "--reason", "done by hand"];
  expect(await operator.florin(discard)).toMatchObject({ exitCode: 2 });
  expect(await operator.florin(["jobs", "discard", id, "--yes"])).toMatchObject({ exitCode: 2 });
  expect(await operator.florin(["jobs", "discard", id, "--reason", " ", "--yes"])).toMatchObject({
    exitCode: 1,
    stderr: "florin: reason must say why, in at most 500 characters\n",
  });
  expect(await operator.florin([...discard, "--yes"])).toMatchObject({ exitCode: 0 });
  expect(await operator.answerOf(["jobs", "dead"])).toEqual([]);
  expect(await operator.database.rows(selectReasons)).toEqual([{ id, reason: "done by hand" }]);
  for (const command of [
    [...discard, "--yes"],
    ["jobs", "retry", id],
  ]) {
    expect(await operator.florin(command)).toMatchObject({ exitCode: 1 });
  }
});

let buried = 0;

/** A job that has failed too often, as the runner leaves it. */
async function bury(
  { database }: Operator,
  { kind = "test.work", lastError = "the other side\nhung up" } = {},
): Promise<string> {
  buried += 1;
  const id = `01J${String(buried).padStart(23, "0")}`;
  await database.run(insertDead, [id, kind, lastError]);
  return id;
}

async function queued({ database }: Operator): Promise<readonly string[]> {
  return (await database.rows<{ id: string }>(selectQueued)).map(({ id }) => id);
}

const insertDead = statement(`
  INSERT INTO dead_jobs (id, kind, tenant_id, payload, attempts, last_error, created_at, died_at)
  VALUES ($1, $2, 'platform', '{"step": 1}', 10, $3, '2026-01-02T03:04:05Z', '2026-01-03T03:04:05Z')`);

const selectQueued = statement(`SELECT id FROM jobs WHERE state = 'ready' ORDER BY id`);

const selectReasons = statement(`SELECT id, discard_reason AS reason FROM dead_jobs`);
