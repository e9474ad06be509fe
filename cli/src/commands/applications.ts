import { type Command, Option } from "commander";
import { withAdmin } from "../admin-door.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { parseDuration } from "../duration.ts";
import { UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";
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

export function addApplicationCommands(program: Command, surroundings: Surroundings): void {
  const applications = program.command("applications").description("API clients of an account");
  applications
    .command("create")
    .description("create an application; its secret is shown this once")
    .requiredOption("--account <id>", "the managing account that it acts for")
    .addOption(networkOption())
    .requiredOption("--name <name>", "what to call it")
    .option("--scope <scope>", "a scope to grant; may be given again", append, [])
    .option("--all-scopes", "grant every scope that there is today", false)
    .addOption(jsonOption())
    .action((options: CreateOptions) => create(surroundings, options));
  applications
    .command("list")
    .description("list applications, newest first, with those that were revoked")
    .option("--account <id>", "only those of this managing account")
    .addOption(jsonOption())
    .action((options: ListOptions) => list(surroundings, options));
  applications
    .command("rotate-secret <client_id>")
    .description("make a new secret, shown this once; the one before it works on for the overlap")
    .addOption(overlapOption())
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((clientId: string, options: RotateOptions) => rotateSecret(surroundings, clientId, options));
  applications
    .command("revoke <client_id>")
    .description("end an application for good, and its live tokens within seconds")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((clientId: string, options: YesChoice & JsonChoice) => revoke(surroundings, clientId, options));
  addApplicationKeyCommands(applications, surroundings);
}

function networkOption(): Option {
  return new Option("--network <network>", "the world that it lives in")
    .choices(["testnet", "mainnet"])
    .makeOptionMandatory();
}

function overlapOption(): Option {
  return new Option("--overlap <duration>", "how long, such as 0s, 15m, 24h or 7d")
    .argParser(parseDuration)
    .default(parseDuration(defaultOverlap), defaultOverlap);
}

function append(scope: string, before: readonly string[]): readonly string[] {
  return [...before, scope];
}

async function create(surroundings: Surroundings, options: CreateOptions): Promise<void> {
  const { account, network, name, scope, allScopes, json } = options;
  if (allScopes === scope.length > 0)
    throw new UsageError("give either --scope, once or more, or --all-scopes");
  const scopes = allScopes ? "all" : scope;
  const shown = await withAdmin(surroundings, "applications create", (door, admin) =>
    door.createApplication(admin, { accountId: account, network, name, scopes }),
  );
  printOne(surroundings, presentSecret(shown, { asJson: json }), { asJson: json });
}

async function list(surroundings: Surroundings, { account, json }: ListOptions): Promise<void> {
  const { items, isComplete } = await withAdmin(surroundings, "applications list", (door, admin) =>
    door.listApplications(admin, account === undefined ? {} : { accountId: account }),
  );
  printList(surroundings, {
    items: items.map(presentApplication),
    columns: ["client_id", "account_id", "network", "name", "created", "revoked"],
    asJson: json,
    noun: "applications",
    isComplete,
  });
}

async function rotateSecret(
  surroundings: Surroundings,
  clientId: string,
  { overlap, yes, json }: RotateOptions,
): Promise<void> {
  const consequence = `The secret that application ${clientId} uses now stops working at once.`;
  await confirm(surroundings, { consequence, isConfirmed: yes || overlap > 0 });
  const shown = await withAdmin(surroundings, "applications rotate-secret", (door, admin) =>
    door.rotateApplicationSecret(admin, { clientId, overlapSeconds: overlap }),
  );
  printOne(surroundings, presentSecret(shown, { asJson: json }), { asJson: json });
}

async function revoke(
  surroundings: Surroundings,
  clientId: string,
  { yes, json }: YesChoice & JsonChoice,
): Promise<void> {
  const consequence = `Application ${clientId} ends for good: no new tokens, and its live ones stop within seconds.`;
  await confirm(surroundings, { consequence, isConfirmed: yes });
  const { revoked } = await withAdmin(surroundings, "applications revoke", (door, admin) =>
    door.revokeApplication(admin, clientId),
  );
  printOne(surroundings, { client_id: clientId, revoked }, { asJson: json });
}
