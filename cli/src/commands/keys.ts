import type { Command } from "commander";
import { useAdminApi, withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printOne, withSnakeCase } from "../output.ts";

interface RotateOptions extends YesChoice, JsonChoice {
  readonly now: boolean;
}

export function addKeyCommands(program: Command, context: CommandContext): void {
  const keys = program.command("keys").description("Manage the service's own keys");
  keys
    .command("rotate-signing")
    .description("Rotate the access token signing key; it takes effect once every node has it")
    .option(
      "--now",
      "For a leaked key: use the new key immediately and invalidate all existing tokens",
      false,
    )
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((options: RotateOptions) => rotateSigning(context, options));
  keys
    .command("rewrap")
    .description("Rewrap and re-encrypt stored data under the current MASTER_KEY")
    .addOption(jsonOption())
    .action(({ json }: JsonChoice) => rewrap(context, json));
  keys
    .command("generate-master")
    .description("Print a new master key for MASTER_KEY; nothing is stored")
    .action(() => generateMaster(context));
}

async function rotateSigning(context: CommandContext, { now, yes, json }: RotateOptions): Promise<void> {
  const consequence = "All existing access tokens stop working immediately. Clients must request new ones.";
  await confirm(context, { consequence, isConfirmed: yes || !now });
  const { kid, signsFrom } = await withAdmin(context, "keys rotate-signing", (api, admin) =>
    api.rotateSigningKey(admin, { isEmergency: now }),
  );
  printOne(context, { kid, signs_from: signsFrom }, { asJson: json });
}

async function rewrap(context: CommandContext, asJson: boolean): Promise<void> {
  const counts = await withAdmin(context, "keys rewrap", (api, admin) => api.rewrapKeys(admin));
  printOne(context, withSnakeCase(counts), { asJson });
}

async function generateMaster({ stdout }: CommandContext): Promise<void> {
  stdout.write(`${await useAdminApi(async (api) => api.generateMasterKey())}\n`);
}
