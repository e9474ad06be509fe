import type { ApiAccess } from "../access-query.ts";

export type ScopeFacts = ApiAccess["scopes"][number];

/** Scopes of one API resource. */
export interface ScopeGroup {
  readonly name: string;
  readonly scopes: readonly ScopeFacts[];
}

const titles: Readonly<Record<string, string>> = {
  accounts: "Accounts",
  addresses: "Addresses and balances",
  transfers: "Transfers",
  payments: "Bank payments",
  tokens: "Tokens",
  self_attested_tokens: "Issued tokens: mint, burn, transfer",
  automations: "Automations",
  approvals: "Approvals",
  approval_rules: "Approval rules",
  webhooks: "Webhooks",
  events: "Events",
  "financial-institutions": "Bank addresses (deprecated endpoints)",
  simulations: "Simulations",
};

/** In the order of the API's scope list. */
export function groupScopes(scopes: readonly ScopeFacts[]): readonly ScopeGroup[] {
  const names = [...new Set(scopes.map(({ name }) => nounOf(name)))];
  return names.map((noun) => ({
    name: titles[noun] ?? noun,
    scopes: scopes.filter(({ name }) => nounOf(name) === noun),
  }));
}

function nounOf(scope: string): string {
  return scope.split(":")[0] ?? scope;
}

export interface ScopePreset {
  readonly name: string;
  readonly description: string;
  readonly has: (scope: string) => boolean;
}

const deprecated = /^financial-institutions:/;
const eventScopes = ["webhooks:read", "webhooks:write", "events:read", "accounts:read"];
const transferScopes = [
  "accounts:read",
  "addresses:read",
  "transfers:read",
  "transfers:write",
  "payments:read",
  "tokens:read",
  "events:read",
];

/** What a new application starts with. */
export const readOnlyPreset: ScopePreset = {
  name: "Read only",
  description: "Read access to everything.",
  has: (scope) => scope.endsWith(":read") && !deprecated.test(scope),
};

export const scopePresets: readonly ScopePreset[] = [
  readOnlyPreset,
  {
    name: "Transfers",
    description: "Creates transfers between existing addresses.",
    has: (scope) => transferScopes.includes(scope),
  },
  {
    name: "Events",
    description: "Reads events and manages webhooks.",
    has: (scope) => eventScopes.includes(scope),
  },
  {
    name: "Full access",
    description: "All scopes that you hold, except deprecated endpoints.",
    has: (scope) => !deprecated.test(scope),
  },
];

/** Scopes of a preset that the user can grant. */
export function scopesOf({ has }: ScopePreset, scopes: readonly ScopeFacts[]): readonly string[] {
  return scopes.filter(({ name, is_held }) => is_held && has(name)).map(({ name }) => name);
}
