import type { AccountView } from "@florin/service/admin";
import type { Command } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";

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
  const account = await withAdmin(context, "accounts create", (api, admin) =>
    api.createAccount(admin, request),
  );
  printOne(context, present(account), { asJson: json });
}

async function list(context: CommandContext, asJson: boolean): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "accounts list", (api, admin) =>
    api.listAccounts(admin),
  );
  const columns = ["id", "name", "business_name", "self_attested", "status", "created"];
  printList(context, { items: items.map(present), columns, asJson, noun: "accounts", isComplete });
}

function present({ id, name, businessName, selfAttested, status, created }: AccountView): Shown {
  return { id, name, business_name: businessName ?? null, self_attested: selfAttested, status, created };
}
