import { Gauge, type Registry } from "prom-client";
import { createScreener, type SanctionsSource, type Screener } from "../accounts/index.ts";
import type { Config } from "../config.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import type { AppParts } from "./app-parts.ts";
import type { Logger } from "./logging.ts";
import { StartupError } from "./startup-error.ts";

const dayMs = 86_400_000;

/** The screener of this node. In production it does not start with a list that is too old. */
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
      logger.info({ list: name, version, entries }, "a sanctions list has come into use"),
    onError: (error) =>
      logger.error({ err: error }, "the new sanctions list cannot be used; the one before stays in use"),
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

/** Later, an old list only raises an alarm: to turn everybody away because a download failed would be worse. */
function checkAge(
  asOf: Instant | undefined,
  { profile, sanctions: { listMaxAgeMs } }: Pick<Config, "profile" | "sanctions">,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): void {
  const ageMs = asOf === undefined ? 0 : clock.now() - asOf;
  if (ageMs <= listMaxAgeMs) return;
  const message =
    `The sanctions list is ${Math.floor(ageMs / dayMs)} days old, and SANCTIONS_LIST_MAX_AGE_DAYS allows ` +
    `${listMaxAgeMs / dayMs}. Fetch it again; if it is still the latest, touch sdn.csv and alt.csv.`;
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
    help: "How long ago the sanctions list in use was last known to be the latest; 0 for the demo list.",
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
    help: "Entries of the sanctions list in use, by its version: nodes should agree.",
    labelNames: ["version"],
    registers,
    collect() {
      this.reset();
      const { version, entries } = screener.list();
      this.set({ version }, entries);
    },
  });
}
