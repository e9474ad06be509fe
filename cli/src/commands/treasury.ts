import type { TreasuryInstructions, TreasuryView, WithdrawalView } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-door.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

interface NetworkOptions extends JsonChoice {
  readonly network: "testnet" | "mainnet";
}

interface WithdrawOptions extends NetworkOptions, YesChoice {
  readonly address: string;
  readonly transferType: string;
  readonly amount: string;
  readonly memo?: string;
}

export function addTreasuryCommands(program: Command, surroundings: Surroundings): void {
  const treasury = program
    .command("treasury")
    .description("dollars and tokens of others that are there to be exchanged");
  treasury
    .command("show <managing_account>")
    .description("show what a treasury has, and where it takes tokens")
    .addOption(networkOption())
    .addOption(jsonOption())
    .action((id: string, options: NetworkOptions) => show(surroundings, id, options));
  treasury
    .command("instructions <managing_account>")
    .description("show where to send dollars and tokens; opens the account number if there is none")
    .addOption(networkOption())
    .addOption(jsonOption())
    .action((id: string, options: NetworkOptions) => instructions(surroundings, id, options));
  treasury
    .command("withdraw <managing_account>")
    .description("have dollars of the treasury paid to a bank account of the managing account")
    .addOption(networkOption())
    .requiredOption("--address <id>", "the bank account, by its address id")
    .addOption(
      new Option("--transfer-type <rail>", "how it is paid")
        .choices(["wire", "ach_credit", "same_day_ach_credit", "rtp_credit"])
        .makeOptionMandatory(),
    )
    .requiredOption("--amount <dollars>", "how much")
    .option("--memo <text>", "what the statement says")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: WithdrawOptions) => withdraw(surroundings, id, options));
}

function networkOption(): Option {
  return new Option("--network <network>", "the world that it lives in")
    .choices(["testnet", "mainnet"])
    .makeOptionMandatory();
}

async function show(
  surroundings: Surroundings,
  managingAccountId: string,
  { network, json }: NetworkOptions,
): Promise<void> {
  const view = await withAdmin(surroundings, "treasury show", (door, admin) =>
    door.showTreasury(admin, { managingAccountId, network }),
  );
  if (json) printOne(surroundings, presentTreasury(view), { asJson: true });
  else printTreasury(surroundings, view);
}

/** Each part that is there, one below the other. */
function printTreasury(surroundings: Surroundings, view: TreasuryView): void {
  const { balances, addresses, withdrawals } = presentTreasury(view);
  const columns = ["chain", "value_type", "balance", "available", "held"];
  const common = { asJson: false, isComplete: true };
  printList(surroundings, { ...common, items: balances, columns, noun: "balances" });
  printList(surroundings, {
    ...common,
    items: addresses,
    columns: ["chain", "address"],
    noun: "addresses yet; florin treasury instructions makes them",
  });
  if (withdrawals.length === 0) return;
  const fields = ["id", "amount", "transfer_type", "status", "reason", "created"];
  printList(surroundings, { ...common, items: withdrawals, columns: fields, noun: "withdrawals" });
}

async function instructions(
  surroundings: Surroundings,
  managingAccountId: string,
  { network, json }: NetworkOptions,
): Promise<void> {
  const told = await withAdmin(surroundings, "treasury instructions", (door, admin) =>
    door.treasuryInstructions(admin, { managingAccountId, network }),
  );
  const { bank, addresses } = presentInstructions(told);
  if (json) {
    printOne(surroundings, { ...bank, addresses }, { asJson: true });
    return;
  }
  printOne(surroundings, bank, { asJson: false });
  const columns = ["chain", "address"];
  printList(surroundings, { items: addresses, columns, asJson: false, noun: "addresses", isComplete: true });
}

async function withdraw(
  surroundings: Surroundings,
  managingAccountId: string,
  { network, address, transferType, amount, memo, yes, json }: WithdrawOptions,
): Promise<void> {
  const consequence = `${amount} USD of the treasury on ${network} is paid to ${address} by ${transferType}.`;
  await confirm(surroundings, { consequence, isConfirmed: yes });
  const request = { managingAccountId, network, addressId: address, transferType, amount };
  const withdrawal = await withAdmin(surroundings, "treasury withdraw", (door, admin) =>
    door.withdrawFromTreasury(admin, memo === undefined ? request : { ...request, memo }),
  );
  printOne(surroundings, presentWithdrawal(withdrawal), { asJson: json });
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
