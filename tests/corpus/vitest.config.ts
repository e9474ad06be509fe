import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import root from "../../vitest.config.ts";

const { projects: _projects, reporters: _reporters, ...test } = root.test ?? {};

export default defineConfig({
  ...root,
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: { ...test, include: ["tests/corpus/*.record.ts"], maxWorkers: 2, reporters: ["default"] },
});
