import { withAdmin } from "../admin-api.ts";
import { type CommandGroup, command, listCommand } from "../admin-command.ts";
import { reason, yes } from "../command-options.ts";
import { confirm } from "../confirmation.ts";

export const approvalCommands: CommandGroup = {
  name: "approvals",
  description: "Show operations that wait for approvals, and manage the rules that demand them",
  commands: [
    listCommand("list", {
      description: "List what waits for approvals, of all tenants and of operators, oldest first",
      run: async (api, admin) =>
        api.presentItems(await api.listPendingApprovals(admin), (approval) => ({
          ...api.presentApproval(approval, []),
          network: approval.network,
          requested_by: approval.requester.id,
        })),
      noun: "approvals",
      columns: "id network account_id operation dollars requested_by created expires",
    }),
    listCommand("rules", {
      description: "List the approval rules of all tenants and of the platform",
      run: async (api, admin) =>
        (await api.listApprovalRules(admin)).map((rule) => {
          const shownRule = api.presentRule(rule);
          return { ...shownRule, approver_roles: shownRule.approver_roles.join(" ") };
        }),
      noun: "rules",
      columns: "id set_by account_id operation network above approvals approver_roles",
    }),
    command("remove-rule <rule>", {
      description: "Remove a rule without its approvals, if no user can meet it any more",
      options: [reason, yes],
      run: async ({ context, name, input: { rule: id, reason: why, yes: isConfirmed } }) => {
        const consequence = `Rule ${id} no longer applies to new requests, without the approvals that it demands.`;
        await confirm(context, { consequence, isConfirmed });
        await withAdmin(context, name, (api, admin) => api.removeApprovalRule(admin, { id, reason: why }));
      },
    }),
  ],
};
