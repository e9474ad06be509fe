/** OAuth scopes. The descriptions appear in the API reference. */
export const scopes = {
  "accounts:read": "Read accounts and their business verification.",
  "accounts:write": "Create and update accounts, stage documents.",
  "addresses:read": "Read addresses and balances.",
  "addresses:write": "Create and update addresses, link bank accounts.",
  "transfers:read": "Read transfers.",
  "transfers:write": "Create and cancel transfers.",
  "payments:read": "Read bank payments.",
  "tokens:read": "Read the tokens of an account.",
  "tokens:write": "Issue tokens.",
  "self_attested_tokens:read": "Read token transfers, mints and burns of a tokenization account.",
  "self_attested_tokens:mint": "Mint an issuer-attested token.",
  "self_attested_tokens:burn": "Burn an issuer-attested token.",
  "self_attested_tokens:transfer": "Transfer an issuer-attested token.",
  "automations:read": "Read automations.",
  "automations:write": "Create and update automations.",
  "approvals:read": "Read approval rules and approvals.",
  "approvals:write": "Approve, reject, cancel and comment on what waits for approval.",
  "approval_rules:write": "Create and remove approval rules.",
  "webhooks:read": "Read webhook subscriptions and deliveries.",
  "webhooks:write": "Create and update webhook subscriptions.",
  "events:read": "Read the event log.",
  "financial-institutions:read": "Read bank addresses through the deprecated endpoints.",
  "financial-institutions:write": "Create bank addresses through the deprecated endpoints.",
  "simulations:write": "Simulate banks, chains and verification on testnet.",
} as const;

export type Scope = keyof typeof scopes;

export const scopeNames = Object.keys(scopes) as readonly Scope[];

export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text);
}
