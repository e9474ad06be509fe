import { Command, type Option } from "commander";
import type { CommandContext } from "./command-context.ts";
import { addAccountCommands } from "./commands/accounts.ts";
import { addApplicationCommands } from "./commands/applications.ts";
import { addApprovalCommands } from "./commands/approvals.ts";
import { addAuditCommands } from "./commands/audit.ts";
import { addBankCommands } from "./commands/bank.ts";
import { addChainCommands } from "./commands/chains.ts";
import { addClaimCommands } from "./commands/claims.ts";
import { addConfigCommands } from "./commands/config.ts";
import { addCustodyCommands } from "./commands/custody.ts";
import { addDepositCommands } from "./commands/deposits.ts";
import { addDocumentCommands } from "./commands/documents.ts";
import { addFeeCommands } from "./commands/fees.ts";
import { addFreezeCommands } from "./commands/freezes.ts";
import { addJobCommands } from "./commands/jobs.ts";
import { addKeyCommands } from "./commands/keys.ts";
import { addLedgerCommands } from "./commands/ledger.ts";
import { addLimitCommands } from "./commands/limits.ts";
import { addListenCommand } from "./commands/listen.ts";
import { addMigrateCommand } from "./commands/migrate.ts";
import { addPaymentCommands } from "./commands/payments.ts";
import { addReserveCommands } from "./commands/reserves.ts";
import { addReviewCommands } from "./commands/reviews.ts";
import { addScreeningCommands } from "./commands/screening.ts";
import { addTokenCommands } from "./commands/tokens.ts";
import { addTransferCommands } from "./commands/transfers.ts";
import { addTreasuryCommands } from "./commands/treasury.ts";
import { addUserCommands } from "./commands/users.ts";
import { addWebhookCommands } from "./commands/webhooks.ts";

/** The complete command tree. */
export function createProgram(outerContext: CommandContext, version: string): Command {
  const { stdout, stderr } = outerContext;
  const program = new Command("florin")
    .description("Administer Florin. Run it where the service is installed, with the service's settings.")
    .version(version, "-V, --version", "Print the version")
    .helpOption("-h, --help", "Show help for a command")
    .helpCommand("help [command]", "Show help for a command")
    .option("--as <name>", "Operator name for the audit log (default: FLORIN_OPERATOR, or the OS user)")
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .configureHelp({ optionDescription: describeOption })
    .showHelpAfterError("Run the command with --help for usage.")
    .exitOverride();
  const context: CommandContext = {
    ...outerContext,
    // Known only after the command line is parsed, which is before any command runs.
    get operator() {
      return program.opts<{ readonly as?: string }>().as;
    },
  };
  addMigrateCommand(program, context);
  addAccountCommands(program, context);
  addApplicationCommands(program, context);
  addUserCommands(program, context);
  addApprovalCommands(program, context);
  addReviewCommands(program, context);
  addDocumentCommands(program, context);
  addLedgerCommands(program, context);
  addTokenCommands(program, context);
  addReserveCommands(program, context);
  addFreezeCommands(program, context);
  addDepositCommands(program, context);
  addTransferCommands(program, context);
  addPaymentCommands(program, context);
  addBankCommands(program, context);
  addClaimCommands(program, context);
  addTreasuryCommands(program, context);
  addLimitCommands(program, context);
  addFeeCommands(program, context);
  addChainCommands(program, context);
  addKeyCommands(program, context);
  addCustodyCommands(program, context);
  addJobCommands(program, context);
  addAuditCommands(program, context);
  addWebhookCommands(program, context);
  addListenCommand(program, context);
  addScreeningCommands(program, context);
  addConfigCommands(program, context);
  program
    .command("version")
    .description("Print the version")
    .action(() => stdout.write(`${version}\n`));
  return program;
}

/** Shows a default only if it has a description: a switch that is off by default needs none. */
function describeOption({ description, argChoices, defaultValueDescription }: Option): string {
  const choices = argChoices === undefined ? "" : ` (${argChoices.join(" or ")})`;
  const fallback = defaultValueDescription === undefined ? "" : ` (default: ${defaultValueDescription})`;
  return description + choices + fallback;
}
