import type { OpenWorkView } from "@florin/service/admin";
import type { Command } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { type JsonChoice, jsonOption, printList, type Shown } from "../output.ts";

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
    items: items.map(present),
    columns: ["network", "chain", "state", "count", "oldest_seconds"],
    asJson: json,
    noun: "pending chain operations",
    isComplete: true,
  });
}

function present({ network, chain, state, count, oldestSeconds }: OpenWorkView): Shown {
  return { network, chain, state, count, oldest_seconds: Math.round(oldestSeconds) };
}
