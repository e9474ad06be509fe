import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type CreatedApplication,
  createAccount,
  createApplication,
  isProof,
} from "../../test/applications.ts";
import { type Operator, openOperator } from "../../test/operator.ts";

let operator: Operator;
beforeAll(async () => {
  operator = await openOperator();
});
afterAll(() => operator[Symbol.asyncDispose]());

const unknownId = "01JZZZZZZZZZZZZZZZZZZZZZZZ";

test("an application that was created is listed, and its secret is shown that once", async () => {
  const { client_id, client_secret, account_id } = await createApplication(operator);
  expect(await isProof(operator, client_id, client_secret)).toBe(true);
  const listed = await operator.florin(["applications", "list", "--account", account_id, "--json"]);
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { client_id, account_id, network: "testnet", revoked: null },
  ]);
  expect(listed.stdout + listed.stderr).not.toContain(client_secret);
});

test("scopes are granted one by one or all together, never both and never none", async () => {
  const account = await createAccount(operator);
  const create = ["applications", "create", "--account", account, "--network", "mainnet", "--name", "Reader"];
  const scopes = ["--scope", "tokens:read", "--scope", "accounts:read"];
  const chosen = await operator.answerOf<CreatedApplication>([...create, ...scopes]);
  expect(chosen.scopes).toEqual(["accounts:read", "tokens:read"]);
  const all = await operator.answerOf<CreatedApplication>([...create, "--all-scopes"]);
  expect(all.scopes).toEqual(expect.arrayContaining(["accounts:write", "simulations:write"]));
  for (const wrong of [create, [...create, ...scopes, "--all-scopes"]]) {
    expect(await operator.florin(wrong)).toMatchObject({ exitCode: 2, stdout: "" });
  }
  expect(await operator.florin([...create, "--scope", "everything"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^florin: scopes number 1 must be one of accounts:read, /),
  });
});

test("a person gets a ready line that asks for a token, on standard output alone", async () => {
  const account = await createAccount(operator);
  const flags = ["--account", account, "--network", "testnet", "--name", "Shop", "--all-scopes"];
  const { stdout, stderr } = await operator.florin(["applications", "create", ...flags], {
    atTerminal: true,
    environment: { AUTH_URL: "https://auth.example.com" },
  });
  const clientId = /^client_id +(\S+)$/m.exec(stdout)?.[1];
  const clientSecret = /^client_secret +(\S+)$/m.exec(stdout)?.[1];
  expect(stdout).toContain(
    `curl -s -u '${clientId}:${clientSecret}' -d grant_type=client_credentials 'https://auth.example.com/oauth2/token'`,
  );
  expect(stderr).toBe("");
});

test("after a rotation both secrets work for the overlap, and without one the old stops at once", async () => {
  const { client_id, client_secret: first } = await createApplication(operator);
  const rotated = await operator.answerOf<CreatedApplication & { previous_secret_ends: string }>([
    "applications",
    "rotate-secret",
    client_id,
    "--overlap",
    "15m",
  ]);
  const second = rotated.client_secret;
  expect([await isProof(operator, client_id, first), await isProof(operator, client_id, second)]).toEqual([
    true,
    true,
  ]);
  const now = ["applications", "rotate-secret", client_id, "--overlap", "0s"];
  const { client_secret: third } = await operator.answerOf<CreatedApplication>([...now, "--yes"]);
  const proofs = await Promise.all(
    [first, second, third].map((secret) => isProof(operator, client_id, secret)),
  );
  expect(proofs).toEqual([false, false, true]);
});

test("an overlap is written with its unit, and has an end", async () => {
  const { client_id } = await createApplication(operator);
  const rotate = ["applications", "rotate-secret", client_id, "--overlap"];
  for (const wrong of ["24", "1w", "-1h", "1.5h", ""]) {
    const outcome = await operator.florin([...rotate, wrong]);
    expect(outcome).toMatchObject({ exitCode: 2, stdout: "" });
    expect(outcome.stderr).toContain("Write it like 0s, 15m, 24h or 7d.");
  }
  expect(await operator.florin([...rotate, "31d"])).toMatchObject({
    exitCode: 1,
    stderr: "florin: overlap seconds must be a whole number of seconds from 0 to 2592000\n",
  });
});

test("a revoked application proves nothing any more, and stays in the list with the time", async () => {
  const { client_id, client_secret } = await createApplication(operator);
  const { revoked } = await operator.answerOf<{ revoked: string }>([
    "applications",
    "revoke",
    client_id,
    "--yes",
  ]);
  expect(await isProof(operator, client_id, client_secret)).toBe(false);
  expect(await operator.answerOf(["applications", "list"])).toContainEqual(
    expect.objectContaining({ client_id, revoked }),
  );
  expect(await operator.florin(["applications", "rotate-secret", client_id])).toMatchObject({
    exitCode: 1,
    stderr: "florin: the application has been revoked\n",
  });
});

test("what cannot be undone needs --yes where nobody can be asked", async () => {
  const { client_id, client_secret } = await createApplication(operator);
  for (const command of [
    ["revoke", client_id],
    ["rotate-secret", client_id, "--overlap", "0s"],
  ]) {
    expect(await operator.florin(["applications", ...command])).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringContaining("add --yes"),
    });
  }
  expect(await isProof(operator, client_id, client_secret)).toBe(true);
});

test("a person at a terminal is asked, and only a yes goes ahead", async () => {
  const { client_id, client_secret } = await createApplication(operator);
  const revoke = ["applications", "revoke", client_id];
  for (const answer of ["", "n", "yesterday"]) {
    const outcome = await operator.florin(revoke, { atTerminal: true, answer });
    expect(outcome.exitCode).toBe(1);
    expect(outcome.stderr).toMatch(/Go ahead\? \[y\/N\] florin: nothing was changed\n$/);
  }
  expect(await isProof(operator, client_id, client_secret)).toBe(true);
  expect(await operator.florin(revoke, { atTerminal: true, answer: " Y " })).toMatchObject({ exitCode: 0 });
  expect(await isProof(operator, client_id, client_secret)).toBe(false);
});

test.each(["nobody", unknownId])("the unknown id %s is told as such", async (id) => {
  const flags = ["--network", "testnet", "--name", "Shop", "--all-scopes"];
  const noAccount = {
    exitCode: 1,
    stdout: "",
    stderr: "florin: there is no managing account with this id\n",
  };
  expect(await operator.florin(["applications", "create", "--account", id, ...flags])).toMatchObject({
    exitCode: 1,
    stdout: "",
  });
  expect(await operator.florin(["applications", "list", "--account", id])).toEqual(noAccount);
  expect(await operator.florin(["applications", "revoke", id, "--yes"])).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "florin: there is no application with this client_id\n",
  });
});
