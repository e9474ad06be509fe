import { type CommandGroup, itemCommand } from "../admin-command.ts";
import { network, optional, required } from "../command-options.ts";
import { shown } from "../output.ts";

const withdrawalFields =
  "id source payment_id transaction_id address_id amount value_type transfer_type status reason created updated";

export const treasuryCommands: CommandGroup = {
  name: "treasury",
  description: "Manage the treasury: dollars and third-party tokens for conversion, and earned fees",
  commands: [
    itemCommand("show <managing_account>", {
      description: "Show the balances, addresses and withdrawals of a treasury",
      options: [network],
      run: async (api, admin, { managingAccount: managingAccountId, ...input }) => {
        const treasury = await api.showTreasury(admin, { ...input, managingAccountId });
        const { balances, earned_fees, addresses, withdrawals } = api.presentTreasury(treasury);
        return {
          balances,
          earned_fees: [earned_fees],
          addresses,
          withdrawals: withdrawals.map((each) => shown(each, withdrawalFields)),
        };
      },
      tables: {
        balances: "chain value_type balance available held",
        earned_fees: "balance held available",
        addresses: "chain address",
        withdrawals: "id source amount value_type transfer_type status reason created",
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
      description: "Withdraw dollars, earned fees or tokens to an address of the managing account",
      options: [
        network,
        required("--address <id>", "Address id of the bank account, or of the external address for tokens"),
        required("--transfer-type <type>", "Rail that pays out, such as wire, or the chain of the tokens"),
        required("--amount <amount>", "Amount"),
        optional("--value-type <type>", "USD by default, or a third-party token"),
        optional("--from <source>", "treasury (default), or fees: dollars that were earned"),
        optional("--memo <text>", "Memo on the recipient's bank statement"),
      ],
      consequence: ({ network: of, address, transferType, amount, valueType = "USD", from = "treasury" }) =>
        `${amount} ${valueType} is withdrawn from the ${of} ${from} to ${address} by ${transferType}.`,
      run: async (api, admin, { managingAccount: managingAccountId, address: addressId, ...request }) =>
        api.presentWithdrawal(
          await api.withdrawFromTreasury(admin, {
            memo: undefined,
            valueType: undefined,
            from: undefined,
            ...request,
            managingAccountId,
            addressId,
          }),
        ),
      fields: withdrawalFields,
    }),
  ],
};
