import type { Scope } from "../../http/scopes.ts";

/**
 * What somebody may be allowed to do at the console. Those in a workspace are asked within one tenant and network; the
 * scopes of the API are among them, for there the console does what an application could. The others are of operators.
 */
export type WorkspacePermission = Scope | (typeof ownWorkspacePermissions)[number];
export type OperatorPermission = (typeof operatorPermissions)[number];

export const ownWorkspacePermissions = [
  /** Home, search, what a list needs to be understood. */
  "workspace.read",
  "applications.read",
  "applications.write",
  /** Which requests applications have sent, and what came of them. */
  "requests.read",
  "members.read",
  "members.write",
  "audit.read",
] as const;

export const operatorPermissions = [
  /** What waits for a person, in numbers. */
  "overview.read",
  "tenants.read",
  "tenants.write",
  "reviews.read",
  "reviews.decide",
  /** Transfers and deposits that wait because of the sanctions list. */
  "held.read",
  "held.decide",
  "suspense.read",
  "suspense.decide",
  /** Who sent held money, in full. */
  "suspense.disclose",
  "limits.read",
  "limits.write",
  "treasury.read",
  "treasury.write",
  "reconciliation.read",
  "reconciliation.run",
  "freezes.read",
  "freezes.write",
  "jobs.read",
  "jobs.decide",
  /** How webhook subscriptions of all tenants do. */
  "webhooks.read",
  "webhooks.decide",
  "chains.read",
  "rails.read",
  "rails.decide",
  "ledger.read",
  /** The audit log of the platform and of every tenant. */
  "platform_audit.read",
  "settings.read",
  "people.read",
  "people.write",
] as const;

/**
 * What needs no role: `nobody` is for whoever signs in, `entering` for those who have shown a password and not yet all
 * that is asked of them, `self` for everybody who is signed in.
 */
export const openPermissions = ["nobody", "entering", "self"] as const;
