import { afterAll, beforeAll, expect, test } from "vitest";
import { type Operator, openOperator } from "../../test/operator.ts";

let operator: Operator;

beforeAll(async () => {
  operator = await openOperator();
});
afterAll(() => operator[Symbol.asyncDispose]());

interface Created {
  readonly token_id: string;
  readonly token: string;
}

test("a SCIM token is shown once, found in the list without its secret, and revoked once", async () => {
  const created = await operator.responseOf<Created>(["scim", "token", "create", "--name", "Okta"]);
  expect(created.token).toMatch(/^florin_scim_[A-Za-z0-9_-]{43}$/);
  const list = await operator.florin(["scim", "token", "list", "--json"]);
  expect(JSON.parse(list.stdout)).toMatchObject([{ name: "Okta", status: "active", last_used: null }]);
  expect(list.stdout).not.toContain(created.token);
  const audit = await operator.florin(["audit", "list"]);
  expect(audit.stdout).toContain("scim_token.create");
  expect(audit.stdout).not.toContain(created.token);
  const revoke = ["scim", "token", "revoke", created.token_id];
  expect(await operator.florin(revoke)).toMatchObject({ exitCode: 2 });
  expect(await operator.florin([...revoke, "--yes"])).toMatchObject({ exitCode: 0 });
  expect(await operator.florin([...revoke, "--yes"])).toMatchObject({
    exitCode: 1,
    stderr: "florin: there is no active SCIM token with this id\n",
  });
});

test("an invalid lifetime is refused", async () => {
  for (const days of ["0", "731", "a year"]) {
    const create = ["scim", "token", "create", "--name", "Okta", "--days", days];
    expect(await operator.florin(create)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--days must be a whole number from 1 to 730"),
    });
  }
});
