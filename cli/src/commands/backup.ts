import { type AdminApi, openingOptions, useAdminApi } from "../admin-api.ts";
import { type CommandGroup, command } from "../admin-command.ts";
import type { CommandContext } from "../command-context.ts";
import { flag, json, required, yes } from "../command-options.ts";
import { confirm } from "../confirmation.ts";
import { CommandError } from "../failure.ts";
import { printList, printOne, withSnakeCase } from "../output.ts";

const placeOption = required(
  "--place <place>",
  "Folder, or s3://bucket at the server of the document storage",
);

export const backupCommands: CommandGroup = {
  name: "backup",
  description: "Back up the database, and restore it",
  commands: [
    command("create", {
      description: "Write an encrypted backup of one snapshot; the service can keep running",
      options: [placeOption, json],
      run: async ({ context, name, input: { place, json: asJson } }) => {
        const onBackupProgress = progressTo(context);
        const created = await useAdminApi((api) =>
          api.createBackup(context.environment, openingOptions(context, name), { place, onBackupProgress }),
        );
        printOne(context, withSnakeCase(created), { asJson });
      },
    }),
    command("list", {
      description: "List the complete backups at a place",
      options: [placeOption, json],
      run: async ({ context, input: { place, json: asJson } }) => {
        const items = await useAdminApi((api) =>
          api.listBackups(context.environment, { place, onSkipped: skippedTo(context) }),
        );
        printBackups(context, items, asJson);
      },
    }),
    command("verify <id>", {
      description: "Read a whole backup, and check that it is authentic and complete",
      options: [
        placeOption,
        flag("--chains", "Also restore it into a temporary database, and verify ledger and audit log"),
        json,
      ],
      run: async ({ context, input: { json: asJson, ...request } }) => {
        const onBackupProgress = progressTo(context);
        const verified = await useAdminApi((api) =>
          api.verifyBackup(context.environment, { ...request, onBackupProgress }),
        );
        printOne(context, withSnakeCase(verified), { asJson });
        requireSound(verified.chains?.findings ?? []);
      },
    }),
    command("restore <id>", {
      description:
        "Restore a backup into an empty database; the service starts on it after florin admin recover",
      options: [placeOption, json],
      run: async ({ context, name, input: { json: asJson, ...request } }) => {
        const onBackupProgress = progressTo(context);
        const restored = await useAdminApi((api) =>
          api.restoreFromBackup(context.environment, openingOptions(context, name), {
            ...request,
            onBackupProgress,
          }),
        );
        printOne(context, withSnakeCase(restored), { asJson });
        context.stderr.write(
          "The service does not start on this database before florin admin recover: it is behind chains, banks and customers.\n",
        );
        requireSound(restored.findings);
      },
    }),
    command("prune", {
      description: "Delete all backups but the newest",
      options: [placeOption, required("--keep <count>", "How many backups to keep"), yes, json],
      run: async ({ context, name, input: { place, keep, yes: isConfirmed, json: asJson } }) => {
        const consequence = `All backups at ${place} but the newest ${keep} are deleted.`;
        await confirm(context, { consequence, isConfirmed });
        const request = { place, keep, onSkipped: skippedTo(context) };
        const removed = await useAdminApi((api) =>
          api.pruneBackups(context.environment, openingOptions(context, name), request),
        );
        printBackups(context, removed, asJson);
      },
    }),
  ],
};

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

type Progress = NonNullable<Parameters<AdminApi["listBackups"]>[1]["onBackupProgress"]>;

/** One line that is rewritten, and only on a terminal. */
function progressTo({ stderr }: CommandContext): Progress {
  return ({ table, tables, tableCount, rows }) => {
    if (stderr.terminalWidth === undefined) return;
    const total = tableCount === 0 ? "" : `/${tableCount}`;
    stderr.write(`\r\u001b[K${tables}${total} tables, ${rows} rows, ${table}`.slice(0, stderr.terminalWidth));
  };
}
