import type { ShownSecret } from "@florin/service/admin";
import { Option } from "commander";
import type { AdminApi } from "../admin-api.ts";
import { type CommandGroup, itemCommand, listCommand } from "../admin-command.ts";
import { type Choice, flag, network, optional, repeatable, required } from "../command-options.ts";
import { parseDuration } from "../duration.ts";
import { UsageError } from "../failure.ts";
import { readSmallFile } from "../small-file.ts";

// The largest key accepted has 8192 bits: less than 2 KB in any of the formats.
const maxKeyFileBytes = 64 * 1024;
const defaultOverlap = "24h";

const overlapOption: Choice<{ readonly overlap: number }> = new Option(
  "--overlap <duration>",
  "How long the previous secret remains valid, such as 0s, 15m, 24h or 7d",
)
  .argParser(parseDuration)
  .default(parseDuration(defaultOverlap), defaultOverlap);

export const applicationCommands: CommandGroup = {
  name: "applications",
  description: "Manage applications (API clients)",
  commands: [
    itemCommand("create", {
      description: "Create an application; its secret is shown only once",
      options: [
        required("--account <id>", "Managing account the application belongs to"),
        network,
        required("--name <name>", "Display name"),
        repeatable("--scope <scope>", "Scope to grant (repeatable)"),
        flag("--all-scopes", "Grant all current scopes"),
      ],
      check: ({ scope, allScopes }) => {
        if (allScopes === scope.length > 0)
          throw new UsageError("specify either --scope (repeatable) or --all-scopes");
      },
      run: async (api, admin, { account: accountId, scope, allScopes, ...request }) => {
        const scopes = allScopes ? "all" : scope;
        return withSecret(api, await api.createApplication(admin, { ...request, accountId, scopes }));
      },
      view: presentSecret,
    }),
    listCommand("list", {
      description: "List applications including revoked ones, newest first",
      options: [optional("--account <id>", "Filter by managing account")],
      run: async (api, admin, { account }) => {
        const filter = account === undefined ? {} : { accountId: account };
        return api.presentItems(await api.listApplications(admin, filter), api.presentApplication);
      },
      noun: "applications",
      columns: "client_id account_id network name created revoked",
    }),
    itemCommand("rotate-secret <client_id>", {
      description: "Rotate the client secret; the new one is shown only once",
      options: [overlapOption],
      consequence: ({ clientId, overlap }) =>
        overlap > 0 ? undefined : `The current secret of application ${clientId} stops working immediately.`,
      run: async (api, admin, { clientId, overlap: overlapSeconds }) =>
        withSecret(api, await api.rotateApplicationSecret(admin, { clientId, overlapSeconds })),
      view: presentSecret,
    }),
    itemCommand("revoke <client_id>", {
      description: "Permanently revoke an application and its access tokens",
      consequence: ({ clientId }) =>
        `This permanently revokes application ${clientId} and, within seconds, its access tokens.`,
      run: async (api, admin, { clientId }) =>
        api.presentApplication(await api.revokeApplication(admin, clientId)),
      fields: "client_id revoked",
    }),
    itemCommand("allow-ip <client_id> [ranges...]", {
      description: "Set the IP addresses that an application may be used from",
      options: [flag("--any", "Allow any address")],
      check: ({ ranges, any }) => {
        if (any === ranges.length > 0) throw new UsageError("specify IP addresses or ranges, or --any");
      },
      run: async (api, admin, { clientId, ranges }) => {
        const { allowedIps } = await api.restrictApplication(admin, { clientId, allowedIps: ranges });
        return { client_id: clientId, allowed_ips: allowedIps };
      },
      view: ({ client_id, allowed_ips }, asJson) => {
        return { client_id, allowed_ips: asJson ? allowed_ips : allowed_ips.join(" ") || "any" };
      },
    }),
    itemCommand("require-dpop <client_id> <on_or_off>", {
      description: "Require access tokens that are bound to a key (RFC 9449), or no longer",
      choices: { on_or_off: ["on", "off"] },
      run: async (api, admin, { clientId, onOrOff }) => {
        const change = { clientId, requiresDpop: onOrOff === "on" };
        const { requiresDpop } = await api.restrictApplication(admin, change);
        return { client_id: clientId, requires_dpop: requiresDpop };
      },
    }),
    itemCommand("add-key <client_id>", {
      description: "Add a public key for client authentication (private_key_jwt, RFC 7523)",
      options: [required("--public-key <file>", "Public key file: PEM, or a JWK in JSON")],
      run: async (api, admin, { clientId, publicKey }) => {
        const keyText = await readSmallFile(publicKey, maxKeyFileBytes);
        const { kid } = await api.addPublicKey(admin, { clientId, keyText });
        return { client_id: clientId, kid };
      },
    }),
    itemCommand("revoke-key <client_id> <kid>", {
      description: "Revoke a public key; assertions signed with it are rejected",
      consequence: ({ clientId, kid }) => `This permanently revokes key ${kid} of application ${clientId}.`,
      run: async (api, admin, key) => {
        await api.revokePublicKey(admin, key);
        return { client_id: key.clientId, revoked_kid: key.kid };
      },
    }),
  ],
};

type Secret = ShownSecret & { readonly previousEnds?: string };

function withSecret(api: AdminApi, { application, clientSecret, tokenUrl, previousEnds }: Secret) {
  const { client_id, revoked: _, ...rest } = api.presentApplication(application);
  const rotation = previousEnds === undefined ? {} : { previous_secret_ends: previousEnds };
  return { client_id, client_secret: clientSecret, ...rest, ...rotation, token_url: tokenUrl };
}

/** The only place that shows a secret, and only on standard output. */
function presentSecret({ token_url, ...secret }: ReturnType<typeof withSecret>, asJson: boolean) {
  if (asJson) return { ...secret, token_url };
  const credentials = `'${secret.client_id}:${secret.client_secret}'`;
  return { ...secret, try_it: `curl -s -u ${credentials} -d grant_type=client_credentials '${token_url}'` };
}
