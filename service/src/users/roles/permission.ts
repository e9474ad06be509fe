import type { Scope } from "../../http/scopes.ts";

/**
 * Console permissions. Workspace permissions are checked within one tenant and network; they include the API's scopes,
 * because there the console does what an application could. The others are for operators.
 */
export type WorkspacePermission = Scope | (typeof ownWorkspacePermissions)[number];
export type OperatorPermission = (typeof operatorPermissions)[number];

export const ownWorkspacePermissions = [
  /** Home, search, and lookups for lists. */
  "workspace.read",
  "applications.read",
  "applications.write",
  /** The API requests of applications, with their results. */
  "requests.read",
  "members.read",
  "members.write",
  "audit.read",
  /** Running reports, and downloading their files. */
  "reports.read",
  /** In addition to `reports.read`: reports that contain addresses and masked tax ids of payees. */
  "reports.disclose",
  /** Scheduling reports by email. */
  "reports.schedule",
  /** Saving filters of lists for oneself. */
  "views.save",
  /** In addition to `views.save`: for all members. */
  "views.share",
] as const;

export const operatorPermissions = [
  /** Counts of items that need attention. */
  "overview.read",
  /** Assigning items of the queues, and notes on them. */
  "work.write",
  "tenants.read",
  "tenants.write",
  "reviews.read",
  "reviews.decide",
  /** Transfers and deposits held because of a sanctions match. */
  "held.read",
  "held.decide",
  /** In addition to `held.decide` or `suspense.decide`: funds that are held for a sanctions match. */
  "sanctions.decide",
  /** What accounts owe after returned debits. */
  "claims.read",
  "claims.decide",
  "suspense.read",
  "suspense.decide",
  /** Unmasked senders of held payments. */
  "suspense.disclose",
  "limits.read",
  "limits.write",
  "approval_rules.read",
  "approval_rules.write",
  /** Commands of operators that wait for approvals, and what tenants request if a rule of the platform applies. */
  "approvals.read",
  "approvals.decide",
  "treasury.read",
  "treasury.write",
  "reconciliation.read",
  "reconciliation.run",
  "freezes.read",
  "freezes.write",
  "jobs.read",
  "jobs.decide",
  /** Health of the webhook subscriptions of all tenants. */
  "webhooks.read",
  "webhooks.decide",
  "chains.read",
  "rails.read",
  "rails.decide",
  "ledger.read",
  /** The audit log of the platform and of every tenant. */
  "platform_audit.read",
  "settings.read",
  /** Reports about all tenants: running them, and downloading their files. */
  "platform_reports.read",
  "platform_reports.schedule",
  /** Saving filters of the lists of all tenants for oneself. */
  "platform_views.save",
  /** In addition to `platform_views.save`: for all operators. */
  "platform_views.share",
  "users.read",
  "users.write",
] as const;

/**
 * Permissions without a role: `public` is for sign-in, `entering` for sessions that have shown a password but not the
 * second factor, `self` for every signed-in user.
 */
export const openPermissions = ["public", "entering", "self"] as const;
