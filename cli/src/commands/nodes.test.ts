import { expect, test } from "vitest";
import { statement } from "../../../service/src/db/statement.ts";
import { openOperator } from "../../test/operator.ts";

const insert = statement(`
  INSERT INTO nodes (id, host, roles, version, build, started_at, seen_at, draining_since)
  VALUES ($1, $2, '{api,worker}', '1.0.0', $3, now() - $4::interval, now() - $5::interval, $6::timestamptz)`);

test("nodes are shown with their status, newest first", async () => {
  await using operator = await openOperator();
  const id = (digit: number): string => `01M7F5ZS82P6C4M0W9Y3T7B1K${digit}`;
  const nodes = [
    [id(1), "gone.example", 54, "3 hours", "2 minutes", null],
    [id(2), "draining.example", 55, "2 hours", "1 second", "2026-01-01T00:00:00Z"],
    [id(3), "running.example", 55, "1 hour", "1 second", null],
  ] as const;
  for (const node of nodes) await operator.database.run(insert, [...node]);
  const { stdout } = await operator.florin(["nodes", "list"]);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.map((line) => line.split("\t").slice(0, 3))).toEqual([
    [id(3), "running.example", "running"],
    [id(2), "draining.example", "draining"],
    [id(1), "gone.example", "gone"],
  ]);
  expect(await operator.responseOf(["nodes", "list"])).toMatchObject([
    { id: id(3), roles: ["api", "worker"], build: 55, draining_since: null },
    { id: id(2), draining_since: "2026-01-01T00:00:00.000Z" },
    { id: id(1), build: 54, is_gone: true },
  ]);
});
