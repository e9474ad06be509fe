import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: {
      "@florin/service/admin": fileURLToPath(new URL("./service/src/admin/index.ts", import.meta.url)),
      "@florin/sdk": fileURLToPath(new URL("./sdk/src/index.ts", import.meta.url)),
    },
  },
  test: {
    include: [
      "service/**/*.test.ts",
      "cli/**/*.test.ts",
      "sdk/**/*.test.ts",
      "console/**/*.test.{ts,tsx}",
      "contracts/**/*.test.ts",
      "bench/**/*.test.ts",
      "tests/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    globalSetup: ["./service/test/global-setup.ts"],
    pool: "forks",
    // Files of one worker share the modules they load, which is half of the time. None changes what it shares.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    teardownTimeout: 60_000,
  },
});
