import { expect, test } from "vitest";
import { statement } from "../../../service/src/db/statement.ts";
import { type Operator, openOperator } from "../../test/operator.ts";

test("dead jobs are shown newest first, optionally by type, with the payload only in JSON", async () => {
  await using operator = await openOperator();
  const [older, newer] = [await markDead(operator, { kind: "webhooks.deliver" }), await markDead(operator)];
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
  expect(await operator.responseOf(["jobs", "dead", "--kind", "test.work"])).toEqual([
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

test("an error message cannot break a line or control the terminal", async () => {
  await using operator = await openOperator();
  await markDead(operator, { lastError: "\u001b[2Jgone\n\tfor good" });
  for (const atTerminal of [false, true]) {
    const { stdout } = await operator.florin(["jobs", "dead"], { atTerminal });
    expect(stdout).toContain(" [2Jgone for good");
    expect(stdout).not.toContain("\u001b[2J");
  }
});

test("retry requeues all of the given jobs or none", async () => {
  await using operator = await openOperator();
  const ids = [await markDead(operator), await markDead(operator), await markDead(operator)];
  const [first = "", second = ""] = ids;
  const unknown = "01JZZZZZZZZZZZZZZZZZZZZZZZ";
  expect(await operator.florin(["jobs", "retry", first, unknown, second])).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `florin: there is no dead job ${unknown}\n`,
  });
  expect(await queued(operator)).toEqual([]);
  expect(await operator.florin(["jobs", "retry", first, second, first])).toMatchObject({
    stdout: "retried\t2\n",
  });
  expect(await queued(operator)).toEqual([first, second]);
});

test("all dead jobs of a type can be retried together, across pages", async () => {
  await using operator = await openOperator();
  const other = await markDead(operator, { kind: "test.other" });
  const ids: string[] = [];
  for (let index = 0; index < 130; index += 1) ids.push(await markDead(operator));
  expect(await operator.florin(["jobs", "retry", "--kind", "test.work", "--all"])).toMatchObject({
    exitCode: 0,
    stdout: "retried\t130\n",
  });
  expect(await queued(operator)).toEqual(ids);
  expect(await operator.responseOf(["jobs", "dead"])).toMatchObject([{ id: other }]);
});

test.each([
  [[]],
  [["--all"]],
  [["--kind", "test.work"]],
  [["01JZZZZZZZZZZZZZZZZZZZZZZZ", "--kind", "test.work", "--all"]],
  [["01JZZZZZZZZZZZZZZZZZZZZZZZ", "--all"]],
])("retry with %j is a usage error and changes nothing", async (flags) => {
  await using operator = await openOperator();
  await markDead(operator);
  const outcome = await operator.florin(["jobs", "retry", ...flags]);
  expect(outcome).toMatchObject({ exitCode: 2, stdout: "" });
  expect(await queued(operator)).toEqual([]);
});

test("a dead job is discarded once, with a reason and after confirmation", async () => {
  await using operator = await openOperator();
  const id = await markDead(operator);
  const discard = ["jobs", "discard", id, "--reason", "done by hand"];
  expect(await operator.florin(discard)).toMatchObject({ exitCode: 2 });
  expect(await operator.florin(["jobs", "discard", id, "--yes"])).toMatchObject({ exitCode: 2 });
  expect(await operator.florin(["jobs", "discard", id, "--reason", " ", "--yes"])).toMatchObject({
    exitCode: 1,
    stderr: "florin: reason must be a text of 1 to 500 characters\n",
  });
  expect(await operator.florin([...discard, "--yes"])).toMatchObject({ exitCode: 0 });
  expect(await operator.responseOf(["jobs", "dead"])).toEqual([]);
  expect(await operator.database.rows(selectReasons)).toEqual([{ id, reason: "done by hand" }]);
  for (const command of [
    [...discard, "--yes"],
    ["jobs", "retry", id],
  ]) {
    expect(await operator.florin(command)).toMatchObject({ exitCode: 1 });
  }
});

let dead = 0;

/** A dead job, as the runner leaves it. */
async function markDead(
  { database }: Operator,
  { kind = "test.work", lastError = "the other side\nhung up" } = {},
): Promise<string> {
  dead += 1;
  const id = `01J${String(dead).padStart(23, "0")}`;
  await database.run(insertDead, [id, kind, lastError]);
  return id;
}

async function queued({ database }: Operator): Promise<readonly string[]> {
  return (await database.rows(selectQueued)).map(({ id }) => id);
}

const insertDead = statement(`
  INSERT INTO dead_jobs (id, kind, tenant_id, payload, attempts, last_error, created_at, died_at)
  VALUES ($1, $2, 'platform', '{"step": 1}', 10, $3, '2026-01-02T03:04:05Z', '2026-01-03T03:04:05Z')`);

const selectQueued = statement<{ id: string }>(`SELECT id FROM jobs WHERE state = 'ready' ORDER BY id`);

const selectReasons = statement(`SELECT id, discard_reason AS reason FROM dead_jobs`);
