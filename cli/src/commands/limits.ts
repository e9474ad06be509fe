import type { LimitRequest } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, shown } from "../output.ts";

interface SetOptions
  extends JsonChoice,
    Pick<LimitRequest, "network" | "transferType" | "perTransfer" | "daily"> {
  readonly account?: string;
}

const columns = ["id", "network", "account_id", "transfer_type", "per_transfer", "daily"];
const fields = [...columns, "updated"];

export function addLimitCommands(program: Command, context: CommandContext): void {
  const limits = program.command("limits").description("Manage transfer limits, per transfer and per day");
  limits
    .command("list <managing_account>")
    .description("List the limits of a managing account and its managed accounts")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => list(context, id, options));
  limits
    .command("set <managing_account>")
    .description("Set a limit; replaces the limit for the same account and transfer type")
    .addOption(
      new Option("--network <network>", "Network").choices(["testnet", "mainnet"]).makeOptionMandatory(),
    )
    .option("--account <id>", "Apply to this account only (default: all accounts combined)")
    .option("--transfer-type <type>", "Apply to this rail or chain only (default: any)")
    .option("--per-transfer <dollars>", "Maximum amount of one transfer")
    .option("--daily <dollars>", "Maximum total per day (UTC)")
    .addOption(jsonOption())
    .action((id: string, options: SetOptions) => set(context, id, options));
  limits
    .command("remove <managing_account> <limit_id>")
    .description("Remove a limit")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, limitId: string, options: YesChoice & JsonChoice) =>
      remove(context, { managingAccountId: id, id: limitId }, options),
    );
}

async function list(context: CommandContext, managingAccountId: string, { json }: JsonChoice): Promise<void> {
  const items = await withAdmin(context, "limits list", async (api, admin) =>
    (await api.listLimits(admin, { managingAccountId })).map(api.presentLimit),
  );
  printList(context, {
    items: items.map((item) => shown(item, fields)),
    columns,
    asJson: json,
    noun: "limits",
    isComplete: true,
  });
}

async function set(
  context: CommandContext,
  managingAccountId: string,
  { json, account, ...request }: SetOptions,
): Promise<void> {
  const limit = await withAdmin(context, "limits set", async (api, admin) =>
    api.presentLimit(await api.setLimit(admin, { ...request, managingAccountId, accountId: account })),
  );
  printOne(context, shown(limit, fields), { asJson: json });
}

async function remove(
  context: CommandContext,
  request: { readonly managingAccountId: string; readonly id: string },
  { yes, json }: YesChoice & JsonChoice,
): Promise<void> {
  const consequence = `Limit ${request.id} is no longer enforced.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const removed = await withAdmin(context, "limits remove", async (api, admin) =>
    api.presentLimit(await api.removeLimit(admin, request)),
  );
  printOne(context, shown(removed, fields), { asJson: json });
}
