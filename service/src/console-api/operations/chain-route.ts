import Type from "typebox";
import { ChainSchema } from "../../addresses/index.ts";
import { type ChainView, showChains } from "../../admin/index.ts";
import { present } from "../../http/present.ts";
import type { Route } from "../../http/route.ts";
import { DateTimeSchema, named, nullableString } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";
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

const DisagreementSchema = named(
  "ConsoleNodeDisagreement",
  Type.Object({
    host: Type.String({ description: "Host of the RPC node." }),
    count: Type.Integer({ description: "Number of times." }),
    disagreed_at: DateTimeSchema,
  }),
);

const ChainStatusSchema = named(
  "ConsoleChain",
  Type.Object({
    network: Type.Enum([...networks]),
    chain: ChainSchema,
    mode: Type.Enum(["remote", "local", "off"], {
      description: "External RPC nodes, a local one, or none.",
    }),
    hosts: Type.Array(Type.String(), { description: "Hosts of its RPC nodes." }),
    is_reachable: Type.Boolean(),
    coin: nullableString({ description: "Symbol of the coin that pays the fees." }),
    coin_decimals: Type.Integer(),
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
    deposits_awaiting_quorum: Type.Integer({
      description: "Final deposits that most RPC nodes have not confirmed yet.",
    }),
    disagreements: Type.Array(DisagreementSchema, {
      description: "RPC nodes that contradicted the others about a deposit.",
    }),
  }),
);

const ChainsSchema = named("ConsoleChains", Type.Object({ chains: Type.Array(ChainStatusSchema) }));

/** Status of every chain. An unreachable chain is shown as such and doesn't block the others. */
export function chainRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${consolePath}/chains`, {
    operationId: "listChains",
    summary: "List chains with their status",
    access: { permission: "chains.read" },
    response: { description: "Every chain of both networks.", schema: ChainsSchema },
    handle: async (request) => {
      const [seen, known] = await Promise.all([deps.lookAtChains(), showChains(adminFor(deps, request))]);
      const chains = known.flatMap((view) => {
        const live = seen.find(({ network, chain }) => network === view.network && chain === view.chain);
        return live === undefined ? [] : [chainOf(live, view)];
      });
      return present(ChainsSchema, { chains });
    },
  });
}

/** A chain's live state, and the service's state of it. */
function chainOf({ head, gas, ...live }: SeenChain, { scanned, leases, ...view }: ChainView) {
  const holderOf = (task: "work" | "scan") => leases.find((lease) => lease.task === task)?.holder;
  return {
    ...live,
    node: head?.node,
    height: head?.height?.toString(),
    finalHeight: head?.finalHeight.toString(),
    scannedHeight: scanned?.height.toString(),
    scannedAt: scanned?.scannedAt,
    scannerLag: lagOf(head?.finalHeight, scanned?.height)?.toString(),
    workerNodeId: holderOf("work"),
    scannerNodeId: holderOf("scan"),
    gas: gas.map(({ key, balance, floor, ...reading }) => ({
      ...reading,
      ...key,
      balance: balance.toString(),
      floor: floor.toString(),
    })),
    work: view.work,
    stuck: view.stuck,
    depositsAwaitingQuorum: view.depositsAwaitingQuorum,
    disagreements: view.disagreements,
  };
}

/** The scanner may know a later block than the queried RPC node. */
function lagOf(finalHeight: bigint | undefined, scanned: bigint | undefined): bigint | undefined {
  if (finalHeight === undefined || scanned === undefined) return undefined;
  return finalHeight > scanned ? finalHeight - scanned : 0n;
}
