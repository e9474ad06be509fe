import type { Network, TenantId } from "../../kernel/id.ts";
import type { OperatorPermission, WorkspacePermission } from "../../users/index.ts";

/** A searchable object. */
export interface Thing {
  readonly kind: ThingKind;
  readonly id: string;
  readonly title: string;
  /** Undefined for objects without a status, and where it was not read. */
  readonly status?: string;
  /** Undefined for platform objects and those that only operators handle. */
  readonly tenantId: TenantId | undefined;
  /** Undefined for both networks. */
  readonly network: Network | undefined;
  /** Further parts of the path of its page. */
  readonly parts?: ThingParts;
}

export interface ThingParts {
  readonly account_id?: string;
  readonly address_id?: string;
  readonly subscription_id?: string;
  readonly value_type?: string;
}

/** The page of a kind, and the permission it requires. */
export type Place =
  | { readonly area: "workspace"; readonly path: string; readonly permission: WorkspacePermission }
  | { readonly area: "operations"; readonly path: string; readonly permission: OperatorPermission };

const inWorkspace = (path: string, permission: WorkspacePermission): Place => ({
  area: "workspace",
  path,
  permission,
});
const inOperations = (path: string, permission: OperatorPermission): Place => ({
  area: "operations",
  path,
  permission,
});

const movements = [
  inWorkspace("tokens/{value_type}", "self_attested_tokens:read"),
  inWorkspace("tokens", "self_attested_tokens:read"),
];

/** Treasury contents have no page in the tenant's workspace. */
const ofTreasury = inOperations("treasury", "treasury.read");

/** Console pages by kind; a result links to the first that the user may open. */
export const places = {
  account: [inWorkspace("accounts/{id}", "accounts:read")],
  address: [inWorkspace("addresses/{id}", "addresses:read"), ofTreasury],
  api_request: [inWorkspace("requests/{id}", "requests.read")],
  application: [inWorkspace("applications/{id}", "applications.read")],
  automation: [inWorkspace("automations/{account_id}/{id}", "automations:read")],
  bank_file: [inOperations("bank-files/{id}", "rails.read")],
  delivery: [inWorkspace("webhooks/{account_id}/{subscription_id}/deliveries/{id}", "webhooks:read")],
  deposit: [inWorkspace("addresses/{address_id}", "addresses:read"), ofTreasury],
  event: [inWorkspace("events/{account_id}/{id}", "events:read")],
  freeze: [inOperations("freezes", "freezes.read")],
  invitation: [inWorkspace("members", "members.read"), inOperations("users", "users.read")],
  job: [inOperations("jobs/{id}", "jobs.read")],
  node: [inOperations("nodes", "settings.read")],
  payment: [inWorkspace("payments/{id}", "payments:read"), inOperations("suspense/{id}", "suspense.read")],
  user: [inOperations("users", "users.read")],
  review: [inOperations("reviews/{id}", "reviews.read")],
  tenant: [inOperations("tenants/{id}", "tenants.read"), inWorkspace("", "workspace.read")],
  token: [inWorkspace("tokens/{value_type}", "tokens:read"), inWorkspace("tokens", "tokens:read")],
  token_burn: movements,
  token_mint: movements,
  token_transfer: movements,
  transfer: [inWorkspace("transfers/{id}", "transfers:read")],
  webhook_subscription: [inWorkspace("webhooks/{account_id}/{id}", "webhooks:read")],
} as const satisfies Readonly<Record<string, readonly Place[]>>;

export type ThingKind = keyof typeof places;

export function isThingKind(text: string): text is ThingKind {
  return Object.hasOwn(places, text);
}

export function ofPlatform(kind: ThingKind, id: string, title: string): Thing {
  return { kind, id, title, tenantId: undefined, network: undefined };
}

export function titleOf(kind: ThingKind): string {
  const words = kind.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
