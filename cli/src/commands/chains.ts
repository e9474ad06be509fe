import type { Command } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { type JsonChoice, jsonOption, printList, withSnakeCase } from "../output.ts";

export function addChainCommands(program: Command, context: CommandContext): void {
  program
    .command("chains")
    .description("Inspect chain operations")
    .command("work")
    .description("Count pending chain operations by chain and state")
    .addOption(jsonOption())
    .action((options: JsonChoice) => work(context, options));
}

async function work(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const items = await withAdmin(context, "chains work", (api, admin) => api.listOpenWork(admin));
  printList(context, {
    items: items.map((work) => withSnakeCase({ ...work, oldestSeconds: Math.round(work.oldestSeconds) })),
    columns: ["network", "chain", "state", "count", "oldest_seconds"],
    asJson: json,
    noun: "pending chain operations",
    isComplete: true,
  });
}
