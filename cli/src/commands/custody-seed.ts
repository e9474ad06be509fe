import { Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import { type CommandGroup, command, itemCommand } from "../admin-command.ts";
import type { CommandContext } from "../command-context.ts";
import { type Choice, flag, json, network } from "../command-options.ts";
import { InterruptedError, UsageError } from "../failure.ts";
import { printOne } from "../output.ts";
import { readSmallFile } from "../small-file.ts";

// 24 words of at most 8 letters each, with space for one word per line.
const maxWordsBytes = 4 * 1024;

const standardInput = "-";

const wordsFile: Choice<{ readonly words: string }> = new Option(
  "--words <file>",
  "File with the mnemonic",
).default(standardInput, "standard input");

export const custodySeedCommands: CommandGroup = {
  name: "seed",
  description: "Manage the seed of a network, from which all its keys are derived",
  commands: [
    itemCommand("create", {
      description: "Create the seed of a network; it is stored encrypted and not shown",
      options: [network],
      run: async (api, admin, input) =>
        api.presentWalletSeed(await api.createWalletSeed(admin, input.network)),
      after: ({ stderr }, _, input) =>
        stderr.write(
          `Back up the mnemonic before you hold funds with this seed: florin admin custody seed export --network ${input.network}\n`,
        ),
    }),
    command("import", {
      description: "Import a BIP-39 mnemonic, or re-encrypt an existing seed from its mnemonic",
      options: [network, wordsFile, json],
      run: async ({ context, name, input }) => {
        const words = await readWords(context, input.words);
        const imported = await withAdmin(context, name, async (api, admin) =>
          api.presentWalletSeed(await api.importWalletSeed(admin, { network: input.network, words })),
        );
        printOne(context, imported, { asJson: input.json });
      },
    }),
    itemCommand("show-fingerprint", {
      description: "Show the fingerprint of a seed without revealing the seed",
      options: [network],
      run: async (api, admin, input) => api.presentWalletSeed(await api.showWalletSeed(admin, input.network)),
    }),
    command("export", {
      description: "Print the mnemonic of a seed, which gives full control of all its keys",
      options: [network, flag("--yes-show-the-secret", "Confirm that the mnemonic may be printed"), json],
      run: async ({ context, name, input }) => {
        if (!input.yesShowTheSecret) {
          throw new UsageError(
            `The mnemonic of the ${input.network} seed gives full control of its funds. To print it here, pass ` +
              "--yes-show-the-secret.",
          );
        }
        const words = await withAdmin(context, name, (api, admin) =>
          api.exportWalletSeed(admin, input.network),
        );
        if (input.json) printOne(context, { network: input.network, words }, { asJson: true });
        else context.stdout.write(`${words}\n`);
      },
    }),
  ],
};

/** Reads a mnemonic. Never from the command line, which other users of the machine can see. */
export async function readWords(context: CommandContext, path: string): Promise<string> {
  if (path !== standardInput) return readSmallFile(path, maxWordsBytes);
  const { ask, readInput, signal } = context;
  const text = ask === undefined ? await readInput(maxWordsBytes) : await ask("Mnemonic, on one line: ");
  if (signal.aborted) throw new InterruptedError("interrupted");
  return text;
}
