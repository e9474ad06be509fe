import { useAdminApi } from "../admin-api.ts";
import { type CommandGroup, command, itemCommand } from "../admin-command.ts";
import { flag, oneOf, optional, required, requiredOneOf } from "../command-options.ts";
import { UsageError } from "../failure.ts";
import { withSnakeCase } from "../output.ts";

const providers = ["aws-kms", "google-kms", "vault", "pkcs11"] as const;
const providerText = "Key provider that wraps the master key";
const keyText = "Name of the key that wraps it at the provider";

export const keyCommands: CommandGroup = {
  name: "keys",
  description: "Manage the service's own keys",
  commands: [
    itemCommand("rotate-signing", {
      description: "Rotate the access token signing key; it takes effect once every node has it",
      options: [
        flag("--now", "For a leaked key: use the new key immediately and invalidate all existing tokens"),
      ],
      consequence: ({ now }) =>
        now
          ? "All existing access tokens stop working immediately. Clients must request new ones."
          : undefined,
      run: (api, admin, { now }) => api.rotateSigningKey(admin, { isEmergency: now }),
      view: ({ kid, signsFrom }) => ({ kid, signs_from: signsFrom }),
    }),
    itemCommand("rewrap", {
      description: "Rewrap and re-encrypt stored data under the current MASTER_KEY",
      run: (api, admin) => api.rewrapKeys(admin),
      view: withSnakeCase,
    }),
    command("generate-master", {
      description: "Print a new master key for MASTER_KEY; nothing is stored",
      options: [oneOf("--provider <provider>", providerText, providers), optional("--key <key>", keyText)],
      run: async ({ context, input: { provider, key } }) => {
        if ((provider === undefined) !== (key === undefined)) {
          throw new UsageError("Pass --provider and --key together, or neither of them.");
        }
        const target = provider === undefined || key === undefined ? undefined : { provider, keyName: key };
        const text = await useAdminApi((api) => api.generateMasterKey(context.environment, target));
        context.stdout.write(`${text}\n`);
      },
    }),
    command("wrap-master", {
      description: "Print the current master key wrapped by another key; stored data stays as it is",
      options: [
        requiredOneOf("--provider <provider>", providerText, providers),
        required("--key <key>", keyText),
      ],
      run: async ({ context, input: { provider, key: keyName } }) => {
        const text = await useAdminApi((api) =>
          api.wrapCurrentMasterKey(context.environment, { provider, keyName }),
        );
        context.stdout.write(`${text}\n`);
      },
    }),
  ],
};
