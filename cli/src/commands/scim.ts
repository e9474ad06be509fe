import type { Command } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne } from "../output.ts";

interface CreateOptions extends JsonChoice {
  readonly name: string;
  readonly days: string;
}

const defaultDays = "365";
const maxDays = 730;

export function addScimCommands(program: Command, context: CommandContext): void {
  const scim = program.command("scim").description("Let the company's directory provision users and groups");
  const token = scim.command("token").description("Manage bearer tokens of SCIM clients");
  token
    .command("create")
    .description("Create a token for a SCIM client; shown only once")
    .requiredOption("--name <name>", "What the token is for, such as Okta")
    .option("--days <days>", `Days until it expires, at most ${maxDays}`, defaultDays)
    .addOption(jsonOption())
    .action((options: CreateOptions) => create(context, options));
  token
    .command("list")
    .description("List tokens, newest first")
    .addOption(jsonOption())
    .action((options: JsonChoice) => list(context, options));
  token
    .command("revoke <token_id>")
    .description("Revoke a token at once")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: YesChoice & JsonChoice) => revoke(context, id, options));
}

async function create(context: CommandContext, { name, days, json }: CreateOptions): Promise<void> {
  const request = { name, days: readDays(days) };
  const created = await withAdmin(context, "scim token create", (api, admin) =>
    api.addScimToken(admin, request),
  );
  printOne(context, created, { asJson: json });
}

function readDays(text: string): number {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > maxDays) throw new UsageError(`--days must be a whole number from 1 to ${maxDays}`);
  return days;
}

async function list(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const items = await withAdmin(context, "scim token list", (api, admin) => api.listScimTokens(admin));
  printList(context, {
    items: items.map((item) => ({ ...item })),
    columns: ["token_id", "name", "status", "created", "expires", "last_used"],
    asJson: json,
    noun: "tokens",
    isComplete: true,
  });
}

async function revoke(
  context: CommandContext,
  id: string,
  { yes, json }: YesChoice & JsonChoice,
): Promise<void> {
  const consequence = "The directory can no longer provision or deactivate users with this token.";
  await confirm(context, { consequence, isConfirmed: yes });
  await withAdmin(context, "scim token revoke", (api, admin) => api.revokeScimToken(admin, id));
  printOne(context, { token_id: id, status: "revoked" }, { asJson: json });
}
