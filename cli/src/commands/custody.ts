import type { CustodyVerificationView } from "@florin/service/admin";
import { collected, withAdmin } from "../admin-api.ts";
import { type CommandGroup, command, itemCommand, listCommand } from "../admin-command.ts";
import type { CommandContext } from "../command-context.ts";
import { json, network, optional, required, requiredOneOf } from "../command-options.ts";
import { CommandError } from "../failure.ts";
import { printList, type Shown, withSnakeCase } from "../output.ts";
import { custodySeedCommands, readWords } from "./custody-seed.ts";

export const custodyCommands: CommandGroup = {
  name: "custody",
  description: "Manage custody keys: seeds, addresses, verification",
  commands: [
    custodySeedCommands,
    listCommand("addresses", {
      description: "List the platform's addresses; fund those that pay gas fees",
      options: [network],
      run: (api, admin, input) => api.listCustodyAddresses(admin, input.network),
      noun: "addresses",
      columns: "family role index address pays_fees key",
      view: withSnakeCase,
    }),
    listCommand("roles", {
      description: "List who holds the key roles of each token on its chain, and where the key is",
      options: [network],
      run: (api, admin, input) => api.listRoleHolders(admin, input.network),
      noun: "roles",
      columns: "chain token role address key seen",
      view: withSnakeCase,
    }),
    command("verify", {
      description: "Derive every key again and compare its address with the stored one",
      options: [
        network,
        optional("--words <file>", "Derive from a backup mnemonic in this file (- for standard input)"),
        json,
      ],
      run: async ({ context, name, input: { network: of, words: path, json: asJson } }) => {
        const given = path === undefined ? {} : { words: await readWords(context, path) };
        const views = await withAdmin(context, name, (api, admin) =>
          collected(api.verifyCustody(admin, { network: of, ...given })),
        );
        const items = views.map((view) => present(view, asJson));
        const columns = ["network", "family", "fingerprint", "wallets", "roles", "findings"];
        printList(context, { items, columns, asJson, noun: "families", isComplete: true });
        refuseFindings(context, views);
      },
    }),
    itemCommand("replace-key", {
      description: "Accept the key that SIGNERS_… names for a role, instead of the one used before",
      options: [
        network,
        requiredOneOf("--family <family>", "Chain family", ["evm", "solana", "stellar"]),
        requiredOneOf("--role <role>", "Key role", ["deployer", "minter", "freezer", "gas"]),
      ],
      consequence: ({ network: of, family, role }) =>
        `The ${role} of ${family} on ${of} signs with another key from now on. Stop the workers of every node before, and ` +
        "give the new address its role on each token before you start them.",
      run: async (api, admin, key) => ({ ...key, ...(await api.replaceCustodyKey(admin, key)) }),
    }),
    listCommand("skip-keys", {
      description: "Skip key indexes after restoring a database backup",
      options: [
        network,
        required(
          "--count <number>",
          "How many to skip: at least the number of addresses created since the backup",
        ),
      ],
      consequence: ({ network: of, count }) =>
        `The next ${count} keys of each chain family on ${of} are skipped permanently.`,
      run: (api, admin, { network: of, count }) =>
        api.skipCustodyKeys(admin, {
          network: of,
          count: /^\d+$/.test(count) ? Number(count) : Number.NaN,
        }),
      noun: "families",
      columns: "family next_index",
      view: withSnakeCase,
    }),
  ],
};

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

function present(view: CustodyVerificationView, asJson: boolean): Shown {
  const { network: of, family, fingerprint, wallets, roles, findings, findingCount } = view;
  const counts = { network: of, family, fingerprint, wallets, roles, findingCount };
  return withSnakeCase({ ...counts, findings: asJson ? findings : findingCount });
}
