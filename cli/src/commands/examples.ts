import type { ApiOperation } from "../api/operation.ts";

const examples: Readonly<Record<string, readonly string[]>> = {
  "accounts.create": ["florin accounts create --body @business.json --wait"],
  "addresses.createInternal": [
    "florin addresses create-internal --name Treasury --transfer-types base,ethereum",
  ],
  "addresses.list": ["florin addresses list --type internal --transfer-type base --json"],
  "addresses.listBalances": ["florin balances", "florin balances --output csv > balances.csv"],
  "automations.create": [
    "florin automations create --name Payroll --from wire:USD --to 01JD7Q2M8W3T5V6X9YZABCDEFG:FUSD:base --wait",
  ],
  "events.list": ["florin events list --type 'transfer.*' --order oldest --limit 100"],
  "simulations.payment": [
    "florin simulations payment --transfer-id 01JD7Q2M8W3T5V6X9YZABCDEFG --amount 500 --type wire",
  ],
  "tokenMints.create": [
    "florin token-mints create --amount 1000 --to 01JD7Q2M8W3T5V6X9YZABCDEFG:ACME:base --wait",
  ],
  "tokens.issue": [
    'florin tokens issue --name "Acme Dollar" --value-type ACME --kind attested --currency USD --transfer-types base --wait',
  ],
  "transfers.create": [
    "florin transfers create --amount 500 --from wire:USD --to 01JD7Q2M8W3T5V6X9YZABCDEFG:FUSD:base --wait",
    "florin transfers create --body @transfer.json --idempotency-key order-42",
  ],
  "transfers.get": ["florin transfers get 01JD7Q2M8W3T5V6X9YZABCDEFG --wait"],
  "transfers.quote": ["florin quote --amount 500 --from wire:USD --to 01JD7Q2M8W3T5V6X9YZABCDEFG:FUSD:base"],
  "webhooks.createSubscription": [
    "florin webhooks create-subscription --url https://example.com/webhooks --events 'transfer.*'",
  ],
};

/** Examples for the help of a command; empty without any. */
export function examplesOf({ resource, method }: Pick<ApiOperation, "resource" | "method">): string {
  const lines = examples[`${resource}.${method}`] ?? [];
  return lines.length === 0 ? "" : `\nExamples:\n${lines.map((line) => `  ${line}\n`).join("")}`;
}
