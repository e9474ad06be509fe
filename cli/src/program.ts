import { Command, type Option } from "commander";
import type { CommandContext } from "./command-context.ts";
import { addAccountCommands } from "./commands/accounts.ts";
import { addApiCommand } from "./commands/api.ts";
import { addApplicationCommands } from "./commands/applications.ts";
import { addApprovalCommands } from "./commands/approvals.ts";
import { addAuditCommands } from "./commands/audit.ts";
import { addBackupCommands } from "./commands/backup.ts";
import { addBankCommands } from "./commands/bank.ts";
import { addChainCommands } from "./commands/chains.ts";
import { addClaimCommands } from "./commands/claims.ts";
import { addCompletionCommand } from "./commands/completion.ts";
import { addConfigCommands } from "./commands/config.ts";
import { addCustodyCommands } from "./commands/custody.ts";
import { addDatabaseCommands } from "./commands/db.ts";
import { addDepositCommands } from "./commands/deposits.ts";
import { addDocumentCommands } from "./commands/documents.ts";
import { addFeeCommands } from "./commands/fees.ts";
import { addFreezeCommands } from "./commands/freezes.ts";
import { addJobCommands } from "./commands/jobs.ts";
import { addKeyCommands } from "./commands/keys.ts";
import { addLedgerCommands } from "./commands/ledger.ts";
import { addLimitCommands } from "./commands/limits.ts";
import { addListenCommand } from "./commands/listen.ts";
import { addLoginCommands } from "./commands/login.ts";
import { addLogCommands } from "./commands/logs.ts";
import { addMailCommands } from "./commands/mail.ts";
import { addMcpCommand } from "./commands/mcp.ts";
import { addMigrateCommand } from "./commands/migrate.ts";
import { addNodeCommands } from "./commands/nodes.ts";
import { addOpenCommand } from "./commands/open.ts";
import { addPaymentCommands } from "./commands/payments.ts";
import { addRecoverCommands } from "./commands/recover.ts";
import { addReserveCommands } from "./commands/reserves.ts";
import { addResourceCommands, addShortcuts } from "./commands/resources.ts";
import { addReportCommands } from "./commands/reports.ts";
import { addReviewCommands } from "./commands/reviews.ts";
import { addScimCommands } from "./commands/scim.ts";
import { addScreeningCommands } from "./commands/screening.ts";
import { addTokenCommands } from "./commands/tokens.ts";
import { addTransferCommands } from "./commands/transfers.ts";
import { addTreasuryCommands } from "./commands/treasury.ts";
import { addTriggerCommand } from "./commands/trigger.ts";
import { addUserCommands } from "./commands/users.ts";
import { addWebhookCommands } from "./commands/webhooks.ts";

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
  addMigrateCommand(admin, context);
  addDatabaseCommands(admin, context);
  addAccountCommands(admin, context);
  addApplicationCommands(admin, context);
  addUserCommands(admin, context);
  addScimCommands(admin, context);
  addApprovalCommands(admin, context);
  addReviewCommands(admin, context);
  addDocumentCommands(admin, context);
  addLedgerCommands(admin, context);
  addReportCommands(admin, context);
  addTokenCommands(admin, context);
  addReserveCommands(admin, context);
  addFreezeCommands(admin, context);
  addDepositCommands(admin, context);
  addTransferCommands(admin, context);
  addPaymentCommands(admin, context);
  addBankCommands(admin, context);
  addClaimCommands(admin, context);
  addTreasuryCommands(admin, context);
  addLimitCommands(admin, context);
  addFeeCommands(admin, context);
  addChainCommands(admin, context);
  addBackupCommands(admin, context);
  addRecoverCommands(admin, context);
  addKeyCommands(admin, context);
  addCustodyCommands(admin, context);
  addJobCommands(admin, context);
  addNodeCommands(admin, context);
  addMailCommands(admin, context);
  addAuditCommands(admin, context);
  addWebhookCommands(admin, context);
  addScreeningCommands(admin, context);
  addConfigCommands(admin, context);
}

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
