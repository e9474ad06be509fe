import type { Command } from "commander";
import { useAdminApi } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { type JsonChoice, jsonOption, printOne, withSnakeCase } from "../output.ts";

export function addConfigCommands(program: Command, context: CommandContext): void {
  program
    .command("config")
    .description("Inspect the service's settings")
    .command("check")
    .description("Validate the settings in the environment and list all problems")
    .addOption(jsonOption())
    .action(({ json }: JsonChoice) => check(context, json));
}

async function check(context: CommandContext, asJson: boolean): Promise<void> {
  const view = await useAdminApi(async (api) => api.checkConfig(context.environment));
  printOne(context, withSnakeCase(view), { asJson });
}
