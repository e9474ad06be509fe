import type { FreezeOrder } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { type AdminApi, withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown, shown } from "../output.ts";

interface ListOptions extends JsonChoice, Pick<FreezeOrder, "network"> {}

interface CreateOptions extends YesChoice, JsonChoice, FreezeOrder {}

interface LiftOptions extends YesChoice, JsonChoice, Pick<FreezeOrder, "network" | "reason"> {}

export function addFreezeCommands(program: Command, context: CommandContext): void {
  const freezes = program
    .command("freezes")
    .description("Manage frozen addresses, which can neither send nor receive a token");
  freezes
    .command("list")
    .description("List freezes of a network, newest first")
    .addOption(networkOption())
    .addOption(jsonOption())
    .action((options: ListOptions) => list(context, options));
  freezes
    .command("create")
    .description("Freeze an address for a token issued on this instance; a worker submits it on chain")
    .addOption(networkOption())
    .requiredOption("--value-type <code>", "Token")
    .requiredOption("--chain <chain>", "Chain")
    .requiredOption("--address <address>", "Address, in the chain's format")
    .requiredOption("--reason <text>", "Reason, for the audit log")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((options: CreateOptions) => create(context, options));
  freezes
    .command("lift <id>")
    .description("Unfreeze an address")
    .addOption(networkOption())
    .requiredOption("--reason <text>", "Reason, for the audit log")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: LiftOptions) => lift(context, id, options));
}

function networkOption(): Option {
  return new Option("--network <network>", "Network").choices(["testnet", "mainnet"]).makeOptionMandatory();
}

async function list(context: CommandContext, { network, json }: ListOptions): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "freezes list", async (api, admin) =>
    api.presentItems(await api.listTokenFreezes(admin, network), api.presentFreeze),
  );
  printList(context, {
    items: items.map(shownFreeze),
    columns: ["id", "value_type", "chain", "address", "status", "reason", "created"],
    asJson: json,
    noun: "freezes",
    isComplete,
  });
}

async function create(context: CommandContext, { yes, json, ...order }: CreateOptions): Promise<void> {
  const { valueType, chain, address } = order;
  const consequence = `${address} can no longer send or receive ${valueType} on ${chain}.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const frozen = await withAdmin(context, "freezes create", async (api, admin) =>
    api.presentFreeze(await api.freezeTokenAddress(admin, order)),
  );
  printOne(context, shownFreeze(frozen), { asJson: json });
}

async function lift(
  context: CommandContext,
  id: string,
  { network, reason, yes, json }: LiftOptions,
): Promise<void> {
  const consequence = `The address of freeze ${id} can send and receive again once the transaction is final.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const lifted = await withAdmin(context, "freezes lift", async (api, admin) =>
    api.presentFreeze(await api.unfreezeTokenAddress(admin, { network, id, reason })),
  );
  printOne(context, shownFreeze(lifted), { asJson: json });
}

const fields = [
  "id",
  "network",
  "value_type",
  "tenant_id",
  "chain",
  "address",
  "status",
  "reason",
  "unfreeze_reason",
  "failure",
  "created",
  "updated",
];

function shownFreeze(freeze: ReturnType<AdminApi["presentFreeze"]>): Shown {
  return shown({ ...freeze, chain: freeze.transfer_type }, fields);
}
