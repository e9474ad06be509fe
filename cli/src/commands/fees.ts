import type { FeeRequest } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, shown } from "../output.ts";

interface SetOptions extends JsonChoice, Omit<FeeRequest, "managingAccountId" | "accountId"> {
  readonly account?: string;
}

const columns = [
  "id",
  "network",
  "account_id",
  "flow",
  "transfer_type",
  "flat",
  "basis_points",
  "minimum",
  "maximum",
];
const fields = [...columns, "updated"];

export function addFeeCommands(program: Command, context: CommandContext): void {
  const fees = program.command("fees").description("Manage transfer fees (none by default)");
  fees
    .command("list <managing_account>")
    .description("List the fees of a managing account and its managed accounts")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => list(context, id, options));
  addSetCommand(fees, context);
  fees
    .command("remove <managing_account> <fee_id>")
    .description("Remove a fee")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, feeId: string, options: YesChoice & JsonChoice) =>
      remove(context, { managingAccountId: id, id: feeId }, options),
    );
}

function addSetCommand(fees: Command, context: CommandContext): void {
  fees
    .command("set <managing_account>")
    .description("Set a fee; replaces the fee for the same account, flow and transfer type")
    .addOption(
      new Option("--network <network>", "Network").choices(["testnet", "mainnet"]).makeOptionMandatory(),
    )
    .addOption(
      new Option("--flow <flow>", "Transfer flow the fee applies to")
        .choices(["onramp", "offramp", "swap"])
        .makeOptionMandatory(),
    )
    .option("--account <id>", "Apply to this account only (default: all accounts)")
    .option("--transfer-type <type>", "Apply to this rail or chain only (default: any)")
    .option("--flat <dollars>", "Flat fee per transfer")
    .option("--basis-points <number>", "Percentage fee in basis points of the amount")
    .option("--minimum <dollars>", "Minimum fee")
    .option("--maximum <dollars>", "Maximum fee")
    .addOption(jsonOption())
    .action((id: string, options: SetOptions) => set(context, id, options));
}

async function list(context: CommandContext, managingAccountId: string, { json }: JsonChoice): Promise<void> {
  const items = await withAdmin(context, "fees list", async (api, admin) =>
    (await api.listFees(admin, { managingAccountId })).map(api.presentFee),
  );
  printList(context, {
    items: items.map((item) => shown(item, fields)),
    columns,
    asJson: json,
    noun: "fees",
    isComplete: true,
  });
}

async function set(
  context: CommandContext,
  managingAccountId: string,
  { json, account, ...request }: SetOptions,
): Promise<void> {
  const fee = await withAdmin(context, "fees set", async (api, admin) =>
    api.presentFee(await api.setFee(admin, { ...request, managingAccountId, accountId: account })),
  );
  printOne(context, shown(fee, fields), { asJson: json });
}

async function remove(
  context: CommandContext,
  request: { readonly managingAccountId: string; readonly id: string },
  { yes, json }: YesChoice & JsonChoice,
): Promise<void> {
  const consequence = `Fee ${request.id} is no longer charged.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const removed = await withAdmin(context, "fees remove", async (api, admin) =>
    api.presentFee(await api.removeFee(admin, request)),
  );
  printOne(context, shown(removed, fields), { asJson: json });
}
