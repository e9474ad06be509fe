import type { Network, TenantId } from "../../kernel/id.ts";
import type { OperatorPermission, WorkspacePermission } from "../../people/index.ts";

/** Something that people look for. */
export interface Thing {
  readonly kind: ThingKind;
  readonly id: string;
  readonly title: string;
  /** Undefined for what belongs to the service itself, and for what only those who run it look after. */
  readonly tenantId: TenantId | undefined;
  /** Undefined for what is in both networks. */
  readonly network: Network | undefined;
  /** What else the path of its page may need. */
  readonly parts?: ThingParts;
}

export interface ThingParts {
  readonly account_id?: string;
  readonly address_id?: string;
  readonly subscription_id?: string;
  readonly value_type?: string;
}

/** Where a kind of thing is shown, and who may see it there. */
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

/** What the treasury of a tenant holds is no page of its workspace. */
const ofTreasury = inOperations("treasury", "treasury.read");

/** Pages of the console by what they show; the first that somebody may see is where a result leads. */
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
  invitation: [inWorkspace("members", "members.read"), inOperations("people", "people.read")],
  job: [inOperations("jobs/{id}", "jobs.read")],
  node: [inOperations("nodes", "settings.read")],
  payment: [inWorkspace("payments/{id}", "payments:read"), inOperations("suspense/{id}", "suspense.read")],
  person: [inOperations("people", "people.read")],
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
