import type { Command } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { type JsonChoice, jsonOption, printList, printOne } from "../output.ts";

interface CreateOptions extends JsonChoice {
  readonly name: string;
  readonly businessName?: string;
  readonly selfAttested: boolean;
}

export function addAccountCommands(program: Command, context: CommandContext): void {
  const accounts = program
    .command("accounts")
    .description("Manage managing accounts, the customers of this deployment");
  accounts
    .command("create")
    .description("Create a managing account for a business you have verified")
    .requiredOption("--name <name>", "Display name")
    .option("--business-name <name>", "Legal name of the business")
    .option("--self-attested", "Create a tokenization account, which attests its own tokens", false)
    .addOption(jsonOption())
    .action((options: CreateOptions) => create(context, options));
  accounts
    .command("list")
    .description("List managing accounts, newest first")
    .addOption(jsonOption())
    .action(({ json }: JsonChoice) => list(context, json));
}

async function create(context: CommandContext, { json, ...request }: CreateOptions): Promise<void> {
  const account = await withAdmin(context, "accounts create", async (api, admin) =>
    api.presentAccount(await api.createAccount(admin, request)),
  );
  printOne(context, account, { asJson: json });
}

async function list(context: CommandContext, asJson: boolean): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "accounts list", async (api, admin) =>
    api.presentItems(await api.listAccounts(admin), api.presentAccount),
  );
  const columns = ["id", "name", "business_name", "self_attested", "status", "created"];
  printList(context, { items, columns, asJson, noun: "accounts", isComplete });
}
