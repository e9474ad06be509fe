import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "prometheus");
const promtool = (...args: readonly string[]) =>
  spawnSync("promtool", args, { cwd: folder, encoding: "utf8" });
const isInstalled = promtool("--version").error === undefined;

test.skipIf(!isInstalled)("alerts fire for their causes and not otherwise (needs promtool)", () => {
  expect(promtool("check", "rules", "florin.rules.yaml")).toMatchObject({ status: 0 });
  const { status, stdout, stderr } = promtool("test", "rules", "florin.rules.test.yaml");
  expect(`${stdout}${stderr}`).not.toContain("FAILED");
  expect(status).toBe(0);
});

test("each alert has a case in which it fires", async () => {
  const read = (name: string): Promise<string> => readFile(join(folder, name), "utf8");
  const [rules, cases] = await Promise.all([read("florin.rules.yaml"), read("florin.rules.test.yaml")]);
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  expect(alerts).not.toEqual([]);
  expect(alerts.filter((name) => !cases.includes(`{alertname="${name}"}`))).toEqual([]);
});
