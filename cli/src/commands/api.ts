import { Argument, type Command, InvalidArgumentError } from "commander";
import type { ApiInput } from "../api/run-request.ts";
import type { CommandContext } from "../command-context.ts";
import { yesOption } from "../confirmation.ts";
import { profileOption } from "../profiles/profile-option.ts";

const help = `
{account_id} in the path is replaced by the application's own account.

Examples:
  florin api GET /accounts
  florin api GET /accounts/{account_id}/transfers -q status=pending -q 'page[size]=5'
  florin api POST /accounts/{account_id}/transfers -d @transfer.json
`;

export function addApiCommand(program: Command, context: CommandContext): void {
  program
    .command("api")
    .description("Send any request to the API, and print the response")
    .addArgument(new Argument("<method>", "GET, POST, PATCH or DELETE").argParser(readMethod))
    .argument("<path>")
    .option("-d, --data <json|@file>", "The body, as JSON")
    .option("-q, --query <name=value>", "Parameter of the query; can be repeated", collect, [])
    .option("--idempotency-key <key>", "Repeats a request safely (default: random)")
    .addOption(yesOption())
    .addOption(profileOption())
    .addHelpText("after", help)
    .action(async (method: ApiInput["method"], path: string, options: Omit<ApiInput, "method" | "path">) => {
      const { runRequest } = await import("../api/run-request.ts");
      await runRequest(context, { ...options, method, path });
    });
}

function readMethod(text: string): string {
  const method = text.toUpperCase();
  if (!/^(?:GET|POST|PATCH|DELETE)$/.test(method)) {
    throw new InvalidArgumentError("Must be GET, POST, PATCH or DELETE.");
  }
  return method;
}

function collect(text: string, previous: readonly string[]): readonly string[] {
  return [...previous, text];
}
