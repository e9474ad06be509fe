import type { WalletSeedView } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-door.ts";
import { InterruptedError, UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printOne, type Shown } from "../output.ts";
import { readSmallFile } from "../small-file.ts";
import type { Surroundings } from "../surroundings.ts";

export type Network = "testnet" | "mainnet";

interface SeedOptions extends JsonChoice {
  readonly network: Network;
}

interface ImportOptions extends SeedOptions {
  readonly words: string;
}

interface ExportOptions extends SeedOptions {
  readonly yesShowTheSecret: boolean;
}

// 24 words of at most 8 letters, and room for whoever writes one to a line.
const maxWordsBytes = 4 * 1024;

const standardInput = "-";

export function addCustodySeedCommands(custody: Command, surroundings: Surroundings): void {
  const seed = custody
    .command("seed")
    .description("the seed of a network, from which all its keys are derived");
  seed
    .command("create")
    .description("make the seed of a network, once; it is stored sealed and not shown")
    .addOption(networkOption())
    .addOption(jsonOption())
    .action((options: SeedOptions) => create(surroundings, options));
  seed
    .command("import")
    .description("bring words of your own; or seal a seed anew with its words")
    .addOption(networkOption())
    .addOption(
      new Option("--words <file>", "the file with the words").default(standardInput, "standard input"),
    )
    .addOption(jsonOption())
    .action((options: ImportOptions) => importWords(surroundings, options));
  seed
    .command("show-fingerprint")
    .description("tell which seed it is, without telling the seed")
    .addOption(networkOption())
    .addOption(jsonOption())
    .action((options: SeedOptions) => showFingerprint(surroundings, options));
  seed
    .command("export")
    .description("print the words of a seed; whoever has them has everything")
    .addOption(networkOption())
    .option("--yes-show-the-secret", "this is meant", false)
    .addOption(jsonOption())
    .action((options: ExportOptions) => exportWords(surroundings, options));
}

export function networkOption(): Option {
  return new Option("--network <network>", "whose seed")
    .choices(["testnet", "mainnet"])
    .makeOptionMandatory();
}

/** The words of a seed, never from the command line, which other users of the machine can see. */
export async function readWords(surroundings: Surroundings, path: string): Promise<string> {
  if (path !== standardInput) return readSmallFile(path, maxWordsBytes);
  const { ask, readInput, signal } = surroundings;
  const text = ask === undefined ? await readInput(maxWordsBytes) : await ask("The words, in one line: ");
  if (signal.aborted) throw new InterruptedError("interrupted");
  return text;
}

async function create(surroundings: Surroundings, { network, json }: SeedOptions): Promise<void> {
  const made = await withAdmin(surroundings, "custody seed create", (door, admin) =>
    door.createWalletSeed(admin, network),
  );
  printOne(surroundings, present(made), { asJson: json });
  surroundings.stderr.write(
    `Write its words down before anything of worth depends on it: florin custody seed export --network ${network}\n`,
  );
}

async function importWords(surroundings: Surroundings, options: ImportOptions): Promise<void> {
  const words = await readWords(surroundings, options.words);
  const imported = await withAdmin(surroundings, "custody seed import", (door, admin) =>
    door.importWalletSeed(admin, { network: options.network, words }),
  );
  printOne(surroundings, present(imported), { asJson: options.json });
}

async function showFingerprint(surroundings: Surroundings, { network, json }: SeedOptions): Promise<void> {
  const shown = await withAdmin(surroundings, "custody seed show-fingerprint", (door, admin) =>
    door.showWalletSeed(admin, network),
  );
  printOne(surroundings, present(shown), { asJson: json });
}

async function exportWords(surroundings: Surroundings, options: ExportOptions): Promise<void> {
  const { network, json, yesShowTheSecret } = options;
  if (!yesShowTheSecret) {
    throw new UsageError(
      `The words of the seed of ${network} move everything that it keeps. If they are to be printed here, add ` +
        "--yes-show-the-secret.",
    );
  }
  const words = await withAdmin(surroundings, "custody seed export", (door, admin) =>
    door.exportWalletSeed(admin, network),
  );
  if (json) printOne(surroundings, { network, words }, { asJson: true });
  else surroundings.stdout.write(`${words}\n`);
}

function present({ network, fingerprint, origin, created }: WalletSeedView): Shown {
  return { network, fingerprint, origin, created };
}
