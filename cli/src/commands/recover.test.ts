import { expect, test } from "vitest";
import { openOperator } from "../../test/operator.ts";

test("an operator requests the recovery of a database that was restored to a point in time", async () => {
  await using operator = await openOperator();
  expect(await operator.responseOf(["recover"])).toEqual([]);
  const [restore] = await operator.responseOf<readonly object[]>([
    "recover",
    "--point-in-time",
    "2026-11-18T05:29:00Z",
  ]);
  expect(restore).toMatchObject({ origin: "point_in_time", state: "restored" });
  expect(await operator.responseOf(["audit", "list"])).toMatchObject([{ action: "recovery.request" }]);
});

test("a dry run compares and changes nothing", async () => {
  await using operator = await openOperator();
  const result = await operator.florin(["recover", "--dry-run", "--json"], {
    environment: operator.environment,
  });
  expect(result, result.stderr).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(result.stdout)).toEqual([]);
  expect(result.stderr).toContain("0 files of banks would be read again");
  expect(await operator.responseOf(["recover"])).toEqual([]);
});

test("a difference that does not exist cannot be closed", async () => {
  await using operator = await openOperator();
  const closing = ["recover", "close", "0xabc", "--note", "agreed with the customer"];
  expect(await operator.florin(closing)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("there is no open difference with this reference"),
  });
});
