import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { settingNames } from "../service/src/config.ts";

const settingsPage = join(import.meta.dirname, "../docs/operations/configuration.md");

test("every setting is documented, and nothing else is", async () => {
  const page = await readFile(settingsPage, "utf8");
  const documented = [...page.matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name);
  expect(new Set(documented)).toEqual(new Set(settingNames));
  expect(documented).toHaveLength(settingNames.length);
});
