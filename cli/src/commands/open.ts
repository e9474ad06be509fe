import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { profileOption } from "../profiles/profile-option.ts";

const help = `
On a terminal the page is also opened in a browser. Without an id, it is the home page of the workspace. Pages: requests
(the log of your API requests), events, webhooks, transfers, payments, tokens, addresses, balances, approvals.

Examples:
  florin open 01JD7Q2M8W3T5V6X9YZABCDEFG
  florin open requests
`;

export function addOpenCommand(program: Command, context: CommandContext): void {
  program
    .command("open")
    .description("Print the console page of any id, and open it")
    .argument("[id]", "Id, value type of a token, or name of a page")
    .addOption(profileOption())
    .addHelpText("after", help)
    .action(async (id: string | undefined, { profile }: { readonly profile?: string }) => {
      const { openPage } = await import("../api/open-page.ts");
      await openPage(context, { id: id ?? "", profile });
    });
}
