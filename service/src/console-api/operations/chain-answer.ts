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
    duty: Type.String({ description: "What the address does." }),
    index: Type.Integer(),
    address: Type.String(),
    balance: Type.String({ description: "In the chain's own smallest units." }),
    floor: Type.String({ description: "What it should have at least, in the same units." }),
    is_low: Type.Boolean(),
  }),
);

const WorkSchema = named(
  "ConsoleChainWork",
  Type.Object({
    state: Type.String(),
    count: Type.Integer(),
    stuck: Type.Integer({ description: "Refused by the chain, or older than a quarter of an hour." }),
    oldest_seconds: Type.Number(),
  }),
);

const StuckSchema = named(
  "ConsoleStuckWork",
  Type.Object({
    id: Type.String(),
    tenant_id: nullableString(),
    owner: Type.String({ description: "Whose work it is." }),
    subject: Type.String({ description: "What it is about." }),
    kind: Type.String(),
    state: Type.String(),
    created_at: DateTimeSchema,
    refused_at: nullableString({
      format: "date-time",
      description: "Since when the chain says that it cannot succeed.",
    }),
    attempts: Type.Integer(),
    rejected: nullableString({ description: "What a node said that would not take the last transaction." }),
  }),
);

const ChainSchema = named(
  "ConsoleChain",
  Type.Object({
    network: Type.Enum([...networks]),
    chain: Type.Enum([...chainNames]),
    mode: Type.Enum(["remote", "local", "off"], {
      description: "Nodes of other people, one on this machine, or none.",
    }),
    hosts: Type.Array(Type.String(), { description: "Where its nodes are." }),
    is_reachable: Type.Boolean(),
    node: nullableString({ description: "How the node calls itself." }),
    height: nullableString(),
    final_height: nullableString(),
    scanned_height: nullableString({ description: "Up to where deposits were looked for." }),
    scanned_at: nullableString({ format: "date-time" }),
    scanner_lag: nullableString({ description: "Final blocks that were not scanned yet." }),
    worker_node_id: nullableString({ description: "The node that works on the chain now." }),
    scanner_node_id: nullableString({ description: "The node that looks for deposits now." }),
    gas: Type.Array(GasSchema),
    work: Type.Array(WorkSchema),
    stuck: Type.Array(StuckSchema, { description: "The oldest work that does not get on." }),
  }),
);

export const ChainsSchema = named("ConsoleChains", Type.Object({ chains: Type.Array(ChainSchema) }));

/** What a chain says, and what we know of it. */
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

/** A scanner may know a later block than the node that was asked. */
function lagOf(finalHeight: bigint | undefined, scanned: bigint | undefined): bigint | undefined {
  if (finalHeight === undefined || scanned === undefined) return undefined;
  return finalHeight > scanned ? finalHeight - scanned : 0n;
}

function presentGas({ key, address, balance, floor, isLow }: GasReading): Static<typeof GasSchema> {
  return {
    duty: key.duty,
    index: key.index,
    address,
    balance: balance.toString(),
    floor: floor.toString(),
    is_low: isLow,
  };
}

function presentStuck(work: ChainView["stuck"][number]): Static<typeof StuckSchema> {
  const { id, tenantId, owner, subject, kind, state, createdAt, refusedAt, attempts, rejected } = work;
  return {
    id,
    tenant_id: tenantId,
    owner,
    subject,
    kind,
    state,
    created_at: formatInstant(createdAt),
    refused_at: refusedAt === null ? null : formatInstant(refusedAt),
    attempts,
    rejected,
  };
}

function textOf(value: bigint | undefined): string | null {
  return value === undefined ? null : value.toString();
}
