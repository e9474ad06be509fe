import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { florin, openOperator } from "../../test/operator.ts";

test("an empty database is migrated, and a second run applies nothing", async () => {
  await using operator = await openOperator({ empty: true });
  const planned = await operator.florin(["migrate", "--dry-run"]);
  expect(planned.stdout.split("\n")).toContain("0001-db-and-jobs\tpending");
  const first = await operator.florin(["migrate"]);
  const applied = planned.stdout.replaceAll("\tpending\n", "\tapplied\n");
  expect(first).toEqual({ exitCode: 0, stdout: applied, stderr: "" });
  const nothing = { exitCode: 0, stdout: "", stderr: "No migrations to apply\n" };
  expect(await operator.florin(["migrate"])).toEqual(nothing);
  expect(await operator.florin(["migrate", "--dry-run"])).toEqual(nothing);
  expect(await operator.florin(["accounts", "create", "--name", "Acme"])).toMatchObject({ exitCode: 0 });
});

test("an outdated schema is rejected with the command to run", async () => {
  await using operator = await openOperator({ empty: true });
  expect(await operator.florin(["accounts", "list"])).toMatchObject({
    exitCode: 1,
    stdout: "",
    stderr: expect.stringMatching(
      /^florin: The database lacks \d+ migrations .* Run: florin admin migrate\n$/,
    ),
  });
});

test("a dry run creates nothing, not even a folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "florin-dry-"));
  try {
    const environment = { DATA_DIR: join(folder, "data") };
    const { exitCode, stdout } = await florin(["admin", "migrate", "--dry-run"], { environment });
    expect({ exitCode, names: stdout.split("\n") }).toMatchObject({
      exitCode: 0,
      names: expect.arrayContaining(["0001-db-and-jobs\tpending"]),
    });
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a command interrupted before it starts changes nothing", async () => {
  await using operator = await openOperator({ empty: true });
  expect(await operator.florin(["migrate"], { signal: AbortSignal.abort() })).toEqual({
    exitCode: 130,
    stdout: "",
    stderr: "florin: interrupted\n",
  });
  expect((await operator.florin(["migrate", "--dry-run"])).stdout).not.toBe("");
});
