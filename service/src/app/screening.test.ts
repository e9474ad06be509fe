import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import { readSdnFixture } from "../../test/sdn-fixture.ts";
import type { SanctionsSource } from "../accounts/index.ts";
import { readConfig } from "../config.ts";
import { type Instant, instantFromMs } from "../kernel/instant.ts";
import { createLogger } from "../startup/logging.ts";
import { createNodeScreener } from "./screening.ts";

const dayMs = 86_400_000;

function open(profile: "local" | "production", asOf: (now: Instant) => Instant | undefined) {
  const clock = createManualClock();
  const lines: string[] = [];
  const config = { ...readConfig({}), profile };
  const logger = createLogger({ logLevel: "info", logFormat: "json" }, false, {
    write: (line) => lines.push(line),
  });
  const at = asOf(clock.now());
  const source: SanctionsSource = {
    fingerprint: async () => "fixture",
    read: async () => ({ list: await readSdnFixture(), asOf: at }),
  };
  const registry = new Registry();
  return {
    clock,
    lines,
    registry,
    screener: createNodeScreener({ config, logger, clock }, source, registry),
  };
}

const daysAgo = (days: number) => (now: Instant) => instantFromMs(now - days * dayMs);

test("production does not start with a stale list", async () => {
  const { screener } = open("production", daysAgo(9));
  await expect(screener.start()).rejects.toThrow(
    "The sanctions list is 9 days old; SANCTIONS_LIST_MAX_AGE_DAYS allows 7. Download it again; if it is still the latest, touch its files.",
  );
  await screener.stop();
});

test("production starts with a recent list, and logs its version", async () => {
  const { screener, lines } = open("production", daysAgo(6));
  await screener.start();
  await screener.stop();
  expect(lines.join("")).toContain('"list":"Invented names","version":"2026-11-13-');
});

test("the local profile starts with a stale list, and logs a warning", async () => {
  const { screener, lines } = open("local", daysAgo(9));
  await screener.start();
  await screener.stop();
  expect(lines.join("")).toContain("The sanctions list is 9 days old");
});

test("a list that becomes stale while the node runs raises an alert, and screening continues", async () => {
  const { screener, clock, registry } = open("production", daysAgo(6));
  await screener.start();
  expect(await registry.metrics()).toMatch(/^florin_sanctions_list_is_stale 0$/m);
  clock.advance(2 * dayMs);
  const metrics = await registry.metrics();
  await screener.stop();
  expect(metrics).toMatch(/^florin_sanctions_list_is_stale 1$/m);
  expect(metrics).toMatch(/^florin_sanctions_list_age_seconds 691200$/m);
  expect(metrics).toMatch(/^florin_sanctions_list_entries\{version="2026-11-13-[0-9a-f]{12}"\} 60$/m);
  expect(await screener.screen([{ label: "controller", kind: "individual", names: ["Ada"] }])).toHaveLength(
    1,
  );
});

test("the demo list has no age", async () => {
  const { screener, registry } = open("local", () => undefined);
  await screener.start();
  expect(await registry.metrics()).toMatch(/^florin_sanctions_list_age_seconds 0$/m);
  await screener.stop();
});
