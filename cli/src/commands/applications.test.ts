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

test("a created application is in the list, and its secret is shown only once", async () => {
  const { client_id, client_secret, account_id } = await createApplication(operator);
  expect(await isProof(operator, client_id, client_secret)).toBe(true);
  const items = await operator.florin(["applications", "list", "--account", account_id, "--json"]);
  expect(JSON.parse(items.stdout)).toMatchObject([
    { client_id, account_id, network: "testnet", revoked: null },
  ]);
  expect(items.stdout + items.stderr).not.toContain(client_secret);
});

test("either individual scopes or all scopes must be granted", async () => {
  const account = await createAccount(operator);
  const create = ["applications", "create", "--account", account, "--network", "mainnet", "--name", "Reader"];
  const scopes = ["--scope", "tokens:read", "--scope", "accounts:read"];
  const chosen = await operator.responseOf<CreatedApplication>([...create, ...scopes]);
  expect(chosen.scopes).toEqual(["accounts:read", "tokens:read"]);
  const all = await operator.responseOf<CreatedApplication>([...create, "--all-scopes"]);
  expect(all.scopes).toEqual(expect.arrayContaining(["accounts:write", "simulations:write"]));
  for (const wrong of [create, [...create, ...scopes, "--all-scopes"]]) {
    expect(await operator.florin(wrong)).toMatchObject({ exitCode: 2, stdout: "" });
  }
  expect(await operator.florin([...create, "--scope", "everything"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^florin: scopes number 1 must be one of accounts:read, /),
  });
});

test("text output includes a ready-to-run token request, on standard output only", async () => {
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

test("a rotated secret works until the end of the overlap; without one it stops immediately", async () => {
  const { client_id, client_secret: first } = await createApplication(operator);
  const rotated = await operator.responseOf<CreatedApplication & { previous_secret_ends: string }>([
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
  const { client_secret: third } = await operator.responseOf<CreatedApplication>([...now, "--yes"]);
  const proofs = await Promise.all(
    [first, second, third].map((secret) => isProof(operator, client_id, secret)),
  );
  expect(proofs).toEqual([false, false, true]);
});

test("an overlap requires a unit and has a maximum", async () => {
  const { client_id } = await createApplication(operator);
  const rotate = ["applications", "rotate-secret", client_id, "--overlap"];
  for (const wrong of ["24", "1w", "-1h", "1.5h", ""]) {
    const outcome = await operator.florin([...rotate, wrong]);
    expect(outcome).toMatchObject({ exitCode: 2, stdout: "" });
    expect(outcome.stderr).toContain("Must be a duration such as 0s, 15m, 24h or 7d.");
  }
  expect(await operator.florin([...rotate, "31d"])).toMatchObject({
    exitCode: 1,
    stderr: "florin: overlap seconds must be an integer number of seconds from 0 to 2592000\n",
  });
});

test("a revoked application cannot authenticate, and stays in the list with its revocation time", async () => {
  const { client_id, client_secret } = await createApplication(operator);
  const { revoked } = await operator.responseOf<{ revoked: string }>([
    "applications",
    "revoke",
    client_id,
    "--yes",
  ]);
  expect(await isProof(operator, client_id, client_secret)).toBe(false);
  expect(await operator.responseOf(["applications", "list"])).toContainEqual(
    expect.objectContaining({ client_id, revoked }),
  );
  expect(await operator.florin(["applications", "rotate-secret", client_id])).toMatchObject({
    exitCode: 1,
    stderr: "florin: the application is revoked\n",
  });
});

test("an irreversible command requires --yes without a terminal", async () => {
  const { client_id, client_secret } = await createApplication(operator);
  for (const command of [
    ["revoke", client_id],
    ["rotate-secret", client_id, "--overlap", "0s"],
  ]) {
    expect(await operator.florin(["applications", ...command])).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringContaining("To confirm, pass --yes."),
    });
  }
  expect(await isProof(operator, client_id, client_secret)).toBe(true);
});

test("a terminal user is prompted, and only yes proceeds", async () => {
  const { client_id, client_secret } = await createApplication(operator);
  const revoke = ["applications", "revoke", client_id];
  for (const response of ["", "n", "yesterday"]) {
    const outcome = await operator.florin(revoke, { atTerminal: true, response });
    expect(outcome.exitCode).toBe(1);
    expect(outcome.stderr).toMatch(/Continue\? \[y\/N\] florin: canceled; nothing was changed\n$/);
  }
  expect(await isProof(operator, client_id, client_secret)).toBe(true);
  expect(await operator.florin(revoke, { atTerminal: true, response: " Y " })).toMatchObject({ exitCode: 0 });
  expect(await isProof(operator, client_id, client_secret)).toBe(false);
});

test.each(["unknown", unknownId])("the unknown id %s is reported", async (id) => {
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
