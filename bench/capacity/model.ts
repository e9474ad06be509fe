import { createHash } from "node:crypto";

/** Measured cost of one operation. */
export interface Cost {
  readonly name: string;
  /** How often it happens for each transfer. */
  readonly perTransfer: number;
  readonly serviceCpuUs: number;
  readonly databaseCpuUs: number;
  /** Undefined where it was not measured; then it counts as nothing. */
  readonly walBytes: number | undefined;
  readonly storedBytes: number | undefined;
  readonly commits: number | undefined;
}

/** The share of each resource that is planned for; the rest is for peaks, vacuum and a lost node. */
const plannedShare = 0.5;
/** One process of the service has one thread of JavaScript. */
const coresPerNode = 1;
/** A node of one busy core holds about this many connections in use, by Little's law at 4 ms per transaction. */
const connectionsPerNode = 20;
const secondsPerDay = 86_400;

export interface Need {
  readonly perSecond: number;
  readonly serviceCores: number;
  /** Nodes, and one more, so that one can be lost or upgraded. */
  readonly nodes: number;
  readonly databaseCores: number;
  readonly walMegabytesPerSecond: number;
  readonly walGigabytesPerDay: number;
  readonly storedGigabytesPerDay: number;
  readonly commitsPerSecond: number;
  readonly connections: number;
}

/** What this many transfers per second need, with all that follows each of them. */
export function needsOf(perSecond: number, costs: readonly Cost[]): Need {
  const sum = (figure: (cost: Cost) => number | undefined): number =>
    costs.reduce((total, cost) => total + cost.perTransfer * (figure(cost) ?? 0), 0) * perSecond;
  const serviceCores = sum(({ serviceCpuUs }) => serviceCpuUs) / 1e6;
  const databaseCores = sum(({ databaseCpuUs }) => databaseCpuUs) / 1e6;
  const walBytes = sum(({ walBytes: bytes }) => bytes);
  const nodes = Math.ceil(serviceCores / (coresPerNode * plannedShare)) + 1;
  return {
    perSecond,
    serviceCores,
    nodes,
    databaseCores,
    walMegabytesPerSecond: walBytes / 1e6,
    walGigabytesPerDay: (walBytes * secondsPerDay) / 1e9,
    storedGigabytesPerDay: (sum(({ storedBytes }) => storedBytes) * secondsPerDay) / 1e9,
    commitsPerSecond: sum(({ commits }) => commits),
    connections: nodes * connectionsPerNode,
  };
}

/** Transfers per second at which one database server reaches the planned share of its cores. */
export function databaseLimit(cores: number, costs: readonly Cost[]): number {
  return (cores * plannedShare) / needsOf(1, costs).databaseCores;
}

/**
 * Load of the busiest shard as a multiple of the mean, when tenants are distributed by a hash of their id. Tenant n has
 * 1/n^exponent of the load of the largest: 0 for equal tenants, 1 for Zipf's law.
 */
export function shardSkew(tenants: number, shards: number, exponent: number): number {
  const loads = new Float64Array(shards);
  for (let tenant = 1; tenant <= tenants; tenant += 1) {
    const shard = createHash("sha256").update(`tenant ${tenant}`).digest().readUInt32BE(0) % shards;
    loads[shard] = (loads[shard] ?? 0) + 1 / tenant ** exponent;
  }
  return Math.max(...loads) / (loads.reduce((sum, load) => sum + load, 0) / shards);
}
