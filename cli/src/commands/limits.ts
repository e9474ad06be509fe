import type { LimitRequest, LimitView } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-door.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

interface SetOptions
  extends JsonChoice,
    Pick<LimitRequest, "network" | "transferType" | "perTransfer" | "daily"> {
  readonly account?: string;
}

export function addLimitCommands(program: Command, surroundings: Surroundings): void {
  const limits = program
    .command("limits")
    .description("how much accounts may move, in one transfer and on one day");
  limits
    .command("list <managing_account>")
    .description("list the limits of a managing account and of those that it manages")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => list(surroundings, id, options));
  limits
    .command("set <managing_account>")
    .description("set a limit, in the place of the one for the same accounts and the same way")
    .addOption(
      new Option("--network <network>", "the world that it is for")
        .choices(["testnet", "mainnet"])
        .makeOptionMandatory(),
    )
    .option("--account <id>", "for this account alone; else for all of them together")
    .option("--transfer-type <type>", "for what comes or goes by this rail or chain; else for any")
    .option("--per-transfer <dollars>", "the most that one transfer may be")
    .option("--daily <dollars>", "the most that may be moved on a day, in UTC")
    .addOption(jsonOption())
    .action((id: string, options: SetOptions) => set(surroundings, id, options));
  limits
    .command("remove <managing_account> <limit_id>")
    .description("remove a limit")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, limitId: string, options: YesChoice & JsonChoice) =>
      remove(surroundings, { managingAccountId: id, id: limitId }, options),
    );
}

async function list(
  surroundings: Surroundings,
  managingAccountId: string,
  { json }: JsonChoice,
): Promise<void> {
  const items = await withAdmin(surroundings, "limits list", (door, admin) =>
    door.listLimits(admin, { managingAccountId }),
  );
  printList(surroundings, {
    items: items.map(present),
    columns: ["id", "network", "account_id", "transfer_type", "per_transfer", "daily"],
    asJson: json,
    noun: "limits",
    isComplete: true,
  });
}

async function set(
  surroundings: Surroundings,
  managingAccountId: string,
  { json, account, ...request }: SetOptions,
): Promise<void> {
  const only = account === undefined ? {} : { accountId: account };
  const limit = await withAdmin(surroundings, "limits set", (door, admin) =>
    door.setLimit(admin, { ...request, ...only, managingAccountId }),
  );
  printOne(surroundings, present(limit), { asJson: json });
}

async function remove(
  surroundings: Surroundings,
  request: { readonly managingAccountId: string; readonly id: string },
  { yes, json }: YesChoice & JsonChoice,
): Promise<void> {
  const consequence = `Limit ${request.id} no longer holds anybody back.`;
  await confirm(surroundings, { consequence, isConfirmed: yes });
  const removed = await withAdmin(surroundings, "limits remove", (door, admin) =>
    door.removeLimit(admin, request),
  );
  printOne(surroundings, present(removed), { asJson: json });
}

function present({ id, network, accountId, transferType, perTransfer, daily, updated }: LimitView): Shown {
  return {
    id,
    network,
    account_id: accountId ?? null,
    transfer_type: transferType ?? null,
    per_transfer: perTransfer ?? null,
    daily: daily ?? null,
    updated,
  };
}
