import { afterAll, beforeAll, expect, test } from "vitest";
import { createIdFactory } from "../../../service/src/kernel/id.ts";
import { systemClock } from "../../../service/src/kernel/instant.ts";
import { acceptInvitation, createPasswordHasher } from "../../../service/src/people/index.ts";
import { createAccount } from "../../test/applications.ts";
import { type Operator, openOperator } from "../../test/operator.ts";

let operator: Operator;
beforeAll(async () => {
  operator = await openOperator();
});
afterAll(() => operator[Symbol.asyncDispose]());

interface Link {
  readonly email: string;
  readonly link: string;
  readonly expires: string;
}

/** What the page behind the link does. */
async function accept({ link }: Link): Promise<void> {
  await acceptInvitation(
    {
      database: operator.database,
      clock: systemClock,
      newId: createIdFactory(systemClock),
      hasher: createPasswordHasher(),
    },
    {
      token: new URL(link).hash.slice(1),
      email: undefined,
      name: "Ada Lovelace",
      password: "a long walk by the sea",
      arrival: {
        seat: { userAgent: "test", clientAddress: "127.0.0.1" },
        requestId: "test",
        earlierToken: undefined,
      },
    },
  );
}

test("an invitation is a link that is shown this once, and whoever uses it is listed", async () => {
  const email = "ada@example.com";
  const invited = await operator.answerOf<Link>(["people", "invite", "--email", email, "--role", "admin"]);
  expect(invited.link).toMatch(/^http:\/\/localhost:8080\/console\/join#[A-Za-z0-9_-]{43}$/);
  expect(await operator.answerOf(["people", "list"])).toEqual([]);
  await accept(invited);
  expect(await operator.answerOf(["people", "list", "--operators"])).toMatchObject([
    { email, name: "Ada Lovelace", operator_role: "admin", has_second_factor: false, disabled: null },
  ]);
  const audit = await operator.florin(["audit", "list"]);
  expect(audit.stdout + audit.stderr).not.toContain(invited.link.split("#")[1]);
});

test("somebody is invited into a managing account with a role of its members", async () => {
  const account = await createAccount(operator);
  const invite = ["people", "invite", "--email", "grace@example.com", "--account", account, "--role"];
  expect(await operator.florin([...invite, "treasury"])).toMatchObject({
    exitCode: 1,
    stderr: "florin: role must be one of admin, developer, viewer\n",
  });
  await accept(await operator.answerOf<Link>([...invite, "developer"]));
  expect(await operator.answerOf(["people", "list"])).toContainEqual(
    expect.objectContaining({ email: "grace@example.com", operator_role: null, tenants: 1 }),
  );
});

test("the last admin is neither disabled nor given another role", async () => {
  const refused = { exitCode: 1, stdout: "", stderr: "florin: this is the last admin of the service\n" };
  expect(await operator.florin(["people", "disable", "ada@example.com", "--yes"])).toEqual(refused);
  expect(await operator.florin(["people", "role", "ADA@example.com", "none"])).toEqual(refused);
});

test("with a second admin the first can be disabled, enabled, and given another role", async () => {
  await accept(
    await operator.answerOf<Link>(["people", "invite", "--email", "linus@example.com", "--role", "admin"]),
  );
  expect(await operator.florin(["people", "disable", "ada@example.com"])).toMatchObject({ exitCode: 2 });
  await operator.answerOf(["people", "disable", "ada@example.com", "--yes"]);
  const disabled = (await operator.answerOf<{ email: string; disabled: string | null }[]>(["people", "list"]))
    .filter((person) => person.disabled !== null)
    .map(({ email }) => email);
  expect(disabled).toEqual(["ada@example.com"]);
  await operator.answerOf(["people", "enable", "ada@example.com"]);
  await operator.answerOf(["people", "role", "ada@example.com", "support"]);
  expect(await operator.answerOf(["people", "list"])).toContainEqual(
    expect.objectContaining({ email: "ada@example.com", operator_role: "support", disabled: null }),
  );
});

test("a reset is a link; one that also forgets second factors asks first", async () => {
  const shown = await operator.answerOf<Link>(["people", "reset", "ada@example.com"]);
  expect(shown.link).toContain("/console/join#");
  const forget = ["people", "reset", "ada@example.com", "--forget-second-factors"];
  expect(await operator.florin(forget)).toMatchObject({ exitCode: 2, stdout: "" });
  expect((await operator.florin([...forget, "--yes"])).exitCode).toBe(0);
});

test.each([
  [["people", "reset", "nobody@example.com"], "nobody has this e-mail"],
  [["people", "enable", "nobody@example.com"], "nobody has this e-mail"],
  [["people", "invite", "--email", "not an e-mail", "--role", "admin"], "email must be an e-mail"],
  [
    ["people", "invite", "--email", "a@example.com", "--role", "king"],
    "role must be one of admin, compliance, treasury, support, read_only",
  ],
])("%j is told what is wrong", async (argv, detail) => {
  expect(await operator.florin(argv)).toEqual({ exitCode: 1, stdout: "", stderr: `florin: ${detail}\n` });
});
