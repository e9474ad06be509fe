import { type Command, Option } from "commander";
import { useAdminApi, withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { parseDuration } from "../duration.ts";
import { CommandError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne } from "../output.ts";
import { readSmallFile } from "../small-file.ts";

interface NetworkChoice {
  readonly network: "testnet" | "mainnet";
}

interface ReportOptions extends NetworkChoice {
  readonly month?: string;
  /** Seconds. */
  readonly wait: number;
}

interface VerifyOptions extends JsonChoice {
  readonly publicKey?: string;
}

const defaultWaitSeconds = 300;
/** A report has about 2 KB. */
const maxFileBytes = 1024 * 1024;

export function addReserveCommands(program: Command, context: CommandContext): void {
  const reserves = program
    .command("reserves")
    .description("Signed monthly reserve reports, and public transparency pages");
  reserves
    .command("report <value_type>")
    .description("Print the signed report of a month; make it if the last month has none")
    .addOption(networkOption())
    .option("--month <month>", "Month such as 2026-10, in UTC (default: the last one)")
    .addOption(
      new Option("--wait <duration>", "How long to wait for a new report")
        .argParser(parseDuration)
        .default(defaultWaitSeconds, "5m"),
    )
    .action((valueType: string, options: ReportOptions) => report(context, valueType, options));
  reserves
    .command("verify <files...>")
    .description("Verify reports offline: their signatures, and that each continues the one before it")
    .option("--public-key <file>", "File with the published keys of the issuer, one on each line")
    .addOption(jsonOption())
    .action((files: readonly string[], options: VerifyOptions) => verify(context, files, options));
  addPageCommand(reserves, context, { name: "open", isOpen: true });
  addPageCommand(reserves, context, { name: "close", isOpen: false });
  reserves
    .command("key")
    .description("Print the public key that signs reports")
    .action(() => showKey(context));
  reserves
    .command("rotate-key")
    .description("Replace the key that signs reports")
    .addOption(yesOption())
    .action((options: YesChoice) => rotateKey(context, options));
}

function networkOption(): Option {
  return new Option("--network <network>", "Network")
    .choices(["testnet", "mainnet"])
    .default("mainnet", "mainnet");
}

async function report(
  context: CommandContext,
  valueType: string,
  { network, month, wait }: ReportOptions,
): Promise<void> {
  const request = { network, valueType, month, timeoutMs: wait * 1_000 };
  const document = await withAdmin(context, "reserves report", (api, admin) =>
    api.reportReserves(admin, request),
  );
  context.stdout.write(`${document}\n`);
}

async function verify(
  context: CommandContext,
  paths: readonly string[],
  { publicKey, json }: VerifyOptions,
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
    asJson: json,
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

function addPageCommand(
  reserves: Command,
  context: CommandContext,
  { name, isOpen }: { readonly name: "open" | "close"; readonly isOpen: boolean },
): void {
  reserves
    .command(`${name} <value_type>`)
    .description(`${isOpen ? "Open" : "Close"} the public transparency page of a token`)
    .addOption(networkOption())
    .addOption(jsonOption())
    .action(async (valueType: string, { network, json }: NetworkChoice & JsonChoice) => {
      const request = { network, valueType, isOpen };
      const hasChanged = await withAdmin(context, `reserves ${name}`, (api, admin) =>
        api.setTransparencyPage(admin, request),
      );
      const shown = { path: `/transparency/${valueType}`, network, is_open: isOpen, has_changed: hasChanged };
      printOne(context, shown, { asJson: json });
    });
}

async function showKey(context: CommandContext): Promise<void> {
  const key = await withAdmin(context, "reserves key", (api, admin) => api.showReportKey(admin));
  context.stdout.write(`${key}\n`);
}

async function rotateKey(context: CommandContext, { yes }: YesChoice): Promise<void> {
  const consequence =
    "The current key signs no more reports. Publish the new public key before the next one.";
  await confirm(context, { consequence, isConfirmed: yes });
  const key = await withAdmin(context, "reserves rotate-key", (api, admin) => api.rotateReportKey(admin));
  context.stdout.write(`${key}\n`);
}
