import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { type JsonChoice, jsonOption } from "../output.ts";
import { profileOption } from "../profiles/profile-option.ts";

interface TriggerOptions extends JsonChoice {
  readonly profile?: string;
  readonly account?: string;
}

const help = `
Nothing is faked: the event happens by the shortest flow in the sandbox. Token mints, burns and transfers require a
self-attested account, such as Demo Tokenization, and token.reserve_report.created one that is not; deposit.held requires
the demo sanctions list, and webhook.* a service with WEBHOOK_ALLOW_HTTP=on.

Examples:
  florin trigger transfer.completed
  florin trigger token.mint.completed --profile issuer
`;

export function addTriggerCommand(program: Command, context: CommandContext): void {
  program
    .command("trigger")
    .description("Make an event happen on testnet, and print it")
    .argument("<event_type>", "Such as transfer.completed")
    .option("--account <id>", "Account (default: the application's own)")
    .addOption(profileOption())
    .addOption(jsonOption())
    .addHelpText("after", help)
    .action(async (type: string, options: TriggerOptions) => {
      const { trigger } = await import("../trigger/trigger.ts");
      await trigger(context, { ...options, type });
    });
}
