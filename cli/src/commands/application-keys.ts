import type { Command } from "commander";
import { withAdmin } from "../admin-door.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printOne } from "../output.ts";
import { readSmallFile } from "../small-file.ts";
import type { Surroundings } from "../surroundings.ts";

// The largest key that is taken has 8192 bits, which is less than 2 KB in any of the formats.
const maxKeyFileBytes = 64 * 1024;

interface AddOptions extends JsonChoice {
  readonly publicKey: string;
}

export function addApplicationKeyCommands(applications: Command, surroundings: Surroundings): void {
  applications
    .command("add-key <client_id>")
    .description("let an application prove itself with a key of its own (private_key_jwt, RFC 7523)")
    .requiredOption("--public-key <file>", "its public key: PEM, or a JWK in JSON")
    .addOption(jsonOption())
    .action((clientId: string, options: AddOptions) => addKey(surroundings, clientId, options));
  applications
    .command("revoke-key <client_id> <kid>")
    .description("refuse what is signed with a key from now on")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((clientId: string, kid: string, options: YesChoice & JsonChoice) =>
      revokeKey(surroundings, { clientId, kid }, options),
    );
}

async function addKey(
  surroundings: Surroundings,
  clientId: string,
  { publicKey, json }: AddOptions,
): Promise<void> {
  const keyText = await readSmallFile(publicKey, maxKeyFileBytes);
  const { kid } = await withAdmin(surroundings, "applications add-key", (door, admin) =>
    door.addPublicKey(admin, { clientId, keyText }),
  );
  printOne(surroundings, { client_id: clientId, kid }, { asJson: json });
}

async function revokeKey(
  surroundings: Surroundings,
  key: { readonly clientId: string; readonly kid: string },
  { yes, json }: YesChoice & JsonChoice,
): Promise<void> {
  const consequence = `Key ${key.kid} of application ${key.clientId} is refused from now on, for good.`;
  await confirm(surroundings, { consequence, isConfirmed: yes });
  await withAdmin(surroundings, "applications revoke-key", (door, admin) => door.revokePublicKey(admin, key));
  printOne(surroundings, { client_id: key.clientId, revoked_kid: key.kid }, { asJson: json });
}
