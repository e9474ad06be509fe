import type { Command } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printOne } from "../output.ts";
import { readSmallFile } from "../small-file.ts";

// The largest key accepted has 8192 bits: less than 2 KB in any of the formats.
const maxKeyFileBytes = 64 * 1024;

interface AddOptions extends JsonChoice {
  readonly publicKey: string;
}

export function addApplicationKeyCommands(applications: Command, context: CommandContext): void {
  applications
    .command("add-key <client_id>")
    .description("Add a public key for client authentication (private_key_jwt, RFC 7523)")
    .requiredOption("--public-key <file>", "Public key file: PEM, or a JWK in JSON")
    .addOption(jsonOption())
    .action((clientId: string, options: AddOptions) => addKey(context, clientId, options));
  applications
    .command("revoke-key <client_id> <kid>")
    .description("Revoke a public key; assertions signed with it are rejected")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((clientId: string, kid: string, options: YesChoice & JsonChoice) =>
      revokeKey(context, { clientId, kid }, options),
    );
}

async function addKey(
  context: CommandContext,
  clientId: string,
  { publicKey, json }: AddOptions,
): Promise<void> {
  const keyText = await readSmallFile(publicKey, maxKeyFileBytes);
  const { kid } = await withAdmin(context, "applications add-key", (api, admin) =>
    api.addPublicKey(admin, { clientId, keyText }),
  );
  printOne(context, { client_id: clientId, kid }, { asJson: json });
}

async function revokeKey(
  context: CommandContext,
  key: { readonly clientId: string; readonly kid: string },
  { yes, json }: YesChoice & JsonChoice,
): Promise<void> {
  const consequence = `This permanently revokes key ${key.kid} of application ${key.clientId}.`;
  await confirm(context, { consequence, isConfirmed: yes });
  await withAdmin(context, "applications revoke-key", (api, admin) => api.revokePublicKey(admin, key));
  printOne(context, { client_id: key.clientId, revoked_kid: key.kid }, { asJson: json });
}
