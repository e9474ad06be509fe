import { type Command, Option } from "commander";
import { useAdminApi, withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { UsageError } from "../failure.ts";
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
    .addOption(providerOption())
    .option("--key <key>", "Name of the key that wraps it at the provider")
    .action((options: Partial<WrapOptions>) => generateMaster(context, options));
  keys
    .command("wrap-master")
    .description("Print the current master key wrapped by another key; stored data stays as it is")
    .addOption(providerOption().makeOptionMandatory())
    .requiredOption("--key <key>", "Name of the key that wraps it at the provider")
    .action((options: WrapOptions) => wrapMaster(context, options));
}

interface WrapOptions {
  readonly provider: "aws-kms" | "google-kms" | "vault" | "pkcs11";
  readonly key: string;
}

function providerOption(): Option {
  return new Option("--provider <provider>", "Key provider that wraps the master key").choices([
    "aws-kms",
    "google-kms",
    "vault",
    "pkcs11",
  ]);
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

async function generateMaster(
  context: CommandContext,
  { provider, key }: Partial<WrapOptions>,
): Promise<void> {
  if ((provider === undefined) !== (key === undefined)) {
    throw new UsageError("Pass --provider and --key together, or neither of them.");
  }
  const target = provider === undefined || key === undefined ? undefined : { provider, keyName: key };
  const text = await useAdminApi((api) => api.generateMasterKey(context.environment, target));
  context.stdout.write(`${text}\n`);
}

async function wrapMaster(context: CommandContext, { provider, key: keyName }: WrapOptions): Promise<void> {
  const text = await useAdminApi((api) =>
    api.wrapCurrentMasterKey(context.environment, { provider, keyName }),
  );
  context.stdout.write(`${text}\n`);
}
