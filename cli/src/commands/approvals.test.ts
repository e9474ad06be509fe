import { expect, test } from "vitest";
import { statement } from "../../../service/src/db/statement.ts";
import { openOperator } from "../../test/operator.ts";

const insertRule = statement(`
  INSERT INTO approval_rules (id, set_by, operation, above_cents, approvals, approver_roles, created_at)
  VALUES ($1, 'platform', 'limit', 1000, 2, ARRAY['compliance'], now())`);

test("rules are shown, and one that no user can meet is removed with a reason", async () => {
  await using operator = await openOperator();
  const id = "01M7NT0T0W2V4YQARQGCE524HW";
  await operator.database.run(insertRule, [id]);
  expect(await operator.responseOf(["approvals", "rules"])).toMatchObject([
    {
      id,
      set_by: "platform",
      operation: "limit",
      above: "10.00",
      approvals: 2,
      approver_roles: "compliance",
    },
  ]);
  expect(await operator.responseOf(["approvals", "list"])).toEqual([]);
  const remove = ["approvals", "remove-rule", id, "--reason", "the only officer has left"];
  expect(await operator.florin(remove)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("--yes"),
  });
  expect(await operator.florin([...remove, "--yes"])).toMatchObject({ exitCode: 0 });
  expect(await operator.florin([...remove, "--yes"])).toMatchObject({ exitCode: 1 });
  expect(await operator.responseOf(["approvals", "rules"])).toEqual([]);
  expect(await operator.responseOf(["audit", "list", "--action", "approval_rule.remove"])).toMatchObject([
    { after: { reason: "the only officer has left" } },
  ]);
});
