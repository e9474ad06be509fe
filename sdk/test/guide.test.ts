import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readGuide } from "../../tests/guides/read-guide.ts";
import { runGuide } from "../../tests/guides/run-guide.ts";
import type { VerificationFailure } from "../src/index.ts";

const checkout = join(import.meta.dirname, "../..");
const guide = await readFile(join(checkout, "docs/guides/verify-webhooks.md"), "utf8");
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

test("the guide shows the examples as they are", async () => {
  const examples = [...guide.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  const names = ["inbox", "express-receiver", "fastify-receiver", "node-receiver"];
  const files = names.map((name) => readFile(join(checkout, "sdk/examples", `${name}.ts`), "utf8"));
  expect(examples).toEqual(await Promise.all(files));
});

// The test of all guides allows for other names in the same places. Here every character counts.
test.skipIf(!hasOpenssl)(
  "its commands print exactly what it shows (where OpenSSL is installed)",
  async () => {
    const steps = readGuide(guide);
    const printed = await runGuide(steps, {});
    expect(printed.map((text) => text.trimEnd())).toEqual(
      steps.map(({ output }) => output?.text.trimEnd() ?? ""),
    );
  },
);

test("it lists every reason why a webhook is rejected", () => {
  const reasons: Readonly<Record<VerificationFailure, true>> = {
    missing_header: true,
    malformed_header: true,
    malformed_secret: true,
    timestamp_too_old: true,
    timestamp_too_new: true,
    no_matching_signature: true,
    malformed_body: true,
  };
  for (const reason of Object.keys(reasons)) expect(guide).toContain(`\`${reason}\``);
});
