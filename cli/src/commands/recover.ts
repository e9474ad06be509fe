import type { Command } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { type JsonChoice, jsonOption, printList, withSnakeCase } from "../output.ts";

interface RecoverOptions extends JsonChoice {
  readonly dryRun: boolean;
  readonly pointInTime?: string;
}

interface DifferenceOptions extends JsonChoice {
  readonly state: string;
}

interface CloseOptions {
  readonly mark?: string;
  readonly note: string;
}

export function addRecoverCommands(program: Command, context: CommandContext): void {
  const recover = program
    .command("recover")
    .description("Let the service recover a restored database when it starts next")
    .option("--dry-run", "Compare the database with chains and banks, and change nothing", false)
    .option(
      "--point-in-time <time>",
      "The database was restored to this time by PostgreSQL's own tools: it needs recovery, too",
    )
    .addOption(jsonOption())
    .action((options: RecoverOptions) =>
      options.dryRun ? compare(context, options) : request(context, options),
    );
  recover
    .command("differences")
    .description("List transactions and bank entries that the restored database did not know")
    .option("--state <state>", "open, adopted or closed", "open")
    .addOption(jsonOption())
    // The parent has --json, too, and takes it wherever it appears.
    .action((_options: DifferenceOptions, command: Command) =>
      list(context, command.optsWithGlobals<DifferenceOptions>()),
    );
  recover
    .command("close <reference>")
    .description("Close a difference that you have dealt with")
    .option("--mark <mark>", "Which one, if several differences have the reference")
    .requiredOption("--note <text>", "What was decided")
    .action(async (reference: string, options: CloseOptions) => {
      await withAdmin(context, "recover close", (api, admin) =>
        api.closeRecoveredEffect(admin, { reference, ...options }),
      );
    });
}

async function request(context: CommandContext, options: RecoverOptions): Promise<void> {
  const { pointInTime, json } = options;
  const restores = await withAdmin(context, "recover", (api, admin) =>
    api.requestRecover(admin, { pointInTime }),
  );
  printList(context, {
    items: restores.map(withSnakeCase),
    columns: ["id", "origin", "taken_at", "restored_at", "state", "recovered_at"],
    asJson: json,
    noun: "restores",
    isComplete: true,
  });
  if (restores.some(({ state }) => state === "restored"))
    context.stderr.write("Start one node of the service: it recovers the database before it serves\n");
}

async function compare(context: CommandContext, { json }: RecoverOptions): Promise<void> {
  const { effects, files } = await withAdmin(context, "recover", async (_api, admin) => {
    // Loads the adapters of all chains, which other commands do not need.
    const { compareWithOutside } = await import("@florin/service/recovery");
    const onProgress = (message: string): unknown => context.stderr.write(`${message}\n`);
    return compareWithOutside({ ...admin, keyRing: await admin.loadKeyRing(), onProgress });
  });
  printEffects(context, effects, json);
  context.stderr.write(`${files} files of banks would be read again\n`);
}

async function list(context: CommandContext, { state, json }: DifferenceOptions): Promise<void> {
  const effects = await withAdmin(context, "recover differences", (api, admin) =>
    api.listRecoveredEffects(admin, { state }),
  );
  printEffects(context, effects, json);
}

function printEffects(context: CommandContext, effects: readonly object[], asJson: boolean): void {
  printList(context, {
    items: effects.map(withSnakeCase),
    columns: ["network", "place", "reference", "mark", "detail"],
    asJson,
    noun: "differences",
    isComplete: true,
  });
}
