import type { RowOf } from "../db/table.ts";
import { type Id, type Network, platformTenant, type TenantId } from "../kernel/id.ts";
import { operatorRoles } from "../users/index.ts";
import type { approvalRules } from "./tables.ts";

/** What members and applications of a tenant request. */
export const tenantOperations = [
  "transfer",
  "token_mint",
  "token_burn",
  "token_transfer",
  "external_address",
  "automation",
  "token_issue",
  "member",
  "credential",
  "approval_rule",
] as const;

/** What operators request. Only rules of the platform apply, and tenants do not see it. */
export const operatorOperations = [
  "treasury_withdrawal",
  "limit",
  "fee",
  "freeze",
  "held_release",
  "suspense_decision",
  "claim_settlement",
  "bank_file",
  "operator",
  "platform_rule",
] as const;

/** Operations that rules can demand approvals for. */
export const controlledOperations = [...tenantOperations, ...operatorOperations] as const;
export type ControlledOperation = (typeof controlledOperations)[number];

export type ApprovalRuleId = Id<"approval-rule">;

/** Rules of a tenant are met by its members, rules of the platform by operators; applications can count, too. */
export const tenantApprovers = ["admin", "developer", "application"] as const;
export const platformApprovers = operatorRoles.filter((role) => role !== "read_only");

export type ApprovalRule = Omit<RowOf<typeof approvalRules>, "removedAt">;

/** What a rule demands of one request. */
export type Demand = Pick<ApprovalRule, "id" | "setBy" | "approvals" | "approverRoles">;

/** What rules look at. */
export interface ControlledFacts {
  readonly operation: ControlledOperation;
  /** `platformTenant` for commands of operators that name no tenant. */
  readonly tenantId: TenantId;
  /** The network that it changes; undefined for both. */
  readonly affectedNetwork: Network | undefined;
  /** The value types of both ends and of the amount; empty if they are not known. */
  readonly assets: readonly string[];
  /** Dollars, one to one; undefined for operations without an amount. */
  readonly cents: bigint | undefined;
  /** Of the address that receives it, or empty: its amounts of a day are added up. Undefined if each counts alone. */
  readonly destination: string | undefined;
  readonly requesterRole: string;
}

/** What was counted for rules with an amount before, on the same day and for the same destination. */
export type UsedCents = ReadonlyMap<ApprovalRuleId, bigint>;

/** The rules that apply to a request, as demands. */
export function demandsOf(
  rules: readonly ApprovalRule[],
  facts: ControlledFacts,
  used: UsedCents = new Map(),
): readonly Demand[] {
  return rules
    .filter((rule) => isInScope(rule, facts) && isAbove(rule, facts, used))
    .map(({ id, setBy, approvals, approverRoles }) => ({ id, setBy, approvals, approverRoles }));
}

/** The rules toward whose amounts an operation counts, whether it needs approvals or not. */
export function countingRules(
  rules: readonly ApprovalRule[],
  facts: ControlledFacts,
): readonly ApprovalRule[] {
  const { cents, destination, affectedNetwork, tenantId } = facts;
  if (cents === undefined || destination === undefined || affectedNetwork === undefined) return [];
  if (tenantId === platformTenant) return [];
  return rules.filter((rule) => rule.aboveCents !== undefined && isInScope(rule, facts));
}

function isAbove({ id, aboveCents }: ApprovalRule, { cents }: ControlledFacts, used: UsedCents): boolean {
  return aboveCents === undefined || cents === undefined || cents + (used.get(id) ?? 0n) > aboveCents;
}

function isInScope(rule: ApprovalRule, facts: ControlledFacts): boolean {
  const { tenantId, network, asset, requesterRole } = rule;
  return (
    rule.operation === facts.operation &&
    // What is not known about an operation never keeps a rule from applying.
    (tenantId === undefined || tenantId === facts.tenantId || facts.tenantId === platformTenant) &&
    (network === undefined || facts.affectedNetwork === undefined || network === facts.affectedNetwork) &&
    (asset === undefined || facts.assets.length === 0 || hasAsset(facts, asset)) &&
    (requesterRole === undefined || requesterRole === facts.requesterRole)
  );
}

/** At either end: a rule for dollars applies to dollars that arrive and to dollars that leave. */
function hasAsset({ assets }: ControlledFacts, asset: string): boolean {
  return assets.some((each) => each.toUpperCase() === asset.toUpperCase());
}
