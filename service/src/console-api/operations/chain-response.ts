import Type, { type Static } from "typebox";
import type { ChainView } from "../../admin/index.ts";
import { chainNames } from "../../chains/chain-name.ts";
import type { GasReading } from "../../chains/custody/gas-watch.ts";
import { DateTimeSchema, named, nullableString } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import type { SeenChain } from "./seen-chain.ts";

const GasSchema = named(
  "ConsoleGas",
  Type.Object({
    role: Type.String({ description: "Key role of the address." }),
    index: Type.Integer(),
    address: Type.String(),
    balance: Type.String({ description: "In the smallest unit of the chain's native token." }),
    floor: Type.String({ description: "Minimum balance, in the same unit." }),
    is_low: Type.Boolean(),
  }),
);

const WorkSchema = named(
  "ConsoleChainWork",
  Type.Object({
    state: Type.String(),
    count: Type.Integer(),
    stuck: Type.Integer({ description: "Rejected by the chain, or older than 15 minutes." }),
    oldest_seconds: Type.Number(),
  }),
);

const StuckSchema = named(
  "ConsoleStuckWork",
  Type.Object({
    id: Type.String(),
    tenant_id: nullableString(),
    owner: Type.String({ description: "Module that owns the operation." }),
    subject: Type.String({ description: "Object of the operation." }),
    kind: Type.String(),
    state: Type.String(),
    created_at: DateTimeSchema,
    refused_at: nullableString({
      format: "date-time",
      description: "Since when the chain reports that it can't succeed.",
    }),
    submissions: Type.Integer(),
    rejected: nullableString({ description: "RPC node's rejection of the last transaction." }),
  }),
);

const ChainSchema = named(
  "ConsoleChain",
  Type.Object({
    network: Type.Enum([...networks]),
    chain: Type.Enum([...chainNames]),
    mode: Type.Enum(["remote", "local", "off"], {
      description: "External RPC nodes, a local one, or none.",
    }),
    hosts: Type.Array(Type.String(), { description: "Hosts of its RPC nodes." }),
    is_reachable: Type.Boolean(),
    node: nullableString({ description: "The RPC node's client version." }),
    height: nullableString(),
    final_height: nullableString(),
    scanned_height: nullableString({ description: "Scan position for deposits." }),
    scanned_at: nullableString({ format: "date-time" }),
    scanner_lag: nullableString({ description: "Final blocks not scanned yet." }),
    worker_node_id: nullableString({ description: "Node that holds the worker lease." }),
    scanner_node_id: nullableString({ description: "Node that holds the scanner lease." }),
    gas: Type.Array(GasSchema),
    work: Type.Array(WorkSchema),
    stuck: Type.Array(StuckSchema, { description: "Oldest stuck operations." }),
  }),
);

export const ChainsSchema = named("ConsoleChains", Type.Object({ chains: Type.Array(ChainSchema) }));

/** A chain's live state, and the service's state of it. */
export function presentChain(seen: SeenChain, known: ChainView): Static<typeof ChainSchema> {
  const { network, chain, mode, hosts, isReachable, head, gas } = seen;
  const { scanned, work, stuck, leases } = known;
  const holderOf = (task: "work" | "scan"): string | null =>
    leases.find((lease) => lease.task === task)?.holder ?? null;
  return {
    network,
    chain,
    mode,
    hosts: [...hosts],
    is_reachable: isReachable,
    node: head?.node ?? null,
    height: textOf(head?.height),
    final_height: textOf(head?.finalHeight),
    scanned_height: textOf(scanned?.height),
    scanned_at: scanned === undefined ? null : formatInstant(scanned.scannedAt),
    scanner_lag: textOf(lagOf(head?.finalHeight, scanned?.height)),
    worker_node_id: holderOf("work"),
    scanner_node_id: holderOf("scan"),
    gas: gas.map(presentGas),
    work: work.map(({ state, count, stuck: stuckCount, oldestSeconds }) => ({
      state,
      count,
      stuck: stuckCount,
      oldest_seconds: oldestSeconds,
    })),
    stuck: stuck.map(presentStuck),
  };
}

/** The scanner may know a later block than the queried RPC node. */
function lagOf(finalHeight: bigint | undefined, scanned: bigint | undefined): bigint | undefined {
  if (finalHeight === undefined || scanned === undefined) return undefined;
  return finalHeight > scanned ? finalHeight - scanned : 0n;
}

function presentGas({ key, address, balance, floor, isLow }: GasReading): Static<typeof GasSchema> {
  return {
    role: key.role,
    index: key.index,
    address,
    balance: balance.toString(),
    floor: floor.toString(),
    is_low: isLow,
  };
}

function presentStuck(work: ChainView["stuck"][number]): Static<typeof StuckSchema> {
  const { id, tenantId, owner, subject, kind, state, createdAt, refusedAt, submissions, rejected } = work;
  return {
    id,
    tenant_id: tenantId ?? null,
    owner,
    subject,
    kind,
    state,
    created_at: formatInstant(createdAt),
    refused_at: refusedAt === undefined ? null : formatInstant(refusedAt),
    submissions,
    rejected: rejected ?? null,
  };
}

function textOf(value: bigint | undefined): string | null {
  return value === undefined ? null : value.toString();
}
