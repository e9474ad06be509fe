import { type CommandGroup, itemCommand, listCommand } from "../admin-command.ts";
import { network, optional, requiredOneOf } from "../command-options.ts";

const columns = "id network account_id flow transfer_type flat basis_points minimum maximum";
const fields = `${columns} updated`;

export const feeCommands: CommandGroup = {
  name: "fees",
  description: "Manage transfer fees (none by default)",
  commands: [
    listCommand("list <managing_account>", {
      description: "List the fees of a managing account and its managed accounts",
      run: async (api, admin, { managingAccount: managingAccountId }) =>
        (await api.listFees(admin, { managingAccountId })).map(api.presentFee),
      noun: "fees",
      columns,
      fields,
    }),
    itemCommand("set <managing_account>", {
      description: "Set a fee; replaces the fee for the same account, flow and transfer type",
      options: [
        network,
        requiredOneOf("--flow <flow>", "Transfer flow the fee applies to", ["onramp", "offramp", "swap"]),
        optional("--account <id>", "Apply to this account only (default: all accounts)"),
        optional("--transfer-type <type>", "Apply to this rail or chain only (default: any)"),
        optional("--flat <dollars>", "Flat fee per transfer"),
        optional("--basis-points <number>", "Percentage fee in basis points of the amount"),
        optional("--minimum <dollars>", "Minimum fee"),
        optional("--maximum <dollars>", "Maximum fee"),
      ],
      run: async (api, admin, { managingAccount, account, ...fee }) => {
        const scope = { managingAccountId: managingAccount, accountId: account };
        return api.presentFee(await api.setFee(admin, { ...fee, ...scope }));
      },
      fields,
    }),
    itemCommand("remove <managing_account> <fee_id>", {
      description: "Remove a fee",
      consequence: ({ feeId }) => `Fee ${feeId} is no longer charged.`,
      run: async (api, admin, { managingAccount: managingAccountId, feeId: id }) =>
        api.presentFee(await api.removeFee(admin, { managingAccountId, id })),
      fields,
    }),
  ],
};
