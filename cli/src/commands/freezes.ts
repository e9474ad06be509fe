import type { FreezeOrder, FreezeView } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";

interface ListOptions extends JsonChoice, Pick<FreezeOrder, "network"> {}

interface CreateOptions extends YesChoice, JsonChoice, FreezeOrder {}

interface LiftOptions extends YesChoice, JsonChoice, Pick<FreezeOrder, "network" | "reason"> {}

const maxShown = 1_000;

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
    .addOption(
      new Option("--chain <chain>", "Chain")
        .choices(["ethereum", "base", "solana", "stellar"])
        .makeOptionMandatory(),
    )
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
  const found = await withAdmin(context, "freezes list", (api, admin) =>
    api.listTokenFreezes(admin, { network, direction: "after", limit: maxShown + 1 }),
  );
  printList(context, {
    items: found.slice(0, maxShown).map(present),
    columns: ["id", "value_type", "chain", "address", "status", "reason", "created"],
    asJson: json,
    noun: "freezes",
    isComplete: found.length <= maxShown,
  });
}

async function create(context: CommandContext, { yes, json, ...order }: CreateOptions): Promise<void> {
  const { valueType, chain, address } = order;
  const consequence = `${address} can no longer send or receive ${valueType} on ${chain}.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const frozen = await withAdmin(context, "freezes create", (api, admin) =>
    api.freezeTokenAddress(admin, order),
  );
  printOne(context, present(frozen), { asJson: json });
}

async function lift(
  context: CommandContext,
  id: string,
  { network, reason, yes, json }: LiftOptions,
): Promise<void> {
  const consequence = `The address of freeze ${id} can send and receive again once the transaction is final.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const lifted = await withAdmin(context, "freezes lift", (api, admin) =>
    api.unfreezeTokenAddress(admin, { network, id, reason }),
  );
  printOne(context, present(lifted), { asJson: json });
}

function present(freeze: FreezeView): Shown {
  const { id, network, chain, address, status, reason, created, updated } = freeze;
  return {
    id,
    network,
    value_type: freeze.valueType,
    tenant_id: freeze.tenantId ?? null,
    chain,
    address,
    status,
    reason,
    unfreeze_reason: freeze.unfreezeReason ?? null,
    failure: freeze.failure ?? null,
    created,
    updated,
  };
}
