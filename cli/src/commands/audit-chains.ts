import type { AuditFindingView, AuditProgress, AuditVerificationView } from "@florin/service/admin";
import type { Command } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { CommandError, UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, withSnakeCase } from "../output.ts";
import { readSmallFile } from "../small-file.ts";

interface ChainOptions {
  readonly tenant?: string;
  readonly platform: boolean;
}

interface VerifyOptions extends ChainOptions, JsonChoice {
  readonly head?: string;
  readonly publicKey?: string;
}

/** One head has about 250 bytes. */
const maxHeadBytes = 64 * 1024 * 1024;

export function addAuditChainCommands(audit: Command, context: CommandContext): void {
  withChain(audit.command("verify").description("Verify the hash chains of the audit log"))
    .option("--head <file>", "File written by audit head; the log must still contain these heads")
    .option("--public-key <key>", "Public key that must have signed the file, if MASTER_KEY is not at hand")
    .addOption(jsonOption())
    .action((options: VerifyOptions) => verify(context, options));
  withChain(
    audit
      .command("head")
      .description("Print the signed heads of the hash chains as JSON, to be stored elsewhere"),
  ).action((options: ChainOptions) => head(context, options));
}

function withChain(command: Command): Command {
  return command
    .option("--tenant <id>", "Only the log of this managing account")
    .option("--platform", "Only the platform log, which belongs to no managing account", false);
}

async function verify(context: CommandContext, options: VerifyOptions): Promise<void> {
  const { head: path, publicKey, json } = options;
  if (publicKey !== undefined && path === undefined) throw new UsageError("--public-key requires --head");
  const { stderr } = context;
  const heads = path === undefined ? undefined : await readSmallFile(path, maxHeadBytes);
  const request = {
    chain: chainOf(options),
    heads,
    publicKey,
    onProgress: (progress: AuditProgress) => stderr.write(`${progressText(progress)}\n`),
  };
  const verified = await withAdmin(context, "audit verify", async (api, admin) => {
    const views: AuditVerificationView[] = [];
    for await (const view of api.verifyAudit(admin, request)) views.push(view);
    return views;
  });
  printList(context, {
    items: verified.map((view) =>
      withSnakeCase({ ...view, findings: json ? view.findings : view.findings.length }),
    ),
    columns: ["chain", "entries", "findings", "sequence", "hash"],
    asJson: json,
    noun: "audit log entries",
    isComplete: true,
  });
  refuseFindings(context, verified);
}

/** Prints each finding on a line; the command then fails. */
function refuseFindings({ stderr }: CommandContext, verified: readonly AuditVerificationView[]): void {
  const unsound = verified.filter(({ findings }) => findings.length > 0);
  if (unsound.length === 0) return;
  for (const { chain, findings, isComplete } of unsound) {
    for (const finding of findings) stderr.write(`${plain(`${chain}: ${findingText(finding)}`)}\n`);
    if (!isComplete) stderr.write(`${plain(chain)}: verification stopped here; there may be more findings\n`);
  }
  const count = unsound.reduce((sum, { findings }) => sum + findings.length, 0);
  const found = count === 1 ? "1 finding" : `${count} findings`;
  throw new CommandError(`${found} in ${unsound.length} of ${verified.length} chains`);
}

async function head(context: CommandContext, options: ChainOptions): Promise<void> {
  const chain = chainOf(options);
  const heads = await withAdmin(context, "audit head", (api, admin) =>
    api.exportHeads(admin, chain === undefined ? {} : { chain }),
  );
  context.stdout.write(`${JSON.stringify(heads, undefined, 2)}\n`);
}

function chainOf({ tenant, platform }: ChainOptions): string | undefined {
  if (platform && tenant !== undefined) throw new UsageError("specify --tenant or --platform, not both");
  return platform ? "platform" : tenant;
}

function progressText({ chain, seals, total }: AuditProgress): string {
  const share = total === 0 ? 100 : Math.floor((seals * 100) / total);
  return `${chain}: ${seals} of ${total} seals (${share}%)`;
}

function findingText({ sequence, entryId, detail }: AuditFindingView): string {
  const place = [
    ...(sequence === undefined ? [] : [`seal ${sequence}`]),
    ...(entryId === undefined ? [] : [`entry ${entryId}`]),
  ];
  return `${place.join(", ")}: ${detail}`;
}

/** Table contents are untrusted: control characters must not reach the terminal. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}
