/** Everything a token may be allowed to do. The text stands in the API document. */
export const scopes = {
  "accounts:read": "Read accounts and their verification.",
  "accounts:write": "Create and change accounts, stage documents.",
  "addresses:read": "Read addresses and balances.",
  "addresses:write": "Create and change addresses, link banks.",
  "transfers:read": "Read transfers.",
  "transfers:write": "Create and cancel transfers.",
  "payments:read": "Read bank payments.",
  "tokens:read": "Read an account's own tokens.",
  "tokens:write": "Issue tokens.",
  "self_attested_tokens:read": "Read token transfers, mints and burns of a tokenization account.",
  "self_attested_tokens:mint": "Mint an attested token.",
  "self_attested_tokens:burn": "Burn an attested token.",
  "self_attested_tokens:transfer": "Transfer an attested token.",
  "automations:read": "Read automations.",
  "automations:write": "Create and change automations.",
  "webhooks:read": "Read webhook subscriptions and deliveries.",
  "webhooks:write": "Create and change webhook subscriptions.",
  "events:read": "Read the event log.",
  "financial-institutions:read": "Read bank addresses through the deprecated endpoints.",
  "financial-institutions:write": "Create bank addresses through the deprecated endpoints.",
  "simulations:write": "Simulate the outside world on testnet.",
} as const;

export type Scope = keyof typeof scopes;

export const scopeNames = Object.keys(scopes) as readonly Scope[];

export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text);
}
