import type { TestApi, TestClient } from "../../service/test/api.ts";
import { addAddress } from "../../service/test/token-holders.ts";
import type { GoodRequests } from "./good-requests.ts";

/** Automations of an unusual token that wait for approvals: those of another application, and one of the client's own. */
export interface ApprovalContext {
  readonly good: GoodRequests;
  readonly known: Readonly<Record<string, readonly string[]>>;
}

export const approvalOperations = [
  "listApprovalRules",
  "createApprovalRule",
  "removeApprovalRule",
  "listApprovals",
  "getApproval",
  "approveOperation",
  "rejectOperation",
  "cancelOperation",
  "commentOnOperation",
  "simulateApproval",
];

export async function prepareApprovals(
  api: TestApi,
  client: TestClient,
  transfer: { readonly destination: object },
): Promise<ApprovalContext> {
  const other = await api.createClient({ accountId: client.accountId });
  const post = async ({ token, accountId }: TestClient, path: string, body: object): Promise<string> => {
    const options = { token, idempotencyKey: crypto.randomUUID(), body };
    const response = await api.request("POST", `/accounts/${accountId}${path}`, options);
    if (response.status >= 300) throw new Error(`no ${path} to begin with: ${response.text}`);
    return response.body.id;
  };
  // Amounts for one destination add up, so other transfers go elsewhere.
  const address_id = await addAddress(api, client);
  const destination = { ...transfer.destination, address_id };
  const large = { ...transfer, destination, amount: { value: "750000.00", currency: "USD" } };
  const rule = { operation: "transfer", above: "700000.00", approvals: 1, approver_roles: ["application"] };
  const rule_id = await post(client, "/approval-rules", rule);
  const approved = await post(other, "/transfers", large);
  const rejected = await post(other, "/transfers", large);
  const discussed = await post(other, "/transfers", large);
  const own = await post(client, "/transfers", large);
  const simulated = await post(client, "/transfers", large);
  const of = (approval_id: string) => ({ params: { approval_id } });
  return {
    good: {
      removeApprovalRule: { params: { rule_id } },
      getApproval: of(discussed),
      approveOperation: of(approved),
      rejectOperation: of(rejected),
      cancelOperation: of(own),
      commentOnOperation: of(discussed),
      simulateApproval: { ...of(simulated), body: { outcome: "rejected" } },
    },
    known: { rule_id: [rule_id], approval_id: [approved, rejected, discussed, own, simulated] },
  };
}
