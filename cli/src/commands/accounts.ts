import type { AccountView } from "@florin/service/admin";
import type { Command } from "commander";
import { withAdmin } from "../admin-door.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

interface CreateOptions extends JsonChoice {
  readonly name: string;
  readonly businessName?: string;
  readonly selfAttested: boolean;
}

export function addAccountCommands(program: Command, surroundings: Surroundings): void {
  const accounts = program
    .command("accounts")
    .description("managing accounts: the customers of this deployment");
  accounts
    .command("create")
    .description("create a managing account for a business that you have verified")
    .requiredOption("--name <name>", "what to call it")
    .option("--business-name <name>", "the name of the business in law")
    .option("--self-attested", "it vouches for its own tokens: a tokenization account", false)
    .addOption(jsonOption())
    .action((options: CreateOptions) => create(surroundings, options));
  accounts
    .command("list")
    .description("list the managing accounts, newest first")
    .addOption(jsonOption())
    .action(({ json }: JsonChoice) => list(surroundings, json));
}

async function create(surroundings: Surroundings, { json, ...request }: CreateOptions): Promise<void> {
  const account = await withAdmin(surroundings, "accounts create", (door, admin) =>
    door.createAccount(admin, request),
  );
  printOne(surroundings, present(account), { asJson: json });
}

async function list(surroundings: Surroundings, asJson: boolean): Promise<void> {
  const { items, isComplete } = await withAdmin(surroundings, "accounts list", (door, admin) =>
    door.listAccounts(admin),
  );
  const columns = ["id", "name", "business_name", "self_attested", "status", "created"];
  printList(surroundings, { items: items.map(present), columns, asJson, noun: "accounts", isComplete });
}

function present({ id, name, businessName, selfAttested, status, created }: AccountView): Shown {
  return { id, name, business_name: businessName ?? null, self_attested: selfAttested, status, created };
}
