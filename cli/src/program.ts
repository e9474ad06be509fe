import { Command, type Option } from "commander";
import { addAccountCommands } from "./commands/accounts.ts";
import { addApplicationCommands } from "./commands/applications.ts";
import { addAuditCommands } from "./commands/audit.ts";
import { addBankCommands } from "./commands/bank.ts";
import { addChainCommands } from "./commands/chains.ts";
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
import { addPeopleCommands } from "./commands/people.ts";
import { addReviewCommands } from "./commands/reviews.ts";
import { addScreeningCommands } from "./commands/screening.ts";
import { addTokenCommands } from "./commands/tokens.ts";
import { addTransferCommands } from "./commands/transfers.ts";
import { addTreasuryCommands } from "./commands/treasury.ts";
import { addWebhookCommands } from "./commands/webhooks.ts";
import type { Surroundings } from "./surroundings.ts";

/** The whole command, noun by noun. */
export function createProgram(outside: Surroundings, version: string): Command {
  const { stdout, stderr } = outside;
  const program = new Command("florin")
    .description("Administer Florin: on the machine that runs it, with the settings that it runs with.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "tell what a command does and takes")
    .helpCommand("help [command]", "the same, as a command")
    .option("--as <name>", "who gives the command, for the audit log; else FLORIN_OPERATOR, or the user")
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .configureHelp({ optionDescription: describeOption })
    .showHelpAfterError("Add --help to see what it takes.")
    .exitOverride();
  const surroundings: Surroundings = {
    ...outside,
    // Known only once the command line has been read, which is before any command runs.
    get operator() {
      return program.opts<{ readonly as?: string }>().as;
    },
  };
  addMigrateCommand(program, surroundings);
  addAccountCommands(program, surroundings);
  addApplicationCommands(program, surroundings);
  addPeopleCommands(program, surroundings);
  addReviewCommands(program, surroundings);
  addDocumentCommands(program, surroundings);
  addLedgerCommands(program, surroundings);
  addTokenCommands(program, surroundings);
  addFreezeCommands(program, surroundings);
  addDepositCommands(program, surroundings);
  addTransferCommands(program, surroundings);
  addPaymentCommands(program, surroundings);
  addBankCommands(program, surroundings);
  addTreasuryCommands(program, surroundings);
  addLimitCommands(program, surroundings);
  addFeeCommands(program, surroundings);
  addChainCommands(program, surroundings);
  addKeyCommands(program, surroundings);
  addCustodyCommands(program, surroundings);
  addJobCommands(program, surroundings);
  addAuditCommands(program, surroundings);
  addWebhookCommands(program, surroundings);
  addListenCommand(program, surroundings);
  addScreeningCommands(program, surroundings);
  addConfigCommands(program, surroundings);
  program
    .command("version")
    .description("print the version")
    .action(() => stdout.write(`${version}\n`));
  return program;
}

/** A default is told where it says something: that a switch is off until it is given needs no words. */
function describeOption({ description, argChoices, defaultValueDescription }: Option): string {
  const choices = argChoices === undefined ? "" : ` (${argChoices.join(" or ")})`;
  const fallback = defaultValueDescription === undefined ? "" : ` (default: ${defaultValueDescription})`;
  return description + choices + fallback;
}
