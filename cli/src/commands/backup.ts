import type { Command } from "commander";
import { type AdminApi, useAdminApi } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { CommandError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne, withSnakeCase } from "../output.ts";

interface PlaceOptions extends JsonChoice {
  readonly place: string;
}

const placeText = "Folder, or s3://bucket at the server of the document storage";

export function addBackupCommands(program: Command, context: CommandContext): void {
  const backup = program.command("backup").description("Back up the database, and restore it");
  backup
    .command("create")
    .description("Write an encrypted backup of one snapshot; the service can keep running")
    .requiredOption("--place <place>", placeText)
    .addOption(jsonOption())
    .action((options: PlaceOptions) => create(context, options));
  backup
    .command("list")
    .description("List the complete backups at a place")
    .requiredOption("--place <place>", placeText)
    .addOption(jsonOption())
    .action(async ({ place, json }: PlaceOptions) => {
      const items = await useAdminApi((api) =>
        api.listBackups(context.environment, { place, onSkipped: skippedTo(context) }),
      );
      printBackups(context, items, json);
    });
  backup
    .command("verify <id>")
    .description("Read a whole backup, and check that it is authentic and complete")
    .requiredOption("--place <place>", placeText)
    .option("--chains", "Also restore it into a temporary database, and verify ledger and audit log", false)
    .addOption(jsonOption())
    .action((id: string, options: VerifyOptions) => verify(context, id, options));
  backup
    .command("restore <id>")
    .description(
      "Restore a backup into an empty database; the service starts on it after florin admin recover",
    )
    .requiredOption("--place <place>", placeText)
    .addOption(jsonOption())
    .action((id: string, options: PlaceOptions) => restore(context, id, options));
  backup
    .command("prune")
    .description("Delete all backups but the newest")
    .requiredOption("--place <place>", placeText)
    .requiredOption("--keep <count>", "How many backups to keep")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((options: PruneOptions) => prune(context, options));
}

interface VerifyOptions extends PlaceOptions {
  readonly chains: boolean;
}

interface PruneOptions extends PlaceOptions, YesChoice {
  readonly keep: string;
}

async function create(context: CommandContext, { place, json }: PlaceOptions): Promise<void> {
  const created = await useAdminApi((api) =>
    api.createBackup(context.environment, optionsOf(context, "backup create"), {
      place,
      onBackupProgress: progressTo(context),
    }),
  );
  printOne(context, withSnakeCase(created), { asJson: json });
}

async function verify(
  context: CommandContext,
  id: string,
  { place, chains, json }: VerifyOptions,
): Promise<void> {
  const verified = await useAdminApi((api) =>
    api.verifyBackup(context.environment, { place, id, chains, onBackupProgress: progressTo(context) }),
  );
  printOne(context, withSnakeCase(verified), { asJson: json });
  requireSound(verified.chains?.findings ?? []);
}

async function restore(context: CommandContext, id: string, { place, json }: PlaceOptions): Promise<void> {
  const restored = await useAdminApi((api) =>
    api.restoreFromBackup(context.environment, optionsOf(context, "backup restore"), {
      place,
      id,
      onBackupProgress: progressTo(context),
    }),
  );
  printOne(context, withSnakeCase(restored), { asJson: json });
  context.stderr.write(
    "The service does not start on this database before florin admin recover: it is behind chains, banks and customers.\n",
  );
  requireSound(restored.findings);
}

async function prune(context: CommandContext, { place, keep, yes, json }: PruneOptions): Promise<void> {
  await confirm(context, {
    consequence: `All backups at ${place} but the newest ${keep} are deleted.`,
    isConfirmed: yes,
  });
  const removed = await useAdminApi((api) =>
    api.pruneBackups(context.environment, optionsOf(context, "backup prune"), {
      place,
      keep,
      onSkipped: skippedTo(context),
    }),
  );
  printBackups(context, removed, json);
}

function skippedTo({ stderr }: CommandContext): (message: string) => void {
  return (message) => stderr.write(`skipped ${message}\n`);
}

function printBackups(context: CommandContext, items: readonly object[], asJson: boolean): void {
  printList(context, {
    items: items.map(withSnakeCase),
    columns: ["id", "taken_at", "schema", "build", "size_bytes"],
    asJson,
    noun: "backups",
    isComplete: true,
  });
}

function requireSound(findings: readonly string[]): void {
  if (findings.length > 0) throw new CommandError(`verification failed:\n${findings.join("\n")}`);
}

function optionsOf({ stderr, operator }: CommandContext, command: string) {
  const onProgress = (message: string): void => stderr.write(`${message}\n`);
  return { command, onProgress, ...(operator === undefined ? {} : { operator }) };
}

type Progress = NonNullable<Parameters<AdminApi["listBackups"]>[1]["onBackupProgress"]>;

/** One line that is rewritten, and only on a terminal. */
function progressTo({ stderr }: CommandContext): Progress {
  return ({ table, tables, tableCount, rows }) => {
    if (stderr.terminalWidth === undefined) return;
    const total = tableCount === 0 ? "" : `/${tableCount}`;
    stderr.write(`\r\u001b[K${tables}${total} tables, ${rows} rows, ${table}`.slice(0, stderr.terminalWidth));
  };
}
