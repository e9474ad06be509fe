import type { LimitRequest } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, shown } from "../output.ts";

interface SetOptions
  extends JsonChoice,
    Pick<
      LimitRequest,
      "network" | "transferType" | "operation" | "asset" | "perTransfer" | "daily" | "thirtyDays"
    > {
  readonly account?: string;
  readonly destination?: string;
}

const scope = [
  "id",
  "network",
  "operation",
  "account_id",
  "transfer_type",
  "asset",
  "destination_address_id",
];
const columns = [...scope, "per_transfer", "daily", "left_today", "thirty_days", "left_thirty_days"];
const fields = [...scope, "per_transfer", "daily", "thirty_days", "updated"];

export function addLimitCommands(program: Command, context: CommandContext): void {
  const limits = program.command("limits").description("Manage limits, per transfer, per day and in 30 days");
  limits
    .command("list <managing_account>")
    .description(
      "List the limits of a managing account with their usage, and the default limits, which have no id",
    )
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => list(context, id, options));
  limits
    .command("set <managing_account>")
    .description("Set a limit; replaces the limit, or the default limit, of the same scope")
    .addOption(
      new Option("--network <network>", "Network").choices(["testnet", "mainnet"]).makeOptionMandatory(),
    )
    .option("--account <id>", "Apply to this account only (default: all accounts combined)")
    .option("--transfer-type <type>", "Apply to this rail or chain only (default: any)")
    .addOption(
      new Option("--operation <operation>", "Apply to this operation only (default: all combined)").choices([
        "transfer",
        "token_transfer",
        "token_mint",
        "token_burn",
        "treasury_withdrawal",
      ]),
    )
    .option("--asset <value type>", "Apply to USD or this token only (default: any)")
    .option("--destination <address id>", "Apply to this destination only (default: any)")
    .option("--per-transfer <dollars>", "Maximum amount of one transfer")
    .option("--daily <dollars>", "Maximum total per day (UTC)")
    .option("--thirty-days <dollars>", "Maximum total in 30 days (UTC), today included")
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
    items: items.map((item) => shown(item, [...columns, "updated"])),
    columns,
    asJson: json,
    noun: "limits",
    isComplete: true,
  });
}

async function set(
  context: CommandContext,
  managingAccountId: string,
  { json, account, destination, ...request }: SetOptions,
): Promise<void> {
  const input = { ...request, managingAccountId, accountId: account, destinationAddressId: destination };
  const limit = await withAdmin(context, "limits set", async (api, admin) =>
    api.presentLimit(await api.setLimit(admin, input)),
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
