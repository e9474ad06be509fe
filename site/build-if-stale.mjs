// Builds the documentation site if its sources have changed since the last build.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildIfStale } from "../packaging/build-if-stale.mjs";

const folder = dirname(fileURLToPath(import.meta.url));
const names = [
  "theme.css",
  "tabs.mjs",
  "../docs",
  "../ARCHITECTURE.md",
  "../CHANGELOG.md",
  "../CONTRIBUTING.md",
  "../SECURITY.md",
  "../examples/README.md",
  "../examples/onramp/README.md",
  "../examples/payouts/README.md",
  "../examples/shop/README.md",
  "../sdk/README.md",
  "../sdk/src/generated/resources.ts",
  "../service/src/kernel/refusal.ts",
  "../package-lock.json",
  ...[
    "config",
    "diagram",
    "diagram-source",
    "generated-pages",
    "llms",
    "main",
    "navigation",
    "pages",
    "place-boxes",
  ].map((name) => `${name}.ts`),
];

// Absent in installations without dev dependencies; the service runs without the site.
if (existsSync(join(folder, "../node_modules/vitepress")))
  await buildIfStale({ folder, sources: names.map((name) => join(folder, name)), build });

function build(fresh) {
  process.stdout.write("  · building the documentation site (once)\n");
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", join(folder, "main.ts"), fresh],
    {
      encoding: "utf8",
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  // VitePress writes its progress there, too.
  if (status !== 0) process.stderr.write(stderr);
  return status === 0;
}
