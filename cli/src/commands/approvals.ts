import type { Command } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, shown } from "../output.ts";

interface RemoveOptions extends YesChoice {
  readonly reason: string;
}

export function addApprovalCommands(program: Command, context: CommandContext): void {
  const approvals = program
    .command("approvals")
    .description("Show operations that wait for approvals, and manage the rules that demand them");
  approvals
    .command("list")
    .description("List what waits for approvals, of all tenants and of operators, oldest first")
    .addOption(jsonOption())
    .action((options: JsonChoice) => list(context, options));
  approvals
    .command("rules")
    .description("List the approval rules of all tenants and of the platform")
    .addOption(jsonOption())
    .action((options: JsonChoice) => rules(context, options));
  approvals
    .command("remove-rule <rule>")
    .description("Remove a rule without its approvals, if no user can meet it any more")
    .requiredOption("--reason <text>", "Reason for the audit log")
    .addOption(yesOption())
    .action((id: string, options: RemoveOptions) => removeRule(context, id, options));
}

async function list(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "approvals list", async (api, admin) =>
    api.presentItems(await api.listPendingApprovals(admin), (approval) => ({
      ...api.presentApproval(approval, []),
      network: approval.network,
      requested_by: approval.requester.id,
    })),
  );
  printList(context, {
    items: items.map((approval) => shown(approval)),
    columns: ["id", "network", "account_id", "operation", "dollars", "requested_by", "created", "expires"],
    asJson: json,
    noun: "approvals",
    isComplete,
  });
}

async function rules(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const items = await withAdmin(context, "approvals rules", async (api, admin) =>
    (await api.listApprovalRules(admin)).map((rule) => {
      const shownRule = api.presentRule(rule);
      return { ...shownRule, approver_roles: shownRule.approver_roles.join(" ") };
    }),
  );
  printList(context, {
    items: items.map((rule) => shown(rule)),
    columns: ["id", "set_by", "account_id", "operation", "network", "above", "approvals", "approver_roles"],
    asJson: json,
    noun: "rules",
    isComplete: true,
  });
}

async function removeRule(
  context: CommandContext,
  id: string,
  { reason, yes }: RemoveOptions,
): Promise<void> {
  const consequence = `Rule ${id} no longer applies to new requests, without the approvals that it demands.`;
  await confirm(context, { consequence, isConfirmed: yes });
  await withAdmin(context, "approvals remove-rule", (api, admin) =>
    api.removeApprovalRule(admin, { id, reason }),
  );
}
