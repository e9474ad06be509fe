import type { DatabaseStatus } from "@florin/service/admin";
import { type AdminApi, openingOptions, unlessInterrupted, useAdminApi } from "../admin-api.ts";
import { type CommandGroup, command } from "../admin-command.ts";
import type { CommandContext } from "../command-context.ts";
import { flag, json, optional, withDefault, yes } from "../command-options.ts";
import { confirm } from "../confirmation.ts";
import { CommandError, UsageError } from "../failure.ts";
import { printList, printOne, type Shown, withSnakeCase } from "../output.ts";

type ClusterContext = Awaited<ReturnType<AdminApi["openCluster"]>>;

const defaultShards = "32";
const maxShards = 1024;

export const databaseCommands: CommandGroup = {
  name: "db",
  description: "Distribute the database over the nodes of a Citus cluster",
  commands: [
    command("status", {
      description: "Show the server, and the nodes, shards and privileges of a distributed database",
      options: [json],
      run: ({ context, name, input }) => status(context, name, input.json),
    }),
    command("distribute", {
      description: "Distribute the tables by tenant; continues where an earlier run ended",
      options: [
        flag("--dry-run", "Show the tables without distributing them"),
        withDefault("--shards <count>", "Shards of each table, for the first run", defaultShards),
        yes,
        json,
      ],
      run: ({ context, name, input }) => distribute(context, name, input),
    }),
    command("rebalance", {
      description: "Move shards until all workers have the same share, while the service runs",
      options: [json],
      run: async ({ context, name, input }) => {
        const { moves } = await withCluster(context, name, (cluster) =>
          cluster.rebalance((done) => context.stderr.write(`${done.finished}/${done.moves} moves\n`)),
        );
        printOne(context, { moves }, { asJson: input.json });
      },
    }),
    command("isolate-tenant <tenant>", {
      description: "Give a managing account shards of its own",
      options: [optional("--to <node>", "Node to move them to, as HOST:PORT"), yes, json],
      run: async ({ context, name, input: { tenant: tenantId, to, yes: isConfirmed, json: asJson } }) => {
        const consequence = `This splits the shards of ${tenantId}, which can't be undone.`;
        await confirm(context, { consequence, isConfirmed });
        const isolated = await withCluster(context, name, (cluster) =>
          cluster.isolateTenant({ tenantId, to }),
        );
        printOne(context, { tenant_id: tenantId, ...isolated }, { asJson });
      },
    }),
  ],
};

function withCluster<T>(
  context: CommandContext,
  command: string,
  work: (cluster: ClusterContext) => Promise<T>,
): Promise<T> {
  return useAdminApi(async (api) => {
    const cluster = await api.openCluster(context.environment, openingOptions(context, command));
    return unlessInterrupted(context.signal, cluster, () => work(cluster));
  });
}

async function status(context: CommandContext, name: string, asJson: boolean): Promise<void> {
  const found = await withCluster(context, name, (cluster) => cluster.status());
  printOne(context, asJson ? inJson(found) : summary(found), { asJson });
  const { differing = [], unread = [] } = found.cluster?.rights ?? {};
  const pending = found.cluster?.pending ?? [];
  if (!asJson) printClusterParts(context, found);
  for (const { privilege, shard, node, isExcess } of differing)
    context.stderr.write(
      `${node}: the service's role ${isExcess ? "has" : "lacks"} ${privilege} on ${shard}\n`,
    );
  for (const node of unread) context.stderr.write(`${node}: not reachable\n`);
  const counts = [
    `${differing.length} privileges to repair`,
    `${pending.length} tables to place`,
    `${unread.length} nodes not reachable`,
  ];
  if (counts.some((count) => !count.startsWith("0 "))) throw new CommandError(counts.join(", "));
}

/** Sizes are bigint, which JSON does not have. */
function inJson(item: object): Shown {
  const text = JSON.stringify(withSnakeCase(item), (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
  return JSON.parse(text) as Shown;
}

function summary({ engine, databaseBytes, cluster }: DatabaseStatus): Shown {
  return {
    server: `PostgreSQL ${engine.version}`,
    citus: engine.kind === "citus" ? engine.citusVersion : "not installed",
    distributed: cluster !== undefined,
    size_on_this_node: `${databaseBytes} bytes`,
    ...(cluster === undefined
      ? {}
      : {
          nodes: cluster.nodes.length,
          tables_to_place: cluster.pending.length,
          privileges_to_repair: cluster.rights.differing.length,
        }),
  };
}

function printClusterParts(context: CommandContext, { cluster }: DatabaseStatus): void {
  if (cluster === undefined) return;
  const print = (noun: string, columns: readonly string[], items: readonly object[]): void => {
    context.stdout.write("\n");
    printList(context, { items: items.map(inJson), columns, asJson: false, noun, isComplete: true });
  };
  print("nodes", ["node", "role", "is_active", "shards", "bytes"], cluster.nodes);
  print("shards", ["shard", "node", "bytes"], cluster.largestShards);
  if (cluster.busiestTenants !== undefined)
    print("tenants counted by Citus", ["tenant_id", "queries", "cpu_seconds"], cluster.busiestTenants);
}

interface DistributeInput {
  readonly dryRun: boolean;
  readonly shards: string;
  readonly yes: boolean;
  readonly json: boolean;
}

async function distribute(
  context: CommandContext,
  name: string,
  { dryRun, shards, yes: isConfirmed, json: asJson }: DistributeInput,
): Promise<void> {
  const shardCount = Number(shards);
  if (!Number.isInteger(shardCount) || shardCount < 1 || shardCount > maxShards)
    throw new UsageError(`--shards must be a number from 1 to ${maxShards}`);
  if (!dryRun) {
    const consequence = "This moves all rows of the tenants' tables to the workers. Make a backup before.";
    await confirm(context, { consequence, isConfirmed });
  }
  const tables = await withCluster(context, name, async (cluster) => {
    if (dryRun) return cluster.plan();
    let done = 0;
    const total = (await cluster.plan()).length;
    const report = ({ table, placement }: { readonly table: string; readonly placement: string }): void => {
      done += 1;
      context.stderr.write(`${done}/${total} ${table} (${placement})\n`);
    };
    return cluster.distribute({ shardCount, report });
  });
  printList(context, {
    items: tables.map(({ table, placement }) => ({ table, placement, state: dryRun ? "pending" : "placed" })),
    columns: ["table", "placement", "state"],
    asJson,
    noun: "tables to place",
    isComplete: true,
  });
}
