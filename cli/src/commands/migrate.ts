import type { Command } from "commander";
import { unlessInterrupted, useDoor } from "../admin-door.ts";
import { type JsonChoice, jsonOption, printList } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

interface MigrateOptions extends JsonChoice {
  readonly dryRun: boolean;
}

export function addMigrateCommand(program: Command, surroundings: Surroundings): void {
  program
    .command("migrate")
    .description("bring the schema of the database forward; makes the embedded database where there is none")
    .option("--dry-run", "show what would be applied, and change nothing", false)
    .addOption(jsonOption())
    .action(async ({ dryRun, json }: MigrateOptions) => {
      const migrations = dryRun ? await listPending(surroundings) : await migrate(surroundings);
      printList(surroundings, {
        items: migrations.map((migration) => ({ migration, state: dryRun ? "pending" : "applied" })),
        columns: ["migration", "state"],
        asJson: json,
        noun: "migrations to apply",
        isComplete: true,
      });
    });
}

function listPending({ environment }: Surroundings): Promise<readonly string[]> {
  return useDoor((door) => door.listPendingMigrations(environment, { command: "migrate" }));
}

function migrate({ environment, stderr, signal, operator }: Surroundings): Promise<readonly string[]> {
  const onProgress = (message: string): void => stderr.write(`${message}\n`);
  return useDoor(async (door) => {
    const schema = await door.openSchema(environment, {
      command: "migrate",
      onProgress,
      ...(operator === undefined ? {} : { operator }),
    });
    return unlessInterrupted(signal, schema, () => schema.migrate());
  });
}
