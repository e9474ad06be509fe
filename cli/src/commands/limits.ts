import { type CommandGroup, itemCommand, listCommand } from "../admin-command.ts";
import { network, oneOf, optional } from "../command-options.ts";

const scope = "id network operation account_id transfer_type asset destination_address_id";
const columns = `${scope} per_transfer daily left_today thirty_days left_thirty_days`;
const fields = `${scope} per_transfer daily thirty_days updated`;

export const limitCommands: CommandGroup = {
  name: "limits",
  description: "Manage limits, per transfer, per day and in 30 days",
  commands: [
    listCommand("list <managing_account>", {
      description:
        "List the limits of a managing account with their usage, and the default limits, which have no id",
      run: async (api, admin, { managingAccount: managingAccountId }) =>
        (await api.listLimits(admin, { managingAccountId })).map(api.presentLimit),
      noun: "limits",
      columns,
      fields: `${columns} updated`,
    }),
    itemCommand("set <managing_account>", {
      description: "Set a limit; replaces the limit, or the default limit, of the same scope",
      options: [
        network,
        optional("--account <id>", "Apply to this account only (default: all accounts combined)"),
        optional("--transfer-type <type>", "Apply to this rail or chain only (default: any)"),
        oneOf("--operation <operation>", "Apply to this operation only (default: all combined)", [
          "transfer",
          "token_transfer",
          "token_mint",
          "token_burn",
          "treasury_withdrawal",
        ]),
        optional("--asset <value type>", "Apply to USD or this token only (default: any)"),
        optional("--destination <address id>", "Apply to this destination only (default: any)"),
        optional("--per-transfer <dollars>", "Maximum amount of one transfer"),
        optional("--daily <dollars>", "Maximum total per day (UTC)"),
        optional("--thirty-days <dollars>", "Maximum total in 30 days (UTC), today included"),
      ],
      run: async (api, admin, { managingAccount, account, destination, ...limit }) => {
        const scoped = { managingAccountId: managingAccount, accountId: account };
        return api.presentLimit(
          await api.setLimit(admin, { ...limit, ...scoped, destinationAddressId: destination }),
        );
      },
      fields,
    }),
    itemCommand("remove <managing_account> <limit_id>", {
      description: "Remove a limit",
      consequence: ({ limitId }) => `Limit ${limitId} is no longer enforced.`,
      run: async (api, admin, { managingAccount: managingAccountId, limitId: id }) =>
        api.presentLimit(await api.removeLimit(admin, { managingAccountId, id })),
      fields,
    }),
  ],
};
