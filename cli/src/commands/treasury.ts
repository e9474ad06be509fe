import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown, shown } from "../output.ts";

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
    .requiredOption("--transfer-type <rail>", "Rail that pays out, such as wire")
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
  const treasury = await withAdmin(context, "treasury show", async (api, admin) =>
    api.presentTreasury(await api.showTreasury(admin, { managingAccountId, network })),
  );
  const { balances, addresses } = treasury;
  const withdrawals = treasury.withdrawals.map((withdrawal) => shown(withdrawal, withdrawalFields));
  if (json) printOne(context, { balances, addresses, withdrawals }, { asJson: true });
  else printTreasury(context, { balances, addresses, withdrawals });
}

const withdrawalFields = [
  "id",
  "payment_id",
  "address_id",
  "amount",
  "transfer_type",
  "status",
  "reason",
  "created",
  "updated",
];

/** Prints each nonempty part below the previous one. */
function printTreasury(
  context: CommandContext,
  {
    balances,
    addresses,
    withdrawals,
  }: Readonly<Record<"balances" | "addresses" | "withdrawals", readonly Shown[]>>,
): void {
  const columns = ["chain", "value_type", "balance", "available", "held"];
  const common = { asJson: false, isComplete: true };
  printList(context, { ...common, items: balances, columns, noun: "balances" });
  printList(context, {
    ...common,
    items: addresses,
    columns: ["chain", "address"],
    noun: "addresses yet; create them with: florin admin treasury instructions",
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
  const { bank, addresses } = await withAdmin(context, "treasury instructions", async (api, admin) =>
    api.presentTreasuryInstructions(await api.treasuryInstructions(admin, { managingAccountId, network })),
  );
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
  const request = { managingAccountId, network, addressId: address, transferType, amount, memo };
  const withdrawal = await withAdmin(context, "treasury withdraw", async (api, admin) =>
    api.presentWithdrawal(await api.withdrawFromTreasury(admin, request)),
  );
  printOne(context, shown(withdrawal, withdrawalFields), { asJson: json });
}
