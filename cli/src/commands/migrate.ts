import { openingOptions, unlessInterrupted, useAdminApi } from "../admin-api.ts";
import { command } from "../admin-command.ts";
import type { CommandContext } from "../command-context.ts";
import { flag, json } from "../command-options.ts";
import { printList } from "../output.ts";

export const migrateCommand = command("migrate", {
  description: "Apply database migrations; creates the embedded database if there is none",
  options: [flag("--dry-run", "Show pending migrations without applying them"), json],
  run: async ({ context, input: { dryRun, json: asJson } }) => {
    const migrations = dryRun ? await listPending(context) : await migrate(context);
    const state = dryRun ? "pending" : "applied";
    const items = migrations.map((migration) => ({ migration, state }));
    const columns = ["migration", "state"];
    printList(context, { items, columns, asJson, noun: "migrations to apply", isComplete: true });
  },
});

function listPending({ environment }: CommandContext): Promise<readonly string[]> {
  return useAdminApi((api) => api.listPendingMigrations(environment, { command: "migrate" }));
}

function migrate(context: CommandContext): Promise<readonly string[]> {
  return useAdminApi(async (api) => {
    const schema = await api.openSchema(context.environment, openingOptions(context, "migrate"));
    return unlessInterrupted(context.signal, schema, () => schema.migrate());
  });
}
