import type { TreasuryInstructions, TreasuryView, WithdrawalView } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";

interface NetworkOptions extends JsonChoice {
  readonly network: "testnet" | "mainnet";
}

interface WithdrawOptions extends NetworkOptions, YesChoice {
  readonly address: string;
  readonly transferType: string;
  readonly amount: string;
  readonly memo?: string;
}

export function addTreasuryCommands(program: Command, context: CommandContext): void {
  const treasury = program
    .command("treasury")
    .description("Manage the treasury: dollars and third-party tokens for conversion");
  treasury
    .command("show <managing_account>")
    .description("Show the balances, addresses and withdrawals of a treasury")
    .addOption(networkOption())
    .addOption(jsonOption())
    .action((id: string, options: NetworkOptions) => show(context, id, options));
  treasury
    .command("instructions <managing_account>")
    .description("Show deposit instructions; creates the account number and addresses if needed")
    .addOption(networkOption())
    .addOption(jsonOption())
    .action((id: string, options: NetworkOptions) => instructions(context, id, options));
  treasury
    .command("withdraw <managing_account>")
    .description("Withdraw dollars to a bank account of the managing account")
    .addOption(networkOption())
    .requiredOption("--address <id>", "Address id of the bank account")
    .addOption(
      new Option("--transfer-type <rail>", "Payment rail")
        .choices(["wire", "ach_credit", "same_day_ach_credit", "rtp_credit"])
        .makeOptionMandatory(),
    )
    .requiredOption("--amount <dollars>", "Amount")
    .option("--memo <text>", "Memo on the recipient's bank statement")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: WithdrawOptions) => withdraw(context, id, options));
}

function networkOption(): Option {
  return new Option("--network <network>", "Network").choices(["testnet", "mainnet"]).makeOptionMandatory();
}

async function show(
  context: CommandContext,
  managingAccountId: string,
  { network, json }: NetworkOptions,
): Promise<void> {
  const view = await withAdmin(context, "treasury show", (api, admin) =>
    api.showTreasury(admin, { managingAccountId, network }),
  );
  if (json) printOne(context, presentTreasury(view), { asJson: true });
  else printTreasury(context, view);
}

/** Prints each nonempty part below the previous one. */
function printTreasury(context: CommandContext, view: TreasuryView): void {
  const { balances, addresses, withdrawals } = presentTreasury(view);
  const columns = ["chain", "value_type", "balance", "available", "held"];
  const common = { asJson: false, isComplete: true };
  printList(context, { ...common, items: balances, columns, noun: "balances" });
  printList(context, {
    ...common,
    items: addresses,
    columns: ["chain", "address"],
    noun: "addresses yet; create them with: florin treasury instructions",
  });
  if (withdrawals.length === 0) return;
  const fields = ["id", "amount", "transfer_type", "status", "reason", "created"];
  printList(context, { ...common, items: withdrawals, columns: fields, noun: "withdrawals" });
}

async function instructions(
  context: CommandContext,
  managingAccountId: string,
  { network, json }: NetworkOptions,
): Promise<void> {
  const view = await withAdmin(context, "treasury instructions", (api, admin) =>
    api.treasuryInstructions(admin, { managingAccountId, network }),
  );
  const { bank, addresses } = presentInstructions(view);
  if (json) {
    printOne(context, { ...bank, addresses }, { asJson: true });
    return;
  }
  printOne(context, bank, { asJson: false });
  const columns = ["chain", "address"];
  printList(context, { items: addresses, columns, asJson: false, noun: "addresses", isComplete: true });
}

async function withdraw(
  context: CommandContext,
  managingAccountId: string,
  { network, address, transferType, amount, memo, yes, json }: WithdrawOptions,
): Promise<void> {
  const consequence = `${amount} USD is withdrawn from the ${network} treasury to ${address} by ${transferType}.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const request = { managingAccountId, network, addressId: address, transferType, amount };
  const withdrawal = await withAdmin(context, "treasury withdraw", (api, admin) =>
    api.withdrawFromTreasury(admin, memo === undefined ? request : { ...request, memo }),
  );
  printOne(context, presentWithdrawal(withdrawal), { asJson: json });
}

function presentTreasury({ balances, addresses, withdrawals }: TreasuryView) {
  return {
    balances: balances.map(({ chain, valueType, balance, available, held }) => ({
      chain: chain ?? null,
      value_type: valueType,
      balance,
      available,
      held,
    })),
    addresses: addresses.map(({ chain, address }) => ({ chain, address })),
    withdrawals: withdrawals.map(presentWithdrawal),
  };
}

function presentInstructions({ bank, addresses }: TreasuryInstructions) {
  return {
    bank: {
      bank_name: bank.bankName,
      bank_address: bank.bankAddress,
      routing_number: bank.routingNumber,
      account_number: bank.accountNumber,
      beneficiary_name: bank.beneficiaryName,
      beneficiary_address: bank.beneficiaryAddress,
      memo: bank.memo,
    },
    addresses: addresses.map(({ chain, address }) => ({ chain, address })),
  };
}

function presentWithdrawal(withdrawal: WithdrawalView): Shown {
  const { id, amount, status, reason, created, updated } = withdrawal;
  return {
    id,
    payment_id: withdrawal.paymentId,
    address_id: withdrawal.addressId,
    amount,
    transfer_type: withdrawal.transferType,
    status,
    reason: reason ?? null,
    created,
    updated,
  };
}
