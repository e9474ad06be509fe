import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { parseDuration } from "../duration.ts";
import { UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne } from "../output.ts";
import { addApplicationKeyCommands } from "./application-keys.ts";
import { presentApplication, presentSecret } from "./application-output.ts";

interface CreateOptions extends JsonChoice {
  readonly account: string;
  readonly network: "testnet" | "mainnet";
  readonly name: string;
  readonly scope: readonly string[];
  readonly allScopes: boolean;
}

interface ListOptions extends JsonChoice {
  readonly account?: string;
}

interface RotateOptions extends YesChoice, JsonChoice {
  readonly overlap: number;
}

const defaultOverlap = "24h";

export function addApplicationCommands(program: Command, context: CommandContext): void {
  const applications = program.command("applications").description("Manage applications (API clients)");
  applications
    .command("create")
    .description("Create an application; its secret is shown only once")
    .requiredOption("--account <id>", "Managing account the application belongs to")
    .addOption(networkOption())
    .requiredOption("--name <name>", "Display name")
    .option("--scope <scope>", "Scope to grant (repeatable)", append, [])
    .option("--all-scopes", "Grant all current scopes", false)
    .addOption(jsonOption())
    .action((options: CreateOptions) => create(context, options));
  applications
    .command("list")
    .description("List applications including revoked ones, newest first")
    .option("--account <id>", "Filter by managing account")
    .addOption(jsonOption())
    .action((options: ListOptions) => list(context, options));
  applications
    .command("rotate-secret <client_id>")
    .description("Rotate the client secret; the new one is shown only once")
    .addOption(overlapOption())
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((clientId: string, options: RotateOptions) => rotateSecret(context, clientId, options));
  applications
    .command("revoke <client_id>")
    .description("Permanently revoke an application and its access tokens")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((clientId: string, options: YesChoice & JsonChoice) => revoke(context, clientId, options));
  addApplicationKeyCommands(applications, context);
}

function networkOption(): Option {
  return new Option("--network <network>", "Network").choices(["testnet", "mainnet"]).makeOptionMandatory();
}

function overlapOption(): Option {
  return new Option(
    "--overlap <duration>",
    "How long the previous secret remains valid, such as 0s, 15m, 24h or 7d",
  )
    .argParser(parseDuration)
    .default(parseDuration(defaultOverlap), defaultOverlap);
}

function append(scope: string, before: readonly string[]): readonly string[] {
  return [...before, scope];
}

async function create(context: CommandContext, options: CreateOptions): Promise<void> {
  const { account, network, name, scope, allScopes, json } = options;
  if (allScopes === scope.length > 0)
    throw new UsageError("specify either --scope (repeatable) or --all-scopes");
  const scopes = allScopes ? "all" : scope;
  const shown = await withAdmin(context, "applications create", (api, admin) =>
    api.createApplication(admin, { accountId: account, network, name, scopes }),
  );
  printOne(context, presentSecret(shown, { asJson: json }), { asJson: json });
}

async function list(context: CommandContext, { account, json }: ListOptions): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "applications list", (api, admin) =>
    api.listApplications(admin, account === undefined ? {} : { accountId: account }),
  );
  printList(context, {
    items: items.map(presentApplication),
    columns: ["client_id", "account_id", "network", "name", "created", "revoked"],
    asJson: json,
    noun: "applications",
    isComplete,
  });
}

async function rotateSecret(
  context: CommandContext,
  clientId: string,
  { overlap, yes, json }: RotateOptions,
): Promise<void> {
  const consequence = `The current secret of application ${clientId} stops working immediately.`;
  await confirm(context, { consequence, isConfirmed: yes || overlap > 0 });
  const shown = await withAdmin(context, "applications rotate-secret", (api, admin) =>
    api.rotateApplicationSecret(admin, { clientId, overlapSeconds: overlap }),
  );
  printOne(context, presentSecret(shown, { asJson: json }), { asJson: json });
}

async function revoke(
  context: CommandContext,
  clientId: string,
  { yes, json }: YesChoice & JsonChoice,
): Promise<void> {
  const consequence = `This permanently revokes application ${clientId} and, within seconds, its access tokens.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const { revoked } = await withAdmin(context, "applications revoke", (api, admin) =>
    api.revokeApplication(admin, clientId),
  );
  printOne(context, { client_id: clientId, revoked }, { asJson: json });
}
