import { Gauge, type Registry } from "prom-client";
import { createScreener, type SanctionsSource, type Screener } from "../accounts/index.ts";
import type { Config } from "../config.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import type { Logger } from "../startup/logging.ts";
import { StartupError } from "../startup/startup-error.ts";
import type { AppParts } from "./app-parts.ts";

const dayMs = 86_400_000;

/** The screener of this node. In production it does not start with a stale list. */
export function createNodeScreener(
  { config, logger, clock }: Pick<AppParts, "config" | "logger" | "clock">,
  source: SanctionsSource,
  registry: Registry,
): Screener {
  const { threshold } = config.sanctions;
  const screener = createScreener({
    source,
    threshold,
    onLoaded: ({ name, version, entries }) =>
      logger.info({ list: name, version, entries }, "sanctions list loaded"),
    onError: (error) =>
      logger.error({ err: error }, "failed to load the new sanctions list; keeping the previous one"),
  });
  measureList(registry, screener, { clock, maxAgeMs: config.sanctions.listMaxAgeMs });
  return {
    ...screener,
    start: async () => {
      await screener.refresh();
      checkAge(screener.listAsOf(), config, { clock, logger });
      await screener.start();
    },
  };
}

/** Once the node runs, a stale list only raises an alert: refusing all traffic after a failed download is worse. */
function checkAge(
  asOf: Instant | undefined,
  { profile, sanctions: { listMaxAgeMs } }: Pick<Config, "profile" | "sanctions">,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): void {
  const ageMs = asOf === undefined ? 0 : clock.now() - asOf;
  if (ageMs <= listMaxAgeMs) return;
  const message =
    `The sanctions list is ${Math.floor(ageMs / dayMs)} days old; SANCTIONS_LIST_MAX_AGE_DAYS allows ` +
    `${listMaxAgeMs / dayMs}. Download it again; if it is still the latest, touch its files.`;
  if (profile === "production") throw new StartupError(message);
  logger.warn(message);
}

function measureList(
  registry: Registry,
  screener: Screener,
  { clock, maxAgeMs }: { readonly clock: Clock; readonly maxAgeMs: number },
): void {
  const registers = [registry];
  const ageMs = (): number => {
    const asOf = screener.listAsOf();
    return asOf === undefined ? 0 : Math.max(0, clock.now() - asOf);
  };
  new Gauge({
    name: "florin_sanctions_list_age_seconds",
    help: "Age of the sanctions list in use, since it was last known to be the latest; 0 for the demo list.",
    registers,
    collect() {
      this.set(ageMs() / 1000);
    },
  });
  new Gauge({
    name: "florin_sanctions_list_is_stale",
    help: "1 when the sanctions list in use is older than SANCTIONS_LIST_MAX_AGE_DAYS.",
    registers,
    collect() {
      this.set(ageMs() > maxAgeMs ? 1 : 0);
    },
  });
  new Gauge({
    name: "florin_sanctions_list_entries",
    help: "Entries in the sanctions list in use, by version; all nodes should report the same.",
    labelNames: ["version"],
    registers,
    collect() {
      this.reset();
      const { version, entries } = screener.list();
      this.set({ version }, entries);
    },
  });
}
