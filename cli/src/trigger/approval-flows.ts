import { type Api, ApprovalRequiredError } from "@florin/sdk";
import { CommandError } from "../failure.ts";
import { createExternal, createOnramp, type Flow } from "./flow.ts";

/** Far above what a sandbox usually moves: the rule stays, because removing it needs an approval, too. */
const above = "700000.00";
const amount = "750000.00";

/** A transfer that a rule applies to; the rule is created once. */
export async function requestApproval(flow: Flow, destinationId?: string): Promise<Api.Approval> {
  await requireRule(flow);
  try {
    await createOnramp(flow, { transferType: "wire", value: amount, destinationId });
  } catch (error) {
    if (error instanceof ApprovalRequiredError) return error.approval;
    throw error;
  }
  throw new CommandError("the transfer needed no approval");
}

async function requireRule({ florin, account_id, context }: Flow): Promise<void> {
  const { approval_rules: rules } = await florin.approvals.listRules({ account_id });
  if (rules.some((rule) => rule.operation === "transfer" && rule.above === above)) return;
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

/** The sandbox decides in place of the users who would have to. */
export function decideApproval(outcome: "approved" | "executed" | "rejected" | "expired") {
  return async (flow: Flow): Promise<unknown> => simulateDecision(flow, await requestApproval(flow), outcome);
}

/** The destination is archived while the transfer waits, so it is refused when it is carried out. */
export async function failApproval(flow: Flow): Promise<unknown> {
  const { florin, account_id } = flow;
  const { id: address_id } = await createExternal(flow);
  const approval = await requestApproval(flow, address_id);
  await florin.addresses.update({ account_id, address_id, status: "archived" });
  return simulateDecision(flow, approval, "executed");
}

function simulateDecision(
  { florin, account_id }: Flow,
  { id: approval_id }: Api.Approval,
  outcome: "approved" | "executed" | "rejected" | "expired",
): Promise<unknown> {
  return florin.simulations.approval({ account_id, approval_id, outcome });
}

export async function cancelApproval(flow: Flow): Promise<unknown> {
  const { id } = await requestApproval(flow);
  return flow.florin.approvals.cancel({ account_id: flow.account_id, approval_id: id });
}
