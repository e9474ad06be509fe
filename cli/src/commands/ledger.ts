import type { FindingView, HeadView, LedgerProgress, VerificationView } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-door.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { CommandError, UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";
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

export function addLedgerCommands(program: Command, surroundings: Surroundings): void {
  const ledger = program.command("ledger").description("the journals: proof, balances, statements");
  withChoice(
    ledger
      .command("verify")
      .description("prove that journals are whole and that everything beside them agrees with them"),
  )
    .option("--expect <mark>", "a head that was written down, as SEQUENCE:HASH; for one journal")
    .option("--from <sequence>", "the first record to look at; what lies before it is taken on trust")
    .addOption(jsonOption())
    .action((options: VerifyOptions) => verify(surroundings, options));
  withChoice(
    ledger.command("head").description("print the end of each journal, to be written down elsewhere"),
  )
    .addOption(jsonOption())
    .action((options: ChoiceOptions) => head(surroundings, options));
  addLedgerAccountCommands(ledger, surroundings);
  ledger
    .command("rebuild")
    .description("set balances and holds right by the journal")
    .requiredOption("--tenant <id>", "the managing account whose journal it is")
    .addOption(networkOption().makeOptionMandatory())
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((options: RebuildOptions) => rebuild(surroundings, options));
}

function withChoice(command: Command): Command {
  return command
    .option("--tenant <id>", "only the journals of this managing account")
    .addOption(networkOption());
}

function networkOption(): Option {
  return new Option("--network <network>", "only the journals of this world").choices(["testnet", "mainnet"]);
}

async function verify(surroundings: Surroundings, options: VerifyOptions): Promise<void> {
  const { expect, from, json } = options;
  if ((expect !== undefined || from !== undefined) && !isOne(options)) {
    throw new UsageError("--expect and --from are about one journal: name it with --tenant and --network");
  }
  const { stderr } = surroundings;
  const verified = await withAdmin(surroundings, "ledger verify", async (door, admin) => {
    const views: VerificationView[] = [];
    const request = {
      ...choiceOf(options),
      ...(expect === undefined ? {} : { expected: expect }),
      ...(from === undefined ? {} : { from }),
      onProgress: (progress: LedgerProgress) => stderr.write(`${progressText(progress)}\n`),
    };
    for await (const view of door.verifyLedger(admin, request)) views.push(view);
    return views;
  });
  printList(surroundings, {
    items: verified.map((view) => presentVerification(view, { asJson: json })),
    columns: ["tenant_id", "network", "records", "findings", "sequence", "hash"],
    asJson: json,
    noun: "journals",
    isComplete: true,
  });
  refuseFindings(surroundings, verified);
}

/** Each finding is told in a line, and the command ends as one that failed; so it does when it could not look at all. */
function refuseFindings({ stderr }: Surroundings, verified: readonly VerificationView[]): void {
  const unsound = verified.filter(({ findings, isComplete }) => findings.length > 0 || !isComplete);
  if (unsound.length === 0) return;
  for (const { tenantId, network, findings, isComplete, failure } of unsound) {
    for (const finding of findings) stderr.write(`${tenantId} ${network}: ${findingText(finding)}\n`);
    if (failure !== undefined) stderr.write(`${tenantId} ${network}: could not go on: ${plain(failure)}\n`);
    if (!isComplete) stderr.write(`${tenantId} ${network}: there may be more; it stopped here\n`);
  }
  const count = unsound.reduce((sum, { findings }) => sum + findings.length, 0);
  const found = count === 1 ? "1 finding" : `${count} findings`;
  throw new CommandError(`${found} in ${unsound.length} of ${verified.length} journals`);
}

async function head(surroundings: Surroundings, options: ChoiceOptions): Promise<void> {
  const heads = await withAdmin(surroundings, "ledger head", async (door, admin) => {
    const views: HeadView[] = [];
    for await (const view of door.listHeads(admin, choiceOf(options))) views.push(view);
    return views;
  });
  printList(surroundings, {
    items: heads.map(presentHead),
    columns: ["tenant_id", "network", "at", "mark"],
    asJson: options.json,
    noun: "journals",
    isComplete: true,
  });
}

async function rebuild(
  surroundings: Surroundings,
  { tenant, network, yes, json }: RebuildOptions,
): Promise<void> {
  const consequence =
    `Nothing can be recorded for ${tenant} in ${network} until the whole journal has been read, and balances and ` +
    "holds that differ from it are overwritten.";
  await confirm(surroundings, { consequence, isConfirmed: yes });
  const { records, balances, holds, findings } = await withAdmin(
    surroundings,
    "ledger rebuild",
    (door, admin) => door.rebuildLedger(admin, { tenantId: tenant, network }),
  );
  if (!json) for (const finding of findings) surroundings.stderr.write(`${findingText(finding)}\n`);
  const counts = { tenant_id: tenant, network, records, balances, holds };
  const told = json ? { ...counts, findings: findings.map(presentFinding) } : counts;
  printOne(surroundings, told, { asJson: json });
}

function isOne({ tenant, network }: ChoiceOptions): boolean {
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
  return `${tenantId} ${network}: ${records} of ${total} records, ${share} %, ${recordsPerSecond} a second`;
}

/** What stands in a table may have been written by anybody, and must not speak to the terminal. */
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

function presentFinding({ table, sequence, account, detail }: FindingView): Shown {
  return { table, sequence: sequence ?? null, account: account ?? null, detail };
}

function presentVerification(view: VerificationView, { asJson }: { readonly asJson: boolean }): Shown {
  const { tenantId, network, records, sequence, hash, findings, isComplete, failure } = view;
  const told = asJson ? findings.map(presentFinding) : findings.length;
  const end = { is_complete: isComplete, failure: failure ?? null };
  return { tenant_id: tenantId, network, records, sequence, hash, findings: told, ...end };
}

function presentHead({ tenantId, network, sequence, hash, at }: HeadView): Shown {
  return { tenant_id: tenantId, network, sequence, hash, at: at ?? null, mark: `${sequence}:${hash}` };
}
