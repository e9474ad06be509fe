import type { Command } from "commander";
import { unlessInterrupted, useAdminApi } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { type JsonChoice, jsonOption, printList } from "../output.ts";

interface MigrateOptions extends JsonChoice {
  readonly dryRun: boolean;
}

export function addMigrateCommand(program: Command, context: CommandContext): void {
  program
    .command("migrate")
    .description("Apply database migrations; creates the embedded database if there is none")
    .option("--dry-run", "Show pending migrations without applying them", false)
    .addOption(jsonOption())
    .action(async ({ dryRun, json }: MigrateOptions) => {
      const migrations = dryRun ? await listPending(context) : await migrate(context);
      printList(context, {
        items: migrations.map((migration) => ({ migration, state: dryRun ? "pending" : "applied" })),
        columns: ["migration", "state"],
        asJson: json,
        noun: "migrations to apply",
        isComplete: true,
      });
    });
}

function listPending({ environment }: CommandContext): Promise<readonly string[]> {
  return useAdminApi((api) => api.listPendingMigrations(environment, { command: "migrate" }));
}

function migrate({ environment, stderr, signal, operator }: CommandContext): Promise<readonly string[]> {
  const onProgress = (message: string): void => stderr.write(`${message}\n`);
  return useAdminApi(async (api) => {
    const schema = await api.openSchema(environment, {
      command: "migrate",
      onProgress,
      ...(operator === undefined ? {} : { operator }),
    });
    return unlessInterrupted(signal, schema, () => schema.migrate());
  });
}
