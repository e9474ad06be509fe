import type { FindingView, HeadView, LedgerProgress, VerificationView } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { CommandError, UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown, withSnakeCase } from "../output.ts";
import { addLedgerAccountCommands } from "./ledger-accounts.ts";

type Network = "testnet" | "mainnet";

interface ChoiceOptions extends JsonChoice {
  readonly tenant?: string;
  readonly network?: Network;
}

interface VerifyOptions extends ChoiceOptions {
  readonly expect?: string;
  readonly from?: string;
}

interface RebuildOptions extends YesChoice, JsonChoice {
  readonly tenant: string;
  readonly network: Network;
}

export function addLedgerCommands(program: Command, context: CommandContext): void {
  const ledger = program.command("ledger").description("Verify and read the ledger journals");
  withChoice(
    ledger.command("verify").description("Verify the integrity of journals and everything derived from them"),
  )
    .option("--expect <checkpoint>", "Checkpoint hash recorded earlier, as SEQUENCE:HASH; one journal only")
    .option("--from <sequence>", "First record to verify; earlier records are trusted")
    .addOption(jsonOption())
    .action((options: VerifyOptions) => verify(context, options));
  withChoice(
    ledger.command("head").description("Print the checkpoint hash of each journal, to be stored elsewhere"),
  )
    .addOption(jsonOption())
    .action((options: ChoiceOptions) => head(context, options));
  addLedgerAccountCommands(ledger, context);
  ledger
    .command("rebuild")
    .description("Rebuild balances and holds from the journal")
    .requiredOption("--tenant <id>", "Managing account that owns the journal")
    .addOption(networkOption().makeOptionMandatory())
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((options: RebuildOptions) => rebuild(context, options));
}

function withChoice(command: Command): Command {
  return command.option("--tenant <id>", "Filter by managing account").addOption(networkOption());
}

function networkOption(): Option {
  return new Option("--network <network>", "Filter by network").choices(["testnet", "mainnet"]);
}

async function verify(context: CommandContext, options: VerifyOptions): Promise<void> {
  const { expect, from, json } = options;
  if ((expect !== undefined || from !== undefined) && !isSingleJournal(options)) {
    throw new UsageError("--expect and --from apply to one journal: specify it with --tenant and --network");
  }
  const { stderr } = context;
  const verified = await withAdmin(context, "ledger verify", async (api, admin) => {
    const views: VerificationView[] = [];
    const request = {
      ...choiceOf(options),
      ...(expect === undefined ? {} : { expected: expect }),
      ...(from === undefined ? {} : { from }),
      onProgress: (progress: LedgerProgress) => stderr.write(`${progressText(progress)}\n`),
    };
    for await (const view of api.verifyLedger(admin, request)) views.push(view);
    return views;
  });
  printList(context, {
    items: verified.map((view) => presentVerification(view, { asJson: json })),
    columns: ["tenant_id", "network", "records", "findings", "sequence", "hash"],
    asJson: json,
    noun: "journals",
    isComplete: true,
  });
  refuseFindings(context, verified);
}

/** Prints each finding on a line; the command then fails, also if verification could not run to the end. */
function refuseFindings({ stderr }: CommandContext, verified: readonly VerificationView[]): void {
  const unsound = verified.filter(({ findings, isComplete }) => findings.length > 0 || !isComplete);
  if (unsound.length === 0) return;
  for (const { tenantId, network, findings, isComplete, failure } of unsound) {
    for (const finding of findings) stderr.write(`${tenantId} ${network}: ${findingText(finding)}\n`);
    if (failure !== undefined)
      stderr.write(`${tenantId} ${network}: verification failed: ${plain(failure)}\n`);
    if (!isComplete)
      stderr.write(`${tenantId} ${network}: verification stopped here; there may be more findings\n`);
  }
  const count = unsound.reduce((sum, { findings }) => sum + findings.length, 0);
  const found = count === 1 ? "1 finding" : `${count} findings`;
  throw new CommandError(`${found} in ${unsound.length} of ${verified.length} journals`);
}

async function head(context: CommandContext, options: ChoiceOptions): Promise<void> {
  const heads = await withAdmin(context, "ledger head", async (api, admin) => {
    const views: HeadView[] = [];
    for await (const view of api.listHeads(admin, choiceOf(options))) views.push(view);
    return views;
  });
  printList(context, {
    items: heads.map(presentHead),
    columns: ["tenant_id", "network", "at", "mark"],
    asJson: options.json,
    noun: "journals",
    isComplete: true,
  });
}

async function rebuild(
  context: CommandContext,
  { tenant, network, yes, json }: RebuildOptions,
): Promise<void> {
  const consequence =
    `Postings for ${tenant} on ${network} are blocked until the whole journal has been read. Balances and ` +
    "holds that differ from the journal are overwritten.";
  await confirm(context, { consequence, isConfirmed: yes });
  const { records, balances, holds, findings } = await withAdmin(context, "ledger rebuild", (api, admin) =>
    api.rebuildLedger(admin, { tenantId: tenant, network }),
  );
  if (!json) for (const finding of findings) context.stderr.write(`${findingText(finding)}\n`);
  const counts = { tenant_id: tenant, network, records, balances, holds };
  const shown = json ? { ...counts, findings: findings.map(withSnakeCase) } : counts;
  printOne(context, shown, { asJson: json });
}

function isSingleJournal({ tenant, network }: ChoiceOptions): boolean {
  return tenant !== undefined && network !== undefined;
}

function choiceOf({ tenant, network }: ChoiceOptions) {
  return {
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    ...(network === undefined ? {} : { network }),
  };
}

function progressText({ tenantId, network, records, total, recordsPerSecond }: LedgerProgress): string {
  const share = total === 0 ? 100 : Math.floor((records * 100) / total);
  return `${tenantId} ${network}: ${records} of ${total} records (${share}%), ${recordsPerSecond}/s`;
}

/** Table contents are untrusted: control characters must not reach the terminal. */
function findingText({ table, sequence, account, detail }: FindingView): string {
  const place = [
    table,
    ...(sequence === undefined ? [] : [`record ${sequence}`]),
    ...(account === undefined ? [] : [account]),
  ];
  return plain(`${place.join(", ")}: ${detail}`);
}

function plain(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}

function presentVerification(view: VerificationView, { asJson }: { readonly asJson: boolean }): Shown {
  const { tenantId, network, records, sequence, hash, findings, isComplete, failure } = view;
  const journal = { tenantId, network, records, sequence, hash };
  return withSnakeCase({ ...journal, findings: asJson ? findings : findings.length, isComplete, failure });
}

function presentHead({ tenantId, network, sequence, hash, at }: HeadView): Shown {
  return withSnakeCase({ tenantId, network, sequence, hash, at, mark: `${sequence}:${hash}` });
}
