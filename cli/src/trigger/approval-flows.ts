import { type Api, ApprovalRequiredError } from "@florin/sdk";
import { CommandError } from "../failure.ts";
import { createOnramp, type Flow } from "./flow.ts";

/** Far above what a sandbox usually moves: the rule stays, because removing it needs an approval, too. */
const above = "700000.00";
const amount = "750000.00";

/** A transfer that a rule applies to; the rule is created once. */
export async function requestApproval(flow: Flow): Promise<Api.Approval> {
  const { florin, account_id, context } = flow;
  const { approval_rules: rules } = await florin.approvals.listRules({ account_id });
  if (!rules.some((rule) => rule.operation === "transfer" && rule.above === above)) {
    const approver_roles = ["application"] as const;
    await florin.approvals.createRule({
      account_id,
      operation: "transfer",
      above,
      approvals: 1,
      approver_roles,
    });
    context.stderr.write(`From now on, transfers above ${above} dollars need an approval in this account.\n`);
  }
  try {
    await createOnramp(flow, { transferType: "wire", value: amount });
  } catch (error) {
    if (error instanceof ApprovalRequiredError) return error.approval;
    throw error;
  }
  throw new CommandError("the transfer needed no approval");
}

export async function cancelApproval(flow: Flow): Promise<unknown> {
  const { id } = await requestApproval(flow);
  return flow.florin.approvals.cancel({ account_id: flow.account_id, approval_id: id });
}
