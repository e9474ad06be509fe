import type { CustodyVerificationView } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { CommandError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown, withSnakeCase } from "../output.ts";
import { addCustodySeedCommands, type Network, networkOption, readWords } from "./custody-seed.ts";

interface AddressesOptions extends JsonChoice {
  readonly network: Network;
}

interface VerifyOptions extends AddressesOptions {
  readonly words?: string;
}

const families = ["evm", "solana", "stellar"] as const;
const roleNames = ["deployer", "minter", "freezer", "gas"] as const;

interface ReplaceOptions extends AddressesOptions, YesChoice {
  readonly family: (typeof families)[number];
  readonly role: (typeof roleNames)[number];
}

interface SkipOptions extends AddressesOptions, YesChoice {
  readonly count: string;
}

export function addCustodyCommands(program: Command, context: CommandContext): void {
  const custody = program
    .command("custody")
    .description("Manage custody keys: seeds, addresses, verification");
  addCustodySeedCommands(custody, context);
  custody
    .command("addresses")
    .description("List the platform's addresses; fund those that pay gas fees")
    .addOption(networkOption())
    .addOption(jsonOption())
    .action((options: AddressesOptions) => addresses(context, options));
  custody
    .command("roles")
    .description("List who holds the key roles of each token on its chain, and where the key is")
    .addOption(networkOption())
    .addOption(jsonOption())
    .action((options: AddressesOptions) => roles(context, options));
  custody
    .command("verify")
    .description("Derive every key again and compare its address with the stored one")
    .addOption(networkOption())
    .option("--words <file>", "Derive from a backup mnemonic in this file (- for standard input)")
    .addOption(jsonOption())
    .action((options: VerifyOptions) => verify(context, options));
  custody
    .command("replace-key")
    .description("Accept the key that SIGNERS_… names for a role, instead of the one used before")
    .addOption(networkOption())
    .addOption(new Option("--family <family>", "Chain family").choices(families).makeOptionMandatory())
    .addOption(new Option("--role <role>", "Key role").choices(roleNames).makeOptionMandatory())
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((options: ReplaceOptions) => replaceKey(context, options));
  custody
    .command("skip-keys")
    .description("Skip key indexes after restoring a database backup")
    .addOption(networkOption())
    .requiredOption(
      "--count <number>",
      "How many to skip: at least the number of addresses created since the backup",
    )
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((options: SkipOptions) => skip(context, options));
}

async function addresses(context: CommandContext, { network, json }: AddressesOptions): Promise<void> {
  const views = await withAdmin(context, "custody addresses", (api, admin) =>
    api.listCustodyAddresses(admin, network),
  );
  printList(context, {
    items: views.map(withSnakeCase),
    columns: ["family", "role", "index", "address", "pays_fees", "key"],
    asJson: json,
    noun: "addresses",
    isComplete: true,
  });
}

async function roles(context: CommandContext, { network, json }: AddressesOptions): Promise<void> {
  const views = await withAdmin(context, "custody roles", (api, admin) =>
    api.listRoleHolders(admin, network),
  );
  printList(context, {
    items: views.map(withSnakeCase),
    columns: ["chain", "token", "role", "address", "key", "seen"],
    asJson: json,
    noun: "roles",
    isComplete: true,
  });
}

async function replaceKey(context: CommandContext, options: ReplaceOptions): Promise<void> {
  const { network, family, role, yes, json } = options;
  const consequence =
    `The ${role} of ${family} on ${network} signs with another key from now on. Stop the workers of every node before, and ` +
    "give the new address its role on each token before you start them.";
  await confirm(context, { consequence, isConfirmed: yes });
  const replaced = await withAdmin(context, "custody replace-key", (api, admin) =>
    api.replaceCustodyKey(admin, { network, family, role }),
  );
  printOne(context, { network, family, role, ...replaced }, { asJson: json });
}

async function skip(context: CommandContext, options: SkipOptions): Promise<void> {
  const { network, count, yes, json } = options;
  const consequence = `The next ${count} keys of each chain family on ${network} are skipped permanently.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const next = await withAdmin(context, "custody skip-keys", (api, admin) =>
    api.skipCustodyKeys(admin, { network, count: /^\d+$/.test(count) ? Number(count) : Number.NaN }),
  );
  printList(context, {
    items: next.map(withSnakeCase),
    columns: ["family", "next_index"],
    asJson: json,
    noun: "families",
    isComplete: true,
  });
}

async function verify(context: CommandContext, options: VerifyOptions): Promise<void> {
  const { network, words: path, json } = options;
  const given = path === undefined ? {} : { words: await readWords(context, path) };
  const views = await withAdmin(context, "custody verify", async (api, admin) => {
    const found: CustodyVerificationView[] = [];
    for await (const view of api.verifyCustody(admin, { network, ...given })) found.push(view);
    return found;
  });
  printList(context, {
    items: views.map((view) => present(view, { asJson: json })),
    columns: ["network", "family", "fingerprint", "wallets", "roles", "findings"],
    asJson: json,
    noun: "families",
    isComplete: true,
  });
  refuseFindings(context, views);
}

/** Prints each finding on a line; the command then fails. */
function refuseFindings({ stderr }: CommandContext, views: readonly CustodyVerificationView[]): void {
  const count = views.reduce((sum, { findingCount }) => sum + findingCount, 0);
  if (count === 0) return;
  for (const { family, findings, findingCount } of views) {
    for (const { role, index, kept, derived } of findings) {
      stderr.write(`${family} ${role}/${index}: stored ${kept}, derived ${derived}\n`);
    }
    if (findingCount > findings.length) stderr.write(`${family}: ${findingCount - findings.length} more\n`);
  }
  throw new CommandError(`${count === 1 ? "1 address does" : `${count} addresses do`} not match this seed`);
}

function present(view: CustodyVerificationView, { asJson }: { readonly asJson: boolean }): Shown {
  const { network, family, fingerprint, wallets, roles, findings, findingCount } = view;
  const counts = { network, family, fingerprint, wallets, roles, findingCount };
  return withSnakeCase({ ...counts, findings: asJson ? findings : findingCount });
}
