import { useAdminApi, withAdmin } from "../admin-api.ts";
import { type AdminCommand, type CommandGroup, command, itemCommand } from "../admin-command.ts";
import type { CommandContext } from "../command-context.ts";
import { defaultOneOf, json, networks, optional, wait, yes } from "../command-options.ts";
import { confirm } from "../confirmation.ts";
import { CommandError } from "../failure.ts";
import { printList } from "../output.ts";
import { readSmallFile } from "../small-file.ts";

/** A report has about 2 KB. */
const maxFileBytes = 1024 * 1024;

const network = defaultOneOf("--network <network>", "Network", { values: networks, fallback: "mainnet" });

export const reserveCommands: CommandGroup = {
  name: "reserves",
  description: "Signed monthly reserve reports, and public transparency pages",
  commands: [
    command("report <value_type>", {
      description: "Print the signed report of a month; make it if the last month has none",
      options: [
        network,
        optional("--month <month>", "Month such as 2026-10, in UTC (default: the last one)"),
        wait,
      ],
      run: async ({ context, name, input: { wait: seconds, ...input } }) => {
        const request = { month: undefined, ...input, timeoutMs: seconds * 1_000 };
        const document = await withAdmin(context, name, (api, admin) => api.reportReserves(admin, request));
        context.stdout.write(`${document}\n`);
      },
    }),
    command("verify <files...>", {
      description: "Verify reports offline: their signatures, and that each continues the one before it",
      options: [
        optional("--public-key <file>", "File with the published keys of the issuer, one on each line"),
        json,
      ],
      run: ({ context, input }) => verify(context, input),
    }),
    pageCommand("open <value_type>", { isOpen: true }),
    pageCommand("close <value_type>", { isOpen: false }),
    command("key", {
      description: "Print the public key that signs reports",
      run: async ({ context, name }) => {
        const key = await withAdmin(context, name, (api, admin) => api.showReportKey(admin));
        context.stdout.write(`${key}\n`);
      },
    }),
    command("rotate-key", {
      description: "Replace the key that signs reports",
      options: [yes],
      run: async ({ context, name, input: { yes: isConfirmed } }) => {
        const consequence =
          "The current key signs no more reports. Publish the new public key before the next one.";
        await confirm(context, { consequence, isConfirmed });
        const key = await withAdmin(context, name, (api, admin) => api.rotateReportKey(admin));
        context.stdout.write(`${key}\n`);
      },
    }),
  ],
};

function pageCommand(
  usage: `${string} <value_type>`,
  { isOpen }: { readonly isOpen: boolean },
): AdminCommand {
  return itemCommand(usage, {
    description: `${isOpen ? "Open" : "Close"} the public transparency page of a token`,
    options: [network],
    run: async (api, admin, { valueType, network: of }) => {
      const hasChanged = await api.setTransparencyPage(admin, { network: of, valueType, isOpen });
      return { path: `/transparency/${valueType}`, network: of, is_open: isOpen, has_changed: hasChanged };
    },
  });
}

interface VerifyInput {
  readonly files: readonly string[];
  readonly publicKey?: string;
  readonly json: boolean;
}

async function verify(
  context: CommandContext,
  { files: paths, publicKey, json: asJson }: VerifyInput,
): Promise<void> {
  const files: { readonly name: string; readonly text: string }[] = [];
  for (const path of paths) files.push({ name: path, text: await readSmallFile(path, maxFileBytes) });
  const keys = publicKey === undefined ? undefined : await readKeys(publicKey);
  const { reports, findings } = await useAdminApi(async (api) => api.verifyReports(files, keys));
  printList(context, {
    items: reports.map(({ name, report: { month, network, value_type, as_of, public_key }, digest }) => {
      return { file: name, network, value_type, month, as_of, digest, public_key };
    }),
    columns: ["file", "network", "value_type", "month", "as_of", "public_key"],
    asJson,
    noun: "valid reports",
    isComplete: true,
  });
  for (const { name, detail } of findings) context.stderr.write(`${name}: ${detail}\n`);
  if (findings.length > 0) throw new CommandError(`${findings.length} of ${files.length} reports refused`);
  if (keys !== undefined) return;
  const warning = "the key is the one in the report. Compare it with the one that the issuer published";
  context.stderr.write(`florin: ${warning}, or pass it with --public-key\n`);
}

/** One key on each line, in base64url; empty lines and comments are skipped. */
async function readKeys(path: string): Promise<readonly string[]> {
  const lines = (await readSmallFile(path, maxFileBytes)).split("\n").map((line) => line.trim());
  const keys = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (keys.length > 0 && keys.every((key) => /^[A-Za-z0-9_-]{43}$/.test(key))) return keys;
  throw new CommandError(`${path} must contain public keys, as printed by florin admin reserves key`);
}
