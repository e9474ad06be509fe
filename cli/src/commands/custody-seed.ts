import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { InterruptedError, UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printOne } from "../output.ts";
import { readSmallFile } from "../small-file.ts";

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

// 24 words of at most 8 letters each, with space for one word per line.
const maxWordsBytes = 4 * 1024;

const standardInput = "-";

export function addCustodySeedCommands(custody: Command, context: CommandContext): void {
  const seed = custody
    .command("seed")
    .description("Manage the seed of a network, from which all its keys are derived");
  seed
    .command("create")
    .description("Create the seed of a network; it is stored encrypted and not shown")
    .addOption(networkOption())
    .addOption(jsonOption())
    .action((options: SeedOptions) => create(context, options));
  seed
    .command("import")
    .description("Import a BIP-39 mnemonic, or re-encrypt an existing seed from its mnemonic")
    .addOption(networkOption())
    .addOption(
      new Option("--words <file>", "File with the mnemonic").default(standardInput, "standard input"),
    )
    .addOption(jsonOption())
    .action((options: ImportOptions) => importWords(context, options));
  seed
    .command("show-fingerprint")
    .description("Show the fingerprint of a seed without revealing the seed")
    .addOption(networkOption())
    .addOption(jsonOption())
    .action((options: SeedOptions) => showFingerprint(context, options));
  seed
    .command("export")
    .description("Print the mnemonic of a seed, which gives full control of all its keys")
    .addOption(networkOption())
    .option("--yes-show-the-secret", "Confirm that the mnemonic may be printed", false)
    .addOption(jsonOption())
    .action((options: ExportOptions) => exportWords(context, options));
}

export function networkOption(): Option {
  return new Option("--network <network>", "Network of the seed")
    .choices(["testnet", "mainnet"])
    .makeOptionMandatory();
}

/** Reads a mnemonic. Never from the command line, which other users of the machine can see. */
export async function readWords(context: CommandContext, path: string): Promise<string> {
  if (path !== standardInput) return readSmallFile(path, maxWordsBytes);
  const { ask, readInput, signal } = context;
  const text = ask === undefined ? await readInput(maxWordsBytes) : await ask("Mnemonic, on one line: ");
  if (signal.aborted) throw new InterruptedError("interrupted");
  return text;
}

async function create(context: CommandContext, { network, json }: SeedOptions): Promise<void> {
  const seed = await withAdmin(context, "custody seed create", async (api, admin) =>
    api.presentWalletSeed(await api.createWalletSeed(admin, network)),
  );
  printOne(context, seed, { asJson: json });
  context.stderr.write(
    `Back up the mnemonic before you hold funds with this seed: florin admin custody seed export --network ${network}\n`,
  );
}

async function importWords(context: CommandContext, options: ImportOptions): Promise<void> {
  const words = await readWords(context, options.words);
  const imported = await withAdmin(context, "custody seed import", async (api, admin) =>
    api.presentWalletSeed(await api.importWalletSeed(admin, { network: options.network, words })),
  );
  printOne(context, imported, { asJson: options.json });
}

async function showFingerprint(context: CommandContext, { network, json }: SeedOptions): Promise<void> {
  const shown = await withAdmin(context, "custody seed show-fingerprint", async (api, admin) =>
    api.presentWalletSeed(await api.showWalletSeed(admin, network)),
  );
  printOne(context, shown, { asJson: json });
}

async function exportWords(context: CommandContext, options: ExportOptions): Promise<void> {
  const { network, json, yesShowTheSecret } = options;
  if (!yesShowTheSecret) {
    throw new UsageError(
      `The mnemonic of the ${network} seed gives full control of its funds. To print it here, pass ` +
        "--yes-show-the-secret.",
    );
  }
  const words = await withAdmin(context, "custody seed export", (api, admin) =>
    api.exportWalletSeed(admin, network),
  );
  if (json) printOne(context, { network, words }, { asJson: true });
  else context.stdout.write(`${words}\n`);
}
