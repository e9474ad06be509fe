import { type Command, Option } from "commander";
import type { LoginInput } from "../api/login.ts";
import type { CommandContext } from "../command-context.ts";
import { type JsonChoice, jsonOption, printList } from "../output.ts";
import { readProfiles } from "../profiles/profile-file.ts";

const help = `
The client secret is read from FLORIN_CLIENT_SECRET, from standard input, or at a prompt; it is never an argument.
Without a client id, the demo credentials of a service that was started in this folder are used.

Examples:
  florin login
  florin login --profile issuer --demo "Demo Tokenization"
  florin login --profile live --api https://florin.example.com --client-id 01JD7Q2M8W3T5V6X9YZABCDEFG < secret.txt
  florin login --profile live --client-id 01JD7Q2M8W3T5V6X9YZABCDEFG --private-key key.pem
`;

export function addLoginCommands(program: Command, context: CommandContext): void {
  program
    .command("login")
    .description("Store the credentials of an application as a profile, after checking them")
    .addOption(new Option("--profile <name>", "Name of the profile").default("default", "default"))
    .option("--api <url>", "API URL (default: FLORIN_API, or http://127.0.0.1:8080)")
    .option("--client-id <id>", "Client id of the application (default: FLORIN_CLIENT_ID)")
    .option(
      "--private-key <file>",
      "Private key instead of a secret (private_key_jwt): PEM, or a JWK in JSON",
    )
    .option(
      "--key-id <kid>",
      "Id of its public key at the service (default: that of the JWK, or its thumbprint)",
    )
    .option("--demo <account>", "Name of the demo account (default: the first)")
    .addOption(
      new Option("--network <network>", "Network of the demo account").choices(["testnet", "mainnet"]),
    )
    .addOption(jsonOption())
    .addHelpText("after", help)
    .action(async (options: LoginInput) => {
      const { login } = await import("../api/login.ts");
      await login(context, options);
    });
  program
    .command("logout")
    .description("Remove a profile and its secret")
    .argument("[profile]", "Name of the profile (default: the current one)")
    .option("--all", "Remove all profiles", false)
    .action(async (profile: string | undefined, { all }: { readonly all: boolean }) => {
      const { logout } = await import("../api/login.ts");
      await logout(context, { profile, all });
    });
  program
    .command("profiles")
    .description("List profiles, or make one the current")
    .option("--use <name>", "Make this profile the current one")
    .addOption(jsonOption())
    .action(async ({ use, json }: JsonChoice & { readonly use?: string }) => {
      const { useProfile } = await import("../api/login.ts");
      if (use !== undefined) await useProfile(context, use);
      await listProfiles(context, json);
    });
}

/** Without secrets. */
async function listProfiles(context: CommandContext, asJson: boolean): Promise<void> {
  const { current, profiles } = await readProfiles(context.environment);
  const items = [...profiles].map(([name, { network, apiUrl, accountId, clientId }]) => ({
    name,
    current: name === current ? "yes" : "",
    network,
    api: apiUrl,
    account_id: accountId,
    client_id: clientId,
  }));
  const columns = ["name", "current", "network", "api", "account_id", "client_id"];
  printList(context, { items, columns, asJson, noun: "profiles", isComplete: true });
}
