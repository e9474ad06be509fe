import { afterAll, beforeAll, expect, test } from "vitest";
import { createIdFactory } from "../../../service/src/kernel/id.ts";
import { systemClock } from "../../../service/src/kernel/instant.ts";
import { acceptInvitation, createPasswordHasher } from "../../../service/src/users/index.ts";
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

/** Accepts the invitation, as the page behind the link does. */
async function accept({ link }: Link): Promise<void> {
  await acceptInvitation(
    {
      database: operator.database,
      clock: systemClock,
      newId: createIdFactory(systemClock),
      hasher: createPasswordHasher(),
      allowsLocalSignIn: true,
    },
    {
      token: new URL(link).hash.slice(1),
      email: undefined,
      name: "Ada Lovelace",
      password: "a long walk by the sea",
      signInAttempt: {
        sessionClient: { userAgent: "test", clientAddress: "127.0.0.1" },
        requestId: "test",
        earlierToken: undefined,
      },
    },
  );
}

test("an invitation link is shown only once, and the user who accepts it is in the list", async () => {
  const email = "ada@example.com";
  const invited = await operator.responseOf<Link>(["users", "invite", "--email", email, "--role", "admin"]);
  expect(invited.link).toMatch(/^http:\/\/localhost:8080\/console\/join#[A-Za-z0-9_-]{43}$/);
  expect(await operator.responseOf(["users", "list"])).toEqual([]);
  await accept(invited);
  expect(await operator.responseOf(["users", "list", "--operators"])).toMatchObject([
    { email, name: "Ada Lovelace", operator_role: "admin", has_second_factor: false, disabled: null },
  ]);
  const audit = await operator.florin(["audit", "list"]);
  expect(audit.stdout + audit.stderr).not.toContain(invited.link.split("#")[1]);
});

test("a user is invited to a managing account with a member role", async () => {
  const account = await createAccount(operator);
  const invite = ["users", "invite", "--email", "grace@example.com", "--account", account, "--role"];
  expect(await operator.florin([...invite, "treasury"])).toMatchObject({
    exitCode: 1,
    stderr: "florin: role must be one of admin, developer, viewer\n",
  });
  await accept(await operator.responseOf<Link>([...invite, "developer"]));
  expect(await operator.responseOf(["users", "list"])).toContainEqual(
    expect.objectContaining({ email: "grace@example.com", operator_role: null, tenants: 1 }),
  );
});

test("the last admin can be neither disabled nor demoted", async () => {
  const refused = { exitCode: 1, stdout: "", stderr: "florin: this is the last admin of this instance\n" };
  expect(await operator.florin(["users", "disable", "ada@example.com", "--yes"])).toEqual(refused);
  expect(await operator.florin(["users", "role", "ADA@example.com", "none"])).toEqual(refused);
});

test("with a second admin, the first can be disabled, enabled and demoted", async () => {
  await accept(
    await operator.responseOf<Link>(["users", "invite", "--email", "linus@example.com", "--role", "admin"]),
  );
  expect(await operator.florin(["users", "disable", "ada@example.com"])).toMatchObject({ exitCode: 2 });
  await operator.responseOf(["users", "disable", "ada@example.com", "--yes"]);
  const disabled = (
    await operator.responseOf<{ email: string; disabled: string | null }[]>(["users", "list"])
  )
    .filter((user) => user.disabled !== null)
    .map(({ email }) => email);
  expect(disabled).toEqual(["ada@example.com"]);
  await operator.responseOf(["users", "enable", "ada@example.com"]);
  await operator.responseOf(["users", "role", "ada@example.com", "support"]);
  expect(await operator.responseOf(["users", "list"])).toContainEqual(
    expect.objectContaining({ email: "ada@example.com", operator_role: "support", disabled: null }),
  );
});

test("a user is confirmed at the server, once it is clear what that means", async () => {
  const confirm = ["users", "confirm", "linus@example.com"];
  expect(await operator.florin(confirm)).toMatchObject({ exitCode: 2, stdout: "" });
  expect(await operator.responseOf([...confirm, "--yes"])).toMatchObject({ is_confirmed: true });
  const audit = ["audit", "list", "--action", "user.confirm_individual"];
  expect(await operator.responseOf(audit)).toHaveLength(1);
});

test("a reset returns a link; removing second factors requires confirmation", async () => {
  const shown = await operator.responseOf<Link>(["users", "reset", "ada@example.com"]);
  expect(shown.link).toContain("/console/join#");
  const forget = ["users", "reset", "ada@example.com", "--forget-second-factors"];
  expect(await operator.florin(forget)).toMatchObject({ exitCode: 2, stdout: "" });
  expect((await operator.florin([...forget, "--yes"])).exitCode).toBe(0);
});

test("the link of a pending invitation is created again, and the earlier one stops working", async () => {
  const invite = ["users", "invite", "--email", "mary@example.com", "--role", "support"];
  const first = await operator.responseOf<Link>(invite);
  const list = ["audit", "list", "--action", "invitation.create"];
  const [entry] = await operator.responseOf<{ subject_id: string }[]>(list);
  const id = entry?.subject_id ?? "";
  const second = await operator.responseOf<Link>(["users", "link", id]);
  expect(second.link).toMatch(/#[A-Za-z0-9_-]{43}$/);
  await expect(accept(first)).rejects.toMatchObject({ refusal: { code: "not_found" } });
  await accept(second);
  expect(await operator.florin(["users", "link", id])).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "florin: there is no open invitation with this id\n",
  });
});

test.each([
  [["users", "reset", "unknown@example.com"], "there is no user with this email address"],
  [["users", "enable", "unknown@example.com"], "there is no user with this email address"],
  [["users", "invite", "--email", "not an e-mail", "--role", "admin"], "email must be an email address"],
  [
    ["users", "invite", "--email", "a@example.com", "--role", "king"],
    "role must be one of admin, compliance, treasury, support, read_only",
  ],
])("%j is rejected with a reason", async (argv, detail) => {
  expect(await operator.florin(argv)).toEqual({ exitCode: 1, stdout: "", stderr: `florin: ${detail}\n` });
});

test("a break-glass account is created with a link, and becomes an ordinary user again", async () => {
  const email = "glass@example.com";
  expect(await operator.florin(["users", "break-glass", email])).toMatchObject({ exitCode: 2 });
  const created = await operator.responseOf<Link>(["users", "break-glass", email, "--yes"]);
  expect(created.link).toContain("/console/join#");
  const account = { email, operator_role: "admin", source: "local", is_break_glass: true };
  expect(await operator.responseOf(["users", "list"])).toContainEqual(expect.objectContaining(account));
  await operator.responseOf(["users", "break-glass", email, "--remove"]);
  const removed = { ...account, is_break_glass: false };
  expect(await operator.responseOf(["users", "list"])).toContainEqual(expect.objectContaining(removed));
});
