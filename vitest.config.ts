import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { classifyTests } from "./tests/projects/classify.ts";
import { slowestFiles } from "./tests/projects/slowest-files.ts";

const pathTo = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const files = classifyTests(pathTo("."));

/** Guards against a test that hangs; no test is expected to take this long, even on a busy machine. */
const hangMs = 300_000;

function project(
  name: string,
  include: readonly string[],
  env: Readonly<Record<string, string>> = {},
): TestProjectInlineConfiguration {
  const needsBrowser = include.some((path) => path.startsWith("tests/browser/"));
  const globalSetup = needsBrowser ? ["./tests/browser/browser-server.ts"] : [];
  return { extends: true, test: { name, include: [...include], env, globalSetup } };
}

export default defineConfig({
  resolve: {
    alias: {
      "@florin/service/admin": pathTo("./service/src/admin/index.ts"),
      "@florin/service/recovery": pathTo("./service/src/app/recovery.ts"),
      "@florin/service/sandbox-ports": pathTo("./service/src/sandbox-ports.ts"),
      "@florin/sandbox": pathTo("./sandbox/src/index.ts"),
      "@florin/sdk": pathTo("./sdk/src/index.ts"),
    },
  },
  test: {
    projects: [
      ...(["unit", "database", "e2e", "browser"] as const).map((name) =>
        project(
          name,
          files.filter((file) => file.project === name).map(({ path }) => path),
        ),
      ),
      project(
        "long",
        files.filter(({ isLong }) => isLong).map(({ path }) => path),
        { TEST_LONG: "1" },
      ),
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    globalSetup: ["./service/test/global-setup.ts"],
    setupFiles: ["./service/test/property-seed.ts"],
    // The summary of the default reporter comes last.
    reporters: [slowestFiles, "default"],
    experimental: { fsModuleCache: true },
    pool: "forks",
    // Files of one worker share the modules they load, which is half of the time. None changes what it shares.
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism()) + 1,
    testTimeout: hangMs,
    hookTimeout: hangMs,
    teardownTimeout: hangMs,
    expect: { poll: { timeout: 240_000 } },
  },
});
