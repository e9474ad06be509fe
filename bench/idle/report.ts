import { availableParallelism, cpus } from "node:os";
import { type Goal, goalsOf, type IdleFigures, type Poll } from "./figures.ts";

const shownPolls = 12;

export function render(figures: IdleFigures, polls: readonly Poll[]): string {
  const model = cpus()[0]?.model ?? "unknown";
  return [
    `${availableParallelism()} cores (${model}, ${process.arch}), Node ${process.versions.node}`,
    "",
    "| Idle for | Resident MB | CPU % | Database CPU % | Connections | Transactions/s |",
    "| -------: | ----------: | ----: | -------------: | ----------: | -------------: |",
    rowOf(figures),
    "",
    "| Poll loop | Turns/min |",
    "| --------- | --------: |",
    ...polls
      .slice(0, shownPolls)
      .map(({ loop, turnsPerMinute }) => `| ${loop} | ${turnsPerMinute.toFixed(1)} |`),
    "",
    ...goalsOf(figures).map(renderGoal),
  ].join("\n");
}

function rowOf(figures: IdleFigures): string {
  const cells = [
    `${figures.seconds.toFixed(0)} s`,
    figures.residentMegabytes.toFixed(0),
    figures.cpuShare.toFixed(2),
    figures.databaseCpuShare.toFixed(2),
    String(figures.connections),
    figures.transactionsPerSecond.toFixed(1),
  ];
  return `| ${cells.join(" | ")} |`;
}

function renderGoal({ name, measured, below, isMet }: Goal): string {
  return `${isMet ? "met" : "missed"}: ${name}: ${measured.toFixed(2)}, goal: below ${below}`;
}
