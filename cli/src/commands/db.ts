import type { DatabaseStatus } from "@florin/service/admin";
import type { Command } from "commander";
import { type AdminApi, unlessInterrupted, useAdminApi } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { CommandError, UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown, withSnakeCase } from "../output.ts";

type ClusterContext = Awaited<ReturnType<AdminApi["openCluster"]>>;

interface DistributeOptions extends JsonChoice, YesChoice {
  readonly dryRun: boolean;
  readonly shards: string;
}

interface IsolateOptions extends JsonChoice, YesChoice {
  readonly to?: string;
}

const defaultShards = "32";
const maxShards = 1024;

export function addDatabaseCommands(program: Command, context: CommandContext): void {
  const db = program.command("db").description("Distribute the database over the nodes of a Citus cluster");
  db.command("status")
    .description("Show the server, and the nodes, shards and privileges of a distributed database")
    .addOption(jsonOption())
    .action((options: JsonChoice) => status(context, options));
  db.command("distribute")
    .description("Distribute the tables by tenant; continues where an earlier run ended")
    .option("--dry-run", "Show the tables without distributing them", false)
    .option("--shards <count>", "Shards of each table, for the first run", defaultShards)
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((options: DistributeOptions) => distribute(context, options));
  db.command("rebalance")
    .description("Move shards until all workers have the same share, while the service runs")
    .addOption(jsonOption())
    .action((options: JsonChoice) => rebalance(context, options));
  db.command("isolate-tenant")
    .argument("<tenant>", "Managing account")
    .description("Give a managing account shards of its own")
    .option("--to <node>", "Node to move them to, as HOST:PORT")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((tenant: string, options: IsolateOptions) => isolateTenant(context, tenant, options));
}

function withCluster<T>(
  { environment, stderr, signal, operator }: CommandContext,
  command: string,
  work: (cluster: ClusterContext) => Promise<T>,
): Promise<T> {
  const onProgress = (message: string): void => stderr.write(`${message}\n`);
  return useAdminApi(async (api) => {
    const cluster = await api.openCluster(environment, {
      command,
      onProgress,
      ...(operator === undefined ? {} : { operator }),
    });
    return unlessInterrupted(signal, cluster, () => work(cluster));
  });
}

async function status(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const found = await withCluster(context, "db status", (cluster) => cluster.status());
  printOne(context, json ? inJson(found) : summary(found), { asJson: json });
  const { differing = [], unread = [] } = found.cluster?.rights ?? {};
  const pending = found.cluster?.pending ?? [];
  if (!json) printClusterParts(context, found);
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

async function distribute(context: CommandContext, options: DistributeOptions): Promise<void> {
  const { dryRun, shards, yes, json } = options;
  const shardCount = Number(shards);
  if (!Number.isInteger(shardCount) || shardCount < 1 || shardCount > maxShards)
    throw new UsageError(`--shards must be a number from 1 to ${maxShards}`);
  if (!dryRun) {
    const consequence = "This moves all rows of the tenants' tables to the workers. Make a backup before.";
    await confirm(context, { consequence, isConfirmed: yes });
  }
  const tables = await withCluster(context, "db distribute", async (cluster) => {
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
    asJson: json,
    noun: "tables to place",
    isComplete: true,
  });
}

async function rebalance(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const result = await withCluster(context, "db rebalance", (cluster) =>
    cluster.rebalance(({ finished, moves }) => context.stderr.write(`${finished}/${moves} moves\n`)),
  );
  printOne(context, { moves: result.moves }, { asJson: json });
}

async function isolateTenant(
  context: CommandContext,
  tenantId: string,
  { to, yes, json }: IsolateOptions,
): Promise<void> {
  const consequence = `This splits the shards of ${tenantId}, which can't be undone.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const isolated = await withCluster(context, "db isolate-tenant", (cluster) =>
    cluster.isolateTenant({ tenantId, to }),
  );
  printOne(context, { tenant_id: tenantId, ...isolated }, { asJson: json });
}
