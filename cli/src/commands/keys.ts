import type { Command } from "commander";
import { useDoor, withAdmin } from "../admin-door.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printOne } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

interface RotateOptions extends YesChoice, JsonChoice {
  readonly now: boolean;
}

export function addKeyCommands(program: Command, surroundings: Surroundings): void {
  const keys = program.command("keys").description("the keys of the service itself");
  keys
    .command("rotate-signing")
    .description("make a new key for access tokens; it signs once every node knows it")
    .option(
      "--now",
      "a key has leaked: sign with the new one at once, and end every token signed before",
      false,
    )
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((options: RotateOptions) => rotateSigning(surroundings, options));
  keys
    .command("reseal")
    .description("after a change of MASTER_KEY: free what is stored from the previous one")
    .addOption(jsonOption())
    .action(({ json }: JsonChoice) => reseal(surroundings, json));
  keys
    .command("generate-master")
    .description("print a new master key for MASTER_KEY; nothing is stored")
    .action(() => generateMaster(surroundings));
}

async function rotateSigning(surroundings: Surroundings, { now, yes, json }: RotateOptions): Promise<void> {
  const consequence =
    "Every access token that is out now stops working at once; clients must ask for new ones.";
  await confirm(surroundings, { consequence, isConfirmed: yes || !now });
  const { kid, signsFrom } = await withAdmin(surroundings, "keys rotate-signing", (door, admin) =>
    door.rotateSigningKey(admin, { isEmergency: now }),
  );
  printOne(surroundings, { kid, signs_from: signsFrom }, { asJson: json });
}

async function reseal(surroundings: Surroundings, asJson: boolean): Promise<void> {
  const counts = await withAdmin(surroundings, "keys reseal", (door, admin) => door.resealKeys(admin));
  const resealed = {
    signing_keys: counts.signingKeys,
    service_keys: counts.serviceKeys,
    account_profiles: counts.accountProfiles,
    documents: counts.documents,
    wallet_seeds: counts.walletSeeds,
    bank_details: counts.bankDetails,
    payments: counts.payments,
    bank_records: counts.bankRecords,
    webhook_secrets: counts.webhookSecrets,
    totp_secrets: counts.totpSecrets,
  };
  printOne(surroundings, resealed, { asJson });
}

async function generateMaster({ stdout }: Surroundings): Promise<void> {
  stdout.write(`${await useDoor(async (door) => door.generateMasterKey())}\n`);
}
