import type { ApiAccess } from "../access-query.ts";

export type ScopeFacts = ApiAccess["scopes"][number];

/** Scopes of one part of the API. */
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
  self_attested_tokens: "Own tokens: mint, burn, transfer",
  automations: "Automations",
  webhooks: "Webhooks",
  events: "Events",
  "financial-institutions": "Bank addresses (deprecated endpoints)",
  simulations: "Simulations",
};

/** In the order of the API's own list. */
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
const watching = ["webhooks:read", "webhooks:write", "events:read", "accounts:read"];
const moving = [
  "accounts:read",
  "addresses:read",
  "transfers:read",
  "transfers:write",
  "payments:read",
  "tokens:read",
  "events:read",
];

export const scopePresets: readonly ScopePreset[] = [
  {
    name: "Read only",
    description: "Sees everything, changes nothing.",
    has: (scope) => scope.endsWith(":read") && !deprecated.test(scope),
  },
  {
    name: "Transfers",
    description: "Creates transfers between addresses that are there.",
    has: (scope) => moving.includes(scope),
  },
  {
    name: "Events",
    description: "Follows what happens and keeps webhooks.",
    has: (scope) => watching.includes(scope),
  },
  {
    name: "Everything",
    description: "All that you hold yourself, without deprecated endpoints.",
    has: (scope) => !deprecated.test(scope),
  },
];

/** What a preset gives: of its scopes those that the person may grant. */
export function scopesOf({ has }: ScopePreset, scopes: readonly ScopeFacts[]): readonly string[] {
  return scopes.filter(({ name, is_held }) => is_held && has(name)).map(({ name }) => name);
}
