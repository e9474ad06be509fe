import { type Command, Option } from "commander";
import type { CommandContext } from "../command-context.ts";
import type { TailInput } from "../logs/tail.ts";
import { jsonOption } from "../output.ts";
import { profileOption } from "../profiles/profile-option.ts";

const help = `
Each line has the time, status, method, path, duration, request id and error code. Only requests of the application itself
are shown: those of all applications are in the console, under Developers, with their redacted bodies.

Examples:
  florin logs tail
  florin logs tail --status 4xx --json
`;

export function addLogCommands(program: Command, context: CommandContext): void {
  const logs = program.command("logs").description("Requests of the application");
  logs
    .command("tail")
    .description("Print requests as they are made, until ^C")
    .addOption(new Option("--status <class>", "Only these statuses").choices(["2xx", "3xx", "4xx", "5xx"]))
    .option("--method <method>", "Only this method, such as POST")
    .option("--path <text>", "Only paths with this text")
    .addOption(profileOption())
    .addOption(jsonOption())
    .addHelpText("after", help)
    .action(async (options: TailInput) => {
      const { tailRequests } = await import("../logs/tail.ts");
      await tailRequests(context, options);
    });
}
