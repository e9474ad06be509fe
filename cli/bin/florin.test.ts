import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withClient } from "../../service/src/db/client.ts";
import { openOperator } from "../test/operator.ts";

const cliFolder = fileURLToPath(new URL("..", import.meta.url));
const checkout = fileURLToPath(new URL("../..", import.meta.url));

let folder = "";
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "florin-cli-")));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("the command runs from source in any folder, and writes nothing there", async () => {
  await using operator = await openOperator();
  const elsewhere = await emptyFolder("elsewhere");
  const create = ["admin", "accounts", "create", "--name", "Acme", "--json"];
  const created = await run(create, { environment: operator.environment, cwd: elsewhere });
  expect(created).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await operator.responseOf(["accounts", "list"])).toEqual([JSON.parse(created.stdout)]);
  expect(await run(["admin", "accounts", "list"], { cwd: elsewhere })).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: expect.stringContaining(`There is no Florin database in ${join(elsewhere, "data")}.`),
  });
  expect(await readdir(elsewhere)).toEqual([]);
});

test("^C interrupts a waiting command with exit code 130", async () => {
  await using operator = await openOperator({ empty: true });
  await withClient({ url: operator.environment.DATABASE_URL }, "florin test", async (client) => {
    // Another node that is migrating holds this lock.
    await client.query("SELECT pg_advisory_lock(7306096912738501)");
    const outcome = await run(["admin", "migrate"], {
      environment: operator.environment,
      cwd: folder,
      interruptAt: /waiting for another node/,
    });
    expect(outcome).toMatchObject({
      exitCode: 130,
      stdout: "",
      stderr: expect.stringMatching(/interrupted\n$/),
    });
  });
});

test("without the service, an admin command says where to run it", async () => {
  const alone = await emptyFolder("alone");
  await mkdir(join(alone, "node_modules"));
  for (const dependency of ["commander", "cli-table3", "tsx"]) {
    await symlink(join(checkout, "node_modules", dependency), join(alone, "node_modules", dependency));
  }
  for (const part of ["bin", "src", "package.json"]) {
    await cp(join(cliFolder, part), join(alone, "cli", part), { recursive: true });
  }
  await writeFile(join(alone, "tsconfig.json"), "{}");
  const bin = join(alone, "cli/bin/florin.js");
  expect(await run(["version"], { bin, cwd: alone })).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await run(["admin", "accounts", "list"], { bin, cwd: alone })).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: expect.stringMatching(/^florin: admin commands require the service/),
  });
});

interface RunOptions {
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly bin?: string;
  /** Presses ^C once standard error matches. */
  readonly interruptAt?: RegExp;
}

/** Runs the command in its own process, as a user would. */
async function run(
  argv: readonly string[],
  { cwd, environment = {}, bin = join(cliFolder, "bin/florin.js"), interruptAt }: RunOptions,
): Promise<{ readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }> {
  const output = { stdout: "", stderr: "" };
  const child = spawn(process.execPath, [bin, ...argv], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: cwd, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (interruptAt?.test(text) === true) child.kill("SIGINT");
    output.stderr += text;
  });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  return { exitCode, ...output };
}

async function emptyFolder(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  return path;
}
