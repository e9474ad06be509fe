import type { Comparison, Round } from "./comparison.ts";
import { type Goal, median, ratioOf } from "./goals.ts";
import type { Step } from "./step-clock.ts";

/** Each chain at each pace: the service compared with the raw sender. */
export function renderComparisons(comparisons: readonly Comparison[]): string {
  const head = [
    "Chain",
    "Node",
    "Block ms",
    "Transfers",
    "Accepted s",
    "Service s",
    "Service/s",
    "Raw s",
    "Raw/s",
    "Service ÷ raw",
  ];
  return renderTable(
    head,
    comparisons.map((comparison) => {
      const { chain, node, pace, count, rounds } = comparison;
      const serviceMs = median(rounds.map(({ service }) => service.ms));
      const rawMs = median(rounds.map((round) => round.rawMs));
      return [
        chain,
        node,
        String(pace.blockTimeMs[chain]),
        String(count),
        seconds(median(rounds.map(({ service }) => service.acceptedMs))),
        seconds(serviceMs),
        Math.round((count / serviceMs) * 1000).toLocaleString("en"),
        seconds(rawMs),
        Math.round((count / rawMs) * 1000).toLocaleString("en"),
        ratioOf(comparison).toFixed(2),
      ];
    }),
  );
}

/** CPU time per transfer, without the database's. */
export function renderCpu(comparisons: readonly Comparison[]): string {
  return renderTable(
    ["Chain", "Block ms", "Service CPU µs", "node CPU µs", "Raw sender CPU µs", "node CPU µs"],
    comparisons.map(({ chain, pace, count, rounds }) => {
      const each = (figure: (round: Round) => number): string =>
        Math.round((median(rounds.map(figure)) * 1000) / count).toLocaleString("en");
      return [
        chain,
        String(pace.blockTimeMs[chain]),
        each(({ serviceCpu }) => serviceCpu.ownMs),
        each(({ serviceCpu }) => serviceCpu.nodeMs),
        each(({ rawCpu }) => rawCpu.ownMs),
        each(({ rawCpu }) => rawCpu.nodeMs),
      ];
    }),
  );
}

const stepNames: Readonly<Record<Step, string>> = {
  rest: "idle",
  looked: "poll statuses",
  noted: "record statuses",
  settling: "read finished",
  settled: "settle",
  checked: "check",
  reserved: "reserve",
  signed: "sign",
  stored: "store",
  "marked-sent": "mark as sent",
  broadcast: "send",
  turn: "end of turn",
};
const stepOrder = Object.keys(stepNames) as readonly Step[];

/** Engine time by step, in milliseconds of the median round; signing overlaps with sending. */
export function renderSteps(comparisons: readonly Comparison[]): string {
  return renderTable(
    ["Chain", "Block ms", "Turns", ...stepOrder.map((step) => stepNames[step])],
    comparisons.map(({ chain, pace, rounds }) => {
      const middleMs = median(rounds.map(({ service }) => service.ms));
      const steps = rounds.find(({ service }) => service.ms === middleMs)?.service.steps;
      return [
        chain,
        String(pace.blockTimeMs[chain]),
        String(steps?.turns ?? 0),
        ...stepOrder.map((step) => String(Math.round(steps?.ms.get(step) ?? 0))),
      ];
    }),
  );
}

export function renderGoal({ chain, pace, measured, atLeast, isMet }: Goal): string {
  const figures = `measured ${measured.toFixed(2)}, goal at least ${atLeast.toFixed(2)}`;
  return `${isMet ? "met   " : "MISSED"}  ${figures}: ${chain} at the pace "${pace}", service ÷ raw`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}

/** Figures are right-aligned, text left-aligned. */
function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, column) => (/^[\d.,]+$/.test(rows[0]?.[column] ?? "") ? "---:" : "---"));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
