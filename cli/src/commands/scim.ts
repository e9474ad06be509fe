import { type CommandGroup, itemCommand, listCommand } from "../admin-command.ts";
import { required, withDefault } from "../command-options.ts";
import { UsageError } from "../failure.ts";

const defaultDays = "365";
const maxDays = 730;

export const scimCommands: CommandGroup = {
  name: "scim",
  description: "Let the company's directory provision users and groups",
  commands: [
    {
      name: "token",
      description: "Manage bearer tokens of SCIM clients",
      commands: [
        itemCommand("create", {
          description: "Create a token for a SCIM client; shown only once",
          options: [
            required("--name <name>", "What the token is for, such as Okta"),
            withDefault("--days <days>", `Days until it expires, at most ${maxDays}`, defaultDays),
          ],
          check: ({ days }) => readDays(days),
          run: (api, admin, { name, days }) => api.addScimToken(admin, { name, days: readDays(days) }),
        }),
        listCommand("list", {
          description: "List tokens, newest first",
          run: (api, admin) => api.listScimTokens(admin),
          noun: "tokens",
          columns: "token_id name status created expires last_used",
        }),
        itemCommand("revoke <token_id>", {
          description: "Revoke a token at once",
          consequence: () => "The directory can no longer provision or deactivate users with this token.",
          run: async (api, admin, { tokenId }) => {
            await api.revokeScimToken(admin, tokenId);
            return { token_id: tokenId, status: "revoked" };
          },
        }),
      ],
    },
  ],
};

function readDays(text: string): number {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > maxDays) throw new UsageError(`--days must be a whole number from 1 to ${maxDays}`);
  return days;
}
