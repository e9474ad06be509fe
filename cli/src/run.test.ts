import { expect, test } from "vitest";
import { florin } from "../test/operator.ts";

test("help and version succeed", async () => {
  const help = await florin(["--help"]);
  expect(help).toMatchObject({ exitCode: 0, stderr: "" });
  for (const name of ["listen", "admin", "version"]) {
    expect(help.stdout).toMatch(new RegExp(`^ {2}${name} `, "m"));
  }
  const { stdout } = await florin(["admin", "--help"]);
  for (const noun of ["migrate", "applications", "keys", "jobs", "audit", "config"]) {
    expect(stdout).toMatch(new RegExp(`^ {2}${noun} `, "m"));
    expect(help.stdout).not.toMatch(new RegExp(`^ {2}${noun} `, "m"));
  }
  expect(await florin(["admin", "jobs", "retry", "--help"])).toMatchObject({ exitCode: 0, stderr: "" });
  const version = { exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: "" };
  expect(await florin(["version"])).toEqual(version);
  expect(await florin(["--version"])).toEqual(version);
});

test.each([
  [["admin", "accounts", "list", "--jsno"], "unknown option '--jsno'\n(Did you mean --json?)"],
  [["admin", "acounts"], "unknown command 'acounts'\n(Did you mean accounts?)"],
  [["admin", "accounts", "create"], "required option '--name <name>' not specified"],
  [["admin", "applications", "revoke"], "missing required argument 'client_id'"],
  [["jobs", "dead", "--json"], 'florin: "florin jobs" is now "florin admin jobs"'],
  [["config", "--help"], 'florin: "florin config" is now "florin admin config"'],
  [["webhooks", "disable", "x"], 'florin: "florin webhooks disable" is now "florin admin webhooks disable"'],
  [["version", "please"], "too many arguments"],
  [
    ["admin", "applications", "create", "--account", "a", "--name", "b", "--network", "moon", "--all-scopes"],
    "option '--network <network>' argument 'moon' is invalid. Allowed choices are testnet, mainnet.",
  ],
])("%j is a usage error: exit code 2 and nothing on standard output", async (argv, validationIssue) => {
  const outcome = await florin(argv);
  expect(outcome).toMatchObject({ exitCode: 2, stdout: "" });
  expect(outcome.stderr).toContain(validationIssue);
});

test.each([[[]], [["admin"]], [["admin", "accounts"]]])(
  "%j without a subcommand prints help as a usage error",
  async (argv) => {
    const outcome = await florin(argv);
    expect(outcome).toMatchObject({ exitCode: 2, stdout: "" });
    expect(outcome.stderr).toMatch(/^Usage: florin /);
  },
);

test("an unreachable database is reported on one line with the reason and without a stack trace", async () => {
  const environment = { DATABASE_URL: "postgresql://florin:hunter2@127.0.0.1:1/florin" };
  expect(await florin(["admin", "accounts", "list"], { environment })).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "florin: the database cannot be reached right now: connect ECONNREFUSED 127.0.0.1:1\n",
  });
});
