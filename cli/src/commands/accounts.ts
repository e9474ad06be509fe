import { type CommandGroup, itemCommand, listCommand } from "../admin-command.ts";
import { flag, optional, required } from "../command-options.ts";

export const accountCommands: CommandGroup = {
  name: "accounts",
  description: "Manage managing accounts, the customers of this deployment",
  commands: [
    itemCommand("create", {
      description: "Create a managing account for a business you have verified",
      options: [
        required("--name <name>", "Display name"),
        optional("--business-name <name>", "Legal name of the business"),
        flag("--self-attested", "Create a tokenization account, which attests its own tokens"),
      ],
      run: async (api, admin, input) => api.presentAccount(await api.createAccount(admin, input)),
    }),
    listCommand("list", {
      description: "List managing accounts, newest first",
      run: async (api, admin) => api.presentItems(await api.listAccounts(admin), api.presentAccount),
      noun: "accounts",
      columns: "id name business_name self_attested status created",
    }),
  ],
};
