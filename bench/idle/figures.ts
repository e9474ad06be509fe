import type { ProcessUsage } from "./process-usage.ts";

/** The state of the service at one time. */
export interface Observation {
  readonly atMs: number;
  readonly usage: ProcessUsage;
  readonly database: DatabaseCounts & { readonly cpuMs: number };
}

export interface DatabaseCounts {
  readonly connections: number;
  readonly commits: number;
}

export interface IdleFigures {
  readonly seconds: number;
  readonly residentMegabytes: number;
  /** Of one core, in percent. */
  readonly cpuShare: number;
  readonly connections: number;
  readonly transactionsPerSecond: number;
  /** Of one core, in percent; NaN where the system doesn't report it. */
  readonly databaseCpuShare: number;
}

export interface Poll {
  readonly loop: string;
  readonly turnsPerMinute: number;
}

export interface Goal {
  readonly name: string;
  readonly measured: number;
  readonly below: number;
  readonly isMet: boolean;
}

const maxResidentMegabytes = 300;
const maxCpuShare = 2;
/** In percentage points. */
const flatWithin = 0.5;

export function difference(before: Observation, after: Observation): IdleFigures {
  const seconds = (after.atMs - before.atMs) / 1_000;
  return {
    seconds,
    residentMegabytes: after.usage.residentBytes / 1e6,
    cpuShare: (after.usage.cpuMs - before.usage.cpuMs) / seconds / 10,
    connections: after.database.connections,
    transactionsPerSecond: (after.database.commits - before.database.commits) / seconds,
    databaseCpuShare: (after.database.cpuMs - before.database.cpuMs) / seconds / 10,
  };
}

/** The most frequent first. */
export function pollsOf(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  seconds: number,
): readonly Poll[] {
  const polls = [...after].map(([loop, turns]) => ({
    loop,
    turnsPerMinute: ((turns - (before.get(loop) ?? 0)) / seconds) * 60,
  }));
  return polls.sort((left, right) => right.turnsPerMinute - left.turnsPerMinute);
}

/** Whether two measurements in a row are about the same. */
export function isSettled(before: number | undefined, cpuShare: number): boolean {
  return before !== undefined && Math.abs(before - cpuShare) < flatWithin;
}

export function goalsOf({ residentMegabytes, cpuShare }: IdleFigures): readonly Goal[] {
  return [
    goal("resident memory, MB", residentMegabytes, maxResidentMegabytes),
    goal("CPU, % of one core", cpuShare, maxCpuShare),
  ];
}

function goal(name: string, measured: number, below: number): Goal {
  return { name, measured, below, isMet: measured < below };
}
