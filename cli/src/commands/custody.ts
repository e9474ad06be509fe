import type { CustodyVerificationView } from "@florin/service/admin";
import type { Command } from "commander";
import { withAdmin } from "../admin-door.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { CommandError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";
import { addCustodySeedCommands, type Network, networkOption, readWords } from "./custody-seed.ts";

interface AddressesOptions extends JsonChoice {
  readonly network: Network;
}

interface VerifyOptions extends AddressesOptions {
  readonly words?: string;
}

interface SkipOptions extends AddressesOptions, YesChoice {
  readonly count: string;
}

export function addCustodyCommands(program: Command, surroundings: Surroundings): void {
  const custody = program.command("custody").description("the keys on chains: seeds, addresses, proof");
  addCustodySeedCommands(custody, surroundings);
  custody
    .command("addresses")
    .description("list the addresses that the platform works with; those that pay fees need to be funded")
    .addOption(networkOption())
    .addOption(jsonOption())
    .action((options: AddressesOptions) => addresses(surroundings, options));
  custody
    .command("verify")
    .description("derive every key again, and compare its address with the one that is kept")
    .addOption(networkOption())
    .option("--words <file>", "from the words of a backup, in this file; - for standard input")
    .addOption(jsonOption())
    .action((options: VerifyOptions) => verify(surroundings, options));
  custody
    .command("skip-keys")
    .description("leave out the next keys of wallets, after a backup of the database was restored")
    .addOption(networkOption())
    .requiredOption("--count <number>", "how many; at least as many wallets as were made since the backup")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((options: SkipOptions) => skip(surroundings, options));
}

async function addresses(surroundings: Surroundings, { network, json }: AddressesOptions): Promise<void> {
  const views = await withAdmin(surroundings, "custody addresses", (door, admin) =>
    door.listCustodyAddresses(admin, network),
  );
  printList(surroundings, {
    items: views.map(({ paysFees, ...view }) => ({ ...view, pays_fees: paysFees })),
    columns: ["family", "duty", "index", "address", "pays_fees"],
    asJson: json,
    noun: "addresses",
    isComplete: true,
  });
}

async function skip(surroundings: Surroundings, options: SkipOptions): Promise<void> {
  const { network, count, yes, json } = options;
  const consequence = `The next ${count} keys of each family in ${network} will never be used.`;
  await confirm(surroundings, { consequence, isConfirmed: yes });
  const next = await withAdmin(surroundings, "custody skip-keys", (door, admin) =>
    door.skipCustodyKeys(admin, { network, count: /^\d+$/.test(count) ? Number(count) : Number.NaN }),
  );
  printList(surroundings, {
    items: next.map(({ family, nextIndex }) => ({ family, next_index: nextIndex })),
    columns: ["family", "next_index"],
    asJson: json,
    noun: "families",
    isComplete: true,
  });
}

async function verify(surroundings: Surroundings, options: VerifyOptions): Promise<void> {
  const { network, words: path, json } = options;
  const given = path === undefined ? {} : { words: await readWords(surroundings, path) };
  const views = await withAdmin(surroundings, "custody verify", async (door, admin) => {
    const found: CustodyVerificationView[] = [];
    for await (const view of door.verifyCustody(admin, { network, ...given })) found.push(view);
    return found;
  });
  printList(surroundings, {
    items: views.map((view) => present(view, { asJson: json })),
    columns: ["network", "family", "fingerprint", "wallets", "duties", "findings"],
    asJson: json,
    noun: "families",
    isComplete: true,
  });
  refuseFindings(surroundings, views);
}

/** Each finding is told in a line, and the command ends as one that failed. */
function refuseFindings({ stderr }: Surroundings, views: readonly CustodyVerificationView[]): void {
  const count = views.reduce((sum, { findingCount }) => sum + findingCount, 0);
  if (count === 0) return;
  for (const { family, findings, findingCount } of views) {
    for (const { duty, index, kept, derived } of findings) {
      stderr.write(`${family} ${duty}/${index}: kept is ${kept}, derived is ${derived}\n`);
    }
    if (findingCount > findings.length) stderr.write(`${family}: ${findingCount - findings.length} more\n`);
  }
  throw new CommandError(`${count === 1 ? "1 address is" : `${count} addresses are`} not of this seed`);
}

function present(view: CustodyVerificationView, { asJson }: { readonly asJson: boolean }): Shown {
  const { network, family, fingerprint, wallets, duties, findings, findingCount } = view;
  const told = asJson ? findings.map((finding) => ({ ...finding })) : findingCount;
  return { network, family, fingerprint, wallets, duties, finding_count: findingCount, findings: told };
}
