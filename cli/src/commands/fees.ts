import type { FeeRequest, FeeView } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-door.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

interface SetOptions extends JsonChoice, Omit<FeeRequest, "managingAccountId" | "accountId"> {
  readonly account?: string;
}

export function addFeeCommands(program: Command, surroundings: Surroundings): void {
  const fees = program.command("fees").description("what transfers cost; nothing, unless it is set");
  fees
    .command("list <managing_account>")
    .description("list what transfers of a managing account, and of those that it manages, cost")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => list(surroundings, id, options));
  addSetCommand(fees, surroundings);
  fees
    .command("remove <managing_account> <fee_id>")
    .description("remove a fee")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, feeId: string, options: YesChoice & JsonChoice) =>
      remove(surroundings, { managingAccountId: id, id: feeId }, options),
    );
}

function addSetCommand(fees: Command, surroundings: Surroundings): void {
  fees
    .command("set <managing_account>")
    .description("set a fee, in the place of the one for the same accounts, flow and way")
    .addOption(
      new Option("--network <network>", "the world that it is for")
        .choices(["testnet", "mainnet"])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("--flow <flow>", "what costs it")
        .choices(["onramp", "offramp", "swap"])
        .makeOptionMandatory(),
    )
    .option("--account <id>", "for this account alone; else for all of them")
    .option("--transfer-type <type>", "for what comes or goes by this rail or chain; else for any")
    .option("--flat <dollars>", "so much for each transfer")
    .option("--basis-points <number>", "and so many hundredths of a percent of the amount")
    .option("--minimum <dollars>", "but no less")
    .option("--maximum <dollars>", "and no more")
    .addOption(jsonOption())
    .action((id: string, options: SetOptions) => set(surroundings, id, options));
}

async function list(
  surroundings: Surroundings,
  managingAccountId: string,
  { json }: JsonChoice,
): Promise<void> {
  const items = await withAdmin(surroundings, "fees list", (door, admin) =>
    door.listFees(admin, { managingAccountId }),
  );
  printList(surroundings, {
    items: items.map(present),
    columns: [
      "id",
      "network",
      "account_id",
      "flow",
      "transfer_type",
      "flat",
      "basis_points",
      "minimum",
      "maximum",
    ],
    asJson: json,
    noun: "fees",
    isComplete: true,
  });
}

async function set(
  surroundings: Surroundings,
  managingAccountId: string,
  { json, account, ...request }: SetOptions,
): Promise<void> {
  const only = account === undefined ? {} : { accountId: account };
  const fee = await withAdmin(surroundings, "fees set", (door, admin) =>
    door.setFee(admin, { ...request, ...only, managingAccountId }),
  );
  printOne(surroundings, present(fee), { asJson: json });
}

async function remove(
  surroundings: Surroundings,
  request: { readonly managingAccountId: string; readonly id: string },
  { yes, json }: YesChoice & JsonChoice,
): Promise<void> {
  const consequence = `Fee ${request.id} is charged to nobody from now on.`;
  await confirm(surroundings, { consequence, isConfirmed: yes });
  const removed = await withAdmin(surroundings, "fees remove", (door, admin) =>
    door.removeFee(admin, request),
  );
  printOne(surroundings, present(removed), { asJson: json });
}

function present(fee: FeeView): Shown {
  const { id, network, accountId, flow, transferType, flat, basisPoints, minimum, maximum, updated } = fee;
  return {
    id,
    network,
    account_id: accountId ?? null,
    flow,
    transfer_type: transferType ?? null,
    flat,
    basis_points: basisPoints,
    minimum,
    maximum: maximum ?? null,
    updated,
  };
}
