import type { ApiRequest } from "../http/route.ts";
import { type Network, networks, parseId, platformTenant } from "../kernel/id.ts";
import { type ControlledRequest, dollarCents, textsOf } from "./controls.ts";
import type { ControlledFacts, operatorOperations } from "./rule.ts";

/** What is known about an operator's command from its request and from its response when it was tried out. */
export type CommandFacts = ControlledRequest &
  Pick<ControlledFacts, "tenantId" | "affectedNetwork"> & {
    /** Where it is shown. */
    readonly network: Network;
  };

interface CommandControl {
  readonly operation: (typeof operatorOperations)[number];
  /** Where the amount in dollars is; undefined for commands without one. */
  readonly amountIn?: (body: Members, response: Members) => unknown;
  /** Where the id of the destination is, whose amounts of a day are added up; undefined if each counts alone. */
  readonly destinationIn?: (body: Members) => unknown;
  /** The amount with earlier ones for the same purpose, if rules look at the sum. */
  readonly sumIn?: (body: Members, response: Members) => bigint;
}

const released: CommandControl = { operation: "held_release", amountIn: (_body, { dollars }) => dollars };
const decidedPayment: CommandControl = {
  operation: "suspense_decision",
  amountIn: (_body, { amount }) => (amount as Members)["value"],
};
/** Without an amount, all that remains is settled: at most all of the claim. Parts of a claim count together. */
const settled: CommandControl = {
  operation: "claim_settlement",
  amountIn: (body, claim) => body["amount"] ?? claim["amount"],
  sumIn: (body, claim) => {
    const [whole, remaining, pending] = ["amount", "remaining", "pending"].map(
      (member) => dollarCents(String(claim[member])) ?? 0n,
    ) as [bigint, bigint, bigint];
    const settledCents = whole - remaining + pending;
    // A request that waits for a second user has no effect yet.
    const isRequested = claim["request"] !== null;
    const requested = body["amount"];
    const requestedCents = typeof requested === "string" ? dollarCents(requested) : undefined;
    return isRequested ? settledCents + (requestedCents ?? remaining - pending) : settledCents;
  },
};

/** The controlled commands of operators, by the operation ids of their endpoints. */
const commands: Readonly<Record<string, CommandControl>> = {
  withdrawFromTreasury: {
    operation: "treasury_withdrawal",
    amountIn: ({ amount }) => amount,
    destinationIn: ({ address_id }) => address_id,
  },
  setLimit: { operation: "limit" },
  removeLimit: { operation: "limit" },
  setFee: { operation: "fee" },
  removeFee: { operation: "fee" },
  freezeAddress: { operation: "freeze" },
  unfreezeAddress: { operation: "freeze" },
  releaseHeldTransfer: released,
  releaseHeldDeposit: released,
  matchSuspensePayment: decidedPayment,
  returnSuspensePayment: decidedPayment,
  creditBankItem: { operation: "suspense_decision", amountIn: (_body, { amount }) => amount },
  requeueBankFile: { operation: "bank_file" },
  repayClaim: settled,
  offsetClaim: settled,
  writeOffClaim: settled,
  reauthorizeAddress: { operation: "claim_settlement" },
  inviteOperator: { operation: "operator" },
  resetUser: { operation: "operator" },
  changeOperatorRole: { operation: "operator" },
  enableUser: { operation: "operator" },
  createPlatformApprovalRule: { operation: "platform_rule" },
  removePlatformApprovalRule: { operation: "platform_rule" },
};

export const operatorCommands: readonly string[] = Object.keys(commands);

export function operationOfCommand(endpoint: string): CommandControl["operation"] | undefined {
  return commands[endpoint]?.operation;
}

type Members = Readonly<Record<string, unknown>>;

/** What concerns no tenant belongs to the platform. */
export function readCommand(endpoint: string, request: ApiRequest, response: unknown): CommandFacts {
  const { operation, amountIn, sumIn, destinationIn } = commands[endpoint] as CommandControl;
  const { params } = request;
  const body = (request.body ?? {}) as Members;
  const result = (response ?? {}) as Members;
  const tenant = params["tenant_id"] ?? result["tenant_id"] ?? body["account_id"];
  const named = params["network"] ?? body["network"] ?? result["network"];
  const affectedNetwork = networks.find((known) => known === named);
  const amount = amountIn?.(body, result);
  const destination = destinationIn?.(body);
  const asset = body["value_type"] ?? result["value_type"] ?? result["currency"];
  return {
    operation,
    tenantId: (typeof tenant === "string" ? parseId<"tenant">(tenant) : undefined) ?? platformTenant,
    affectedNetwork,
    network: affectedNetwork ?? "mainnet",
    cents: typeof amount === "string" ? dollarCents(amount) : undefined,
    sumCents: sumIn?.(body, result),
    assets: typeof asset === "string" ? [asset] : [],
    destination: typeof destination === "string" ? destination : undefined,
    summary: { ...params, ...textsOf(body, shownMembers) },
  };
}

/** Members of requests without personal data. */
const shownMembers = [
  "amount",
  "network",
  "value_type",
  "chain",
  "transfer_type",
  "type",
  "id",
  "address_id",
  "per_transfer",
  "daily",
  "thirty_days",
  "asset",
  "from",
  "operator_role",
  "role",
  "operation",
];
