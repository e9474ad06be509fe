import pg from "pg";
import { expect, test } from "vitest";
import { together } from "./together.ts";

const failed = (code: string) =>
  Object.assign(new pg.DatabaseError("", 0, "error"), { code, severity: "ERROR" });

test("the error that aborted the transaction is thrown, wherever it is in the list", async () => {
  const cause = failed("57014");
  await expect(
    together([Promise.reject(failed("25P02")), Promise.reject(cause), Promise.resolve(1)]),
  ).rejects.toBe(cause);
  await expect(together([Promise.reject(cause), Promise.reject(failed("25P02"))])).rejects.toBe(cause);
});

test("the first error is thrown if the transaction was aborted before, and otherwise all results are returned", async () => {
  const aborted = failed("25P02");
  await expect(together([Promise.resolve(1), Promise.reject(aborted)])).rejects.toBe(aborted);
  expect(await together([Promise.resolve(1), "two"])).toEqual([1, "two"]);
});
