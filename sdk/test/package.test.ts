import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { vectors } from "./vectors.ts";

const run = promisify(execFile);
const sdk = join(import.meta.dirname, "..");
const compiler = join(sdk, "../node_modules/typescript/bin/tsc");
const [{ body, headers, secrets, timestamp }] = vectors;

let folder = "";

// The compiler is slow to start on a busy machine.
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "florin-sdk-")));
  const installed = join(folder, "node_modules/@florin/sdk");
  await mkdir(installed, { recursive: true });
  await cp(join(sdk, "package.json"), join(installed, "package.json"));
  const settings = join(sdk, "tsconfig.build.json");
  await run(process.execPath, [compiler, "-p", settings, "--outDir", join(installed, "dist")]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("the built package verifies with nothing but Node", async () => {
  const program = join(folder, "receiver.mjs");
  const given = JSON.stringify({ body, headers, secrets, timestamp });
  await writeFile(
    program,
    `import { verifyWebhook } from "@florin/sdk";
    const { body, headers, secrets, timestamp } = ${given};
    const clock = { now: () => timestamp * 1000 };
    process.stdout.write(JSON.stringify(verifyWebhook(body, headers, secrets, { clock })));`,
  );
  const { stdout } = await run(process.execPath, [program], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual(JSON.parse(body));
});
