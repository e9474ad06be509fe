import type { Command } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne } from "../output.ts";

interface ReleaseOptions extends YesChoice, JsonChoice {
  readonly reason: string;
}

export function addDepositCommands(program: Command, context: CommandContext): void {
  const deposits = program.command("deposits").description("Manage held on-chain deposits");
  deposits
    .command("held")
    .description("List deposits held because of a sanctions match on the sender, oldest first")
    .addOption(jsonOption())
    .action((options: JsonChoice) => held(context, options));
  deposits
    .command("release <id>")
    .description("Release a held deposit")
    .requiredOption("--reason <text>", "Reason, for the audit log")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: ReleaseOptions) => release(context, id, options));
}

async function held(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "deposits held", async (api, admin) =>
    api.presentItems(await api.listHeldDeposits(admin), api.presentDeposit),
  );
  printList(context, {
    items,
    columns: ["id", "network", "chain", "amount", "value_type", "from", "account_id", "created"],
    asJson: json,
    noun: "held deposits",
    isComplete,
  });
}

async function release(
  context: CommandContext,
  id: string,
  { reason, yes, json }: ReleaseOptions,
): Promise<void> {
  const consequence = `Deposit ${id} is released and its tokens become available.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const released = await withAdmin(context, "deposits release", async (api, admin) =>
    api.presentDeposit(await api.releaseHeldDeposit(admin, { id, reason })),
  );
  printOne(context, released, { asJson: json });
}
