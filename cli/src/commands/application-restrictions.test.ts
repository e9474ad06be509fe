import { afterAll, beforeAll, expect, test } from "vitest";
import { createApplication } from "../../test/applications.ts";
import { type Operator, openOperator } from "../../test/operator.ts";

let operator: Operator;
let clientId = "";
beforeAll(async () => {
  operator = await openOperator();
  clientId = (await createApplication(operator)).client_id;
});
afterAll(() => operator[Symbol.asyncDispose]());

const shown = async () => {
  const [application] = await operator.responseOf<readonly object[]>(["applications", "list"]);
  return application;
};

test("allowed addresses are set, replaced and removed, each in the audit log", async () => {
  const allow = (...rest: readonly string[]) =>
    operator.florin(["applications", "allow-ip", clientId, ...rest]);
  expect(await allow("192.0.2.7", "2001:DB8::/32")).toMatchObject({
    exitCode: 0,
    stdout: `client_id\t${clientId}\nallowed_ips\t192.0.2.7/32 2001:db8::/32\n`,
  });
  await allow("198.51.100.0/24", "198.51.100.0/24");
  expect(await shown()).toMatchObject({ allowed_ips: ["198.51.100.0/24"], requires_dpop: false });
  expect(await allow("--any")).toMatchObject({ stdout: expect.stringMatching(/^allowed_ips\tany$/m) });
  expect(await shown()).toMatchObject({ allowed_ips: [] });
  const entries = await operator.responseOf<readonly { readonly before: object; readonly after: object }[]>([
    "audit",
    "list",
    "--action",
    "application.restrict",
  ]);
  expect(entries.map(({ before, after }) => [before, after])).toMatchObject([
    [{ allowed_ips: "198.51.100.0/24" }, { allowed_ips: "" }],
    [{ allowed_ips: "192.0.2.7/32 2001:db8::/32" }, { allowed_ips: "198.51.100.0/24" }],
    [{ allowed_ips: "" }, { allowed_ips: "192.0.2.7/32 2001:db8::/32" }],
  ]);
});

test("a typo changes nothing", async () => {
  const before = await shown();
  const allow = ["applications", "allow-ip", clientId];
  expect(await operator.florin([...allow, "192.0.2.1/24"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("must be an IP address, or a range such as 192.0.2.0/24"),
  });
  for (const wrong of [allow, [...allow, "192.0.2.1", "--any"]]) {
    expect(await operator.florin(wrong)).toMatchObject({ exitCode: 2, stdout: "" });
  }
  expect(await operator.florin(["applications", "require-dpop", clientId, "maybe"])).toMatchObject({
    exitCode: 2,
  });
  expect(
    await operator.florin(["applications", "require-dpop", "01JZZZZZZZZZZZZZZZZZZZZZZZ", "on"]),
  ).toMatchObject({ exitCode: 1 });
  expect(await shown()).toEqual(before);
});

test("tokens that are bound to a key are required, or no longer", async () => {
  const requireDpop = (choice: string) => operator.florin(["applications", "require-dpop", clientId, choice]);
  expect(await requireDpop("on")).toMatchObject({ stdout: `client_id\t${clientId}\nrequires_dpop\ttrue\n` });
  expect(await shown()).toMatchObject({ requires_dpop: true });
  await requireDpop("off");
  expect(await shown()).toMatchObject({ requires_dpop: false });
});
