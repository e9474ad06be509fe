import { type CommandGroup, itemCommand } from "../admin-command.ts";
import { network, optional, required } from "../command-options.ts";
import { shown } from "../output.ts";

const withdrawalFields = "id payment_id address_id amount transfer_type status reason created updated";

export const treasuryCommands: CommandGroup = {
  name: "treasury",
  description: "Manage the treasury: dollars and third-party tokens for conversion",
  commands: [
    itemCommand("show <managing_account>", {
      description: "Show the balances, addresses and withdrawals of a treasury",
      options: [network],
      run: async (api, admin, { managingAccount: managingAccountId, ...input }) => {
        const treasury = await api.showTreasury(admin, { ...input, managingAccountId });
        const { balances, addresses, withdrawals } = api.presentTreasury(treasury);
        return { balances, addresses, withdrawals: withdrawals.map((each) => shown(each, withdrawalFields)) };
      },
      tables: {
        balances: "chain value_type balance available held",
        addresses: "chain address",
        withdrawals: "id amount transfer_type status reason created",
      },
      whenEmpty: {
        addresses: "addresses yet; create them with: florin admin treasury instructions",
      },
    }),
    itemCommand("instructions <managing_account>", {
      description: "Show deposit instructions; creates the account number and addresses if needed",
      options: [network],
      run: async (api, admin, { managingAccount: managingAccountId, ...input }) => {
        const instructions = await api.treasuryInstructions(admin, { ...input, managingAccountId });
        const { bank, addresses } = api.presentTreasuryInstructions(instructions);
        return { ...bank, addresses };
      },
      tables: { addresses: "chain address" },
      whenEmpty: { addresses: "addresses" },
    }),
    itemCommand("withdraw <managing_account>", {
      description: "Withdraw dollars to a bank account of the managing account",
      options: [
        network,
        required("--address <id>", "Address id of the bank account"),
        required("--transfer-type <rail>", "Rail that pays out, such as wire"),
        required("--amount <dollars>", "Amount"),
        optional("--memo <text>", "Memo on the recipient's bank statement"),
      ],
      consequence: ({ network: of, address, transferType, amount }) =>
        `${amount} USD is withdrawn from the ${of} treasury to ${address} by ${transferType}.`,
      run: async (api, admin, { managingAccount: managingAccountId, address: addressId, ...request }) =>
        api.presentWithdrawal(
          await api.withdrawFromTreasury(admin, {
            memo: undefined,
            ...request,
            managingAccountId,
            addressId,
          }),
        ),
      fields: withdrawalFields,
    }),
  ],
};
