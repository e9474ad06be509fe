import type { ShownSecret } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { type AdminApi, withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { parseDuration } from "../duration.ts";
import { UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";
import { addApplicationKeyCommands } from "./application-keys.ts";
import { addRestrictionCommands } from "./application-restrictions.ts";

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
  addRestrictionCommands(applications, context);
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
  await withAdmin(context, "applications create", async (api, admin) => {
    const secret = await api.createApplication(admin, { accountId: account, network, name, scopes });
    printOne(context, presentSecret(api, secret, { asJson: json }), { asJson: json });
  });
}

async function list(context: CommandContext, { account, json }: ListOptions): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "applications list", async (api, admin) => {
    const found = await api.listApplications(admin, account === undefined ? {} : { accountId: account });
    return api.presentItems(found, api.presentApplication);
  });
  printList(context, {
    items,
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
  await withAdmin(context, "applications rotate-secret", async (api, admin) => {
    const secret = await api.rotateApplicationSecret(admin, { clientId, overlapSeconds: overlap });
    printOne(context, presentSecret(api, secret, { asJson: json }), { asJson: json });
  });
}

async function revoke(
  context: CommandContext,
  clientId: string,
  { yes, json }: YesChoice & JsonChoice,
): Promise<void> {
  const consequence = `This permanently revokes application ${clientId} and, within seconds, its access tokens.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const { revoked } = await withAdmin(context, "applications revoke", async (api, admin) =>
    api.presentApplication(await api.revokeApplication(admin, clientId)),
  );
  printOne(context, { client_id: clientId, revoked }, { asJson: json });
}

/** The only place that shows a secret, and only on standard output. */
function presentSecret(
  api: AdminApi,
  { application, clientSecret, tokenUrl, previousEnds }: ShownSecret & { readonly previousEnds?: string },
  { asJson }: { readonly asJson: boolean },
): Shown {
  const { client_id, revoked: _, ...rest } = api.presentApplication(application);
  const rotation = previousEnds === undefined ? {} : { previous_secret_ends: previousEnds };
  const shown = { client_id, client_secret: clientSecret, ...rest, ...rotation };
  if (asJson) return { ...shown, token_url: tokenUrl };
  const request = `curl -s -u '${client_id}:${clientSecret}' -d grant_type=client_credentials '${tokenUrl}'`;
  return { ...shown, try_it: request };
}
