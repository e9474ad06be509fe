import type { Command } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { type JsonChoice, jsonOption, printList, shown } from "../output.ts";

export function addNodeCommands(program: Command, context: CommandContext): void {
  program
    .command("nodes")
    .description("Inspect the processes of the service")
    .command("list")
    .description("List nodes with a heartbeat within the last day, newest first")
    .addOption(jsonOption())
    .action((options: JsonChoice) => list(context, options));
}

async function list(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const nodes = await withAdmin(context, "nodes list", async (api, admin) =>
    (await api.listNodes(admin)).map(api.presentNode),
  );
  printList(context, {
    items: nodes.map((node) => ({ ...shown(node), status: statusOf(node) })),
    columns: ["id", "host", "status", "roles", "version", "build", "started"],
    asJson: json,
    noun: "nodes",
    isComplete: true,
  });
}

interface NodeStatus {
  readonly is_gone: boolean;
  readonly draining_since: string | null;
}

function statusOf({ is_gone: isGone, draining_since: drainingSince }: NodeStatus): string {
  if (isGone) return "gone";
  return drainingSince === null ? "running" : "draining";
}
