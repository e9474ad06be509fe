import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeDataFolder } from "../service/test/data-folder.ts";
import { bundleCommandLine } from "./bundle-programs.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");

test("the command line is one file that runs with plain Node, without the service", async () => {
  await using folder = await makeDataFolder();
  const file = join(folder.path, "florin.mjs");
  await bundleCommandLine(root, file);
  const florin = (...argv: readonly string[]) =>
    run(process.execPath, [file, ...argv], {
      cwd: folder.path,
      env: { PATH: process.env["PATH"], HOME: folder.path },
    });
  expect((await florin("version")).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const failed = (reason: string) => ({ stderr: expect.stringContaining(reason) });
  await expect(florin("transfers", "list")).rejects.toMatchObject({ code: 2, ...failed("Run florin login") });
  await expect(florin("admin", "accounts", "list")).rejects.toMatchObject({
    code: 1,
    ...failed("admin commands require the service"),
  });
});
