import type { Goal, IsolationFigure, LatencyFigure, SpeedFigure } from "./goals.ts";
import type { Quantiles, Spread } from "./quantiles.ts";

/** The median round, and in brackets the lowest and the highest. */
export function renderSpeeds(figures: readonly SpeedFigure[]): string {
  return renderTable(
    [
      "Subscriptions",
      "Deliveries",
      "Service/s",
      "Plain/s",
      "Service ÷ plain",
      "Service CPU µs",
      "Database CPU µs",
      "Plain CPU µs",
    ],
    figures.map(({ subscriptions, deliveries, servicePerSecond, plainPerSecond, ratio, cpuMicroseconds }) => [
      whole(subscriptions),
      whole(deliveries),
      spread(servicePerSecond, whole),
      spread(plainPerSecond, whole),
      spread(ratio, (figure) => figure.toFixed(2)),
      ...[cpuMicroseconds.service, cpuMicroseconds.database, cpuMicroseconds.plain].map(({ median }) =>
        whole(median),
      ),
    ]),
  );
}

export function renderLatencies(figures: readonly LatencyFigure[]): string {
  return renderTable(
    ["Subscriptions", "Target/s", "Deliveries/s", "p50 ms", "p95 ms", "p99 ms"],
    figures.map(({ subscriptions, expectedPerSecond, perSecond, ms }) => [
      whole(subscriptions),
      whole(expectedPerSecond),
      whole(perSecond),
      ...quantiles(ms),
    ]),
  );
}

export function renderIsolation({ calm, troubled }: IsolationFigure): string {
  return renderTable(
    ["Round", "p50 ms", "p95 ms", "p99 ms", "with bad endpoints: p50 ms", "p95 ms", "p99 ms"],
    calm.flatMap((well, round) => {
      const ill = troubled[round];
      return ill === undefined ? [] : [[whole(round + 1), ...quantiles(well), ...quantiles(ill)]];
    }),
  );
}

export function renderGoal({ name, measured, bound, limit, isMet }: Goal): string {
  const figures = `measured ${measured.toFixed(2)}, goal ${bound} ${limit.toFixed(2)}`;
  return `${isMet ? "met   " : "MISSED"}  ${figures}: ${name}`;
}

function quantiles({ p50, p95, p99 }: Quantiles): readonly string[] {
  return [p50, p95, p99].map((figure) => figure.toFixed(1));
}

function spread({ median, lowest, highest }: Spread, render: (figure: number) => string): string {
  return `${render(median)} (${render(lowest)} to ${render(highest)})`;
}

/** Everything is a figure, so everything is right-aligned. */
function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map(() => "---:");
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function whole(figure: number): string {
  return Number.isNaN(figure) ? "–" : Math.round(figure).toLocaleString("en");
}
