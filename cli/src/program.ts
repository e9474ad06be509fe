import { Command, type Option } from "commander";
import { addCommand, addGroup, type CommandGroup } from "./admin-command.ts";
import type { CommandContext } from "./command-context.ts";
import { accountCommands } from "./commands/accounts.ts";
import { addApiCommand } from "./commands/api.ts";
import { applicationCommands } from "./commands/applications.ts";
import { approvalCommands } from "./commands/approvals.ts";
import { auditCommands } from "./commands/audit.ts";
import { backupCommands } from "./commands/backup.ts";
import { bankCommands } from "./commands/bank.ts";
import { chainCommands } from "./commands/chains.ts";
import { claimCommands } from "./commands/claims.ts";
import { addCompletionCommand } from "./commands/completion.ts";
import { configCommands } from "./commands/config.ts";
import { custodyCommands } from "./commands/custody.ts";
import { databaseCommands } from "./commands/db.ts";
import { depositCommands } from "./commands/deposits.ts";
import { documentCommands } from "./commands/documents.ts";
import { feeCommands } from "./commands/fees.ts";
import { freezeCommands } from "./commands/freezes.ts";
import { jobCommands } from "./commands/jobs.ts";
import { keyCommands } from "./commands/keys.ts";
import { ledgerCommands } from "./commands/ledger.ts";
import { limitCommands } from "./commands/limits.ts";
import { addListenCommand } from "./commands/listen.ts";
import { addLoginCommands } from "./commands/login.ts";
import { addLogCommands } from "./commands/logs.ts";
import { mailCommands } from "./commands/mail.ts";
import { addMcpCommand } from "./commands/mcp.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { nodeCommands } from "./commands/nodes.ts";
import { addOpenCommand } from "./commands/open.ts";
import { paymentCommands } from "./commands/payments.ts";
import { addRecoverCommands } from "./commands/recover.ts";
import { reportCommands } from "./commands/reports.ts";
import { reserveCommands } from "./commands/reserves.ts";
import { addResourceCommands, addShortcuts } from "./commands/resources.ts";
import { reviewCommands } from "./commands/reviews.ts";
import { scimCommands } from "./commands/scim.ts";
import { screeningCommands } from "./commands/screening.ts";
import { tokenCommands } from "./commands/tokens.ts";
import { transferCommands } from "./commands/transfers.ts";
import { treasuryCommands } from "./commands/treasury.ts";
import { addTriggerCommand } from "./commands/trigger.ts";
import { userCommands } from "./commands/users.ts";
import { webhookCommands } from "./commands/webhooks.ts";

/** The complete command tree. */
export function createProgram(outerContext: CommandContext, version: string): Command {
  const { stdout, stderr } = outerContext;
  const program = new Command("florin")
    .description("Work with Florin: use its API, listen to events, and administer the service.")
    .version(version, "-V, --version", "Print the version")
    .helpOption("-h, --help", "Show help for a command")
    .helpCommand("help [command]", "Show help for a command")
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .configureHelp({ optionDescription: describeOption })
    .showHelpAfterError("Run the command with --help for usage.")
    .exitOverride();
  addLoginCommands(program, outerContext);
  addApiCommand(program, outerContext);
  addShortcuts(program, outerContext);
  addListenCommand(program, outerContext);
  addLogCommands(program, outerContext);
  addMcpCommand(program, outerContext);
  addTriggerCommand(program, outerContext);
  addOpenCommand(program, outerContext);
  addCompletionCommand(program, outerContext);
  program.commandsGroup("API resources:");
  addResourceCommands(program, outerContext);
  program.commandsGroup("Commands:");
  const admin = program
    .command("admin")
    .description(
      "Administer the service. Run it where the service is installed, with the service's settings.",
    )
    .option("--as <name>", "Operator name for the audit log (default: FLORIN_OPERATOR, or the OS user)");
  addAdminCommands(admin, {
    ...outerContext,
    // Known only after the command line is parsed, which is before any command runs.
    get operator() {
      return admin.opts<{ readonly as?: string }>().as;
    },
  });
  for (const command of admin.commands) {
    const resource = program.commands.find((candidate) => candidate.name() === command.name());
    if (resource === undefined) addMovedCommand(program, command.name());
    else addMovedSubcommands(resource, command);
  }
  program
    .command("version")
    .description("Print the version")
    .action(() => stdout.write(`${version}\n`));
  return program;
}

function addAdminCommands(admin: Command, context: CommandContext): void {
  addCommand(admin, context, migrateCommand);
  for (const group of adminGroups) {
    if (typeof group === "function") group(admin, context);
    else addGroup(admin, context, group);
  }
}

const adminGroups: readonly (CommandGroup | typeof addRecoverCommands)[] = [
  databaseCommands,
  accountCommands,
  applicationCommands,
  userCommands,
  scimCommands,
  approvalCommands,
  reviewCommands,
  documentCommands,
  ledgerCommands,
  reportCommands,
  tokenCommands,
  reserveCommands,
  freezeCommands,
  depositCommands,
  transferCommands,
  paymentCommands,
  bankCommands,
  claimCommands,
  treasuryCommands,
  limitCommands,
  feeCommands,
  chainCommands,
  backupCommands,
  addRecoverCommands,
  keyCommands,
  custodyCommands,
  jobCommands,
  nodeCommands,
  mailCommands,
  auditCommands,
  webhookCommands,
  screeningCommands,
  configCommands,
];

/** Operator commands had no `admin` before their names once: the old name replies with the new one. */
function addMovedCommand(program: Command, name: string): void {
  program
    .command(name, { hidden: true })
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => program.error(`florin: "florin ${name}" is now "florin admin ${name}"`));
}

/** `florin webhooks` is a resource of the API now; operators' subcommands that the resource does not have moved, too. */
function addMovedSubcommands(resource: Command, moved: Command): void {
  const names = new Set(resource.commands.map((command) => command.name()));
  for (const command of moved.commands) {
    const name = command.name();
    if (names.has(name)) continue;
    resource
      .command(name, { hidden: true })
      .helpOption(false)
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() =>
        resource.error(
          `florin: "florin ${moved.name()} ${name}" is now "florin admin ${moved.name()} ${name}"`,
        ),
      );
  }
}

/** Shows a default only if it has a description: a switch that is off by default needs none. */
function describeOption({ description, argChoices, defaultValueDescription }: Option): string {
  const choices = argChoices === undefined ? "" : ` (${argChoices.join(" or ")})`;
  const fallback = defaultValueDescription === undefined ? "" : ` (default: ${defaultValueDescription})`;
  return description + choices + fallback;
}
