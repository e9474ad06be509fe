import { type CommandGroup, itemCommand, listCommand } from "../admin-command.ts";
import { reason } from "../command-options.ts";

export const depositCommands: CommandGroup = {
  name: "deposits",
  description: "Manage held on-chain deposits",
  commands: [
    listCommand("held", {
      description: "List deposits held because of a sanctions match on the sender, oldest first",
      run: async (api, admin) => api.presentItems(await api.listHeldDeposits(admin), api.presentDeposit),
      noun: "held deposits",
      columns: "id network chain amount currency sender account_id created_at",
    }),
    itemCommand("release <id>", {
      description: "Release a held deposit",
      options: [reason],
      consequence: ({ id }) => `Deposit ${id} is released and its tokens become available.`,
      run: async (api, admin, input) => api.presentDeposit(await api.releaseHeldDeposit(admin, input)),
    }),
  ],
};
