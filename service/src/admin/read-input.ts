import type { ChainName } from "../chains/chain-name.ts";
import { type AccountId, parseId, type TenantId } from "../kernel/id.ts";
import { type Instant, parseInstant } from "../kernel/instant.ts";
import { parseAmount, usd } from "../kernel/money.ts";
import { orThrow, RefusalError, refuse } from "../kernel/refusal.ts";
import { bankRails } from "../rails/rail.ts";
import type { AdminContext } from "./open-admin.ts";

/** Reads what an operator entered; refuses anything else by the name of the option or field. */
export function readTenantId(text: string): TenantId {
  return parseId<"tenant">(text) ?? refuseAt("tenant", "must be the id of a managing account");
}

export function readAccountId(text: string): AccountId {
  return parseId<"account">(text) ?? refuseAt("account", "must be the id of an account");
}

/** A chain of this deployment. */
export function readChain({ config }: Pick<AdminContext, "config">, name: string, text: string): ChainName {
  return readOneOf(name, config.chains.names, text.toLowerCase());
}

/** A chain of this deployment, or a bank rail. */
export function readTransferType(
  { config }: Pick<AdminContext, "config">,
  text: string | undefined,
): string | undefined {
  const names: readonly string[] = [...config.chains.names, ...bankRails];
  return text === undefined ? undefined : readOneOf("transfer_type", names, text.toLowerCase());
}

export function readMoment(name: string, text: string): Instant {
  return parseInstant(text) ?? refuseAt(name, "must be a time such as 2026-11-15T12:00:00Z");
}

export function readOneOf<Value extends string>(name: string, values: readonly Value[], text: string): Value {
  return values.find((value) => value === text) ?? refuseAt(name, `must be one of ${values.join(", ")}`);
}

/** Trimmed. */
export function readText(name: string, text: string, maxLength: number): string {
  const trimmed = text.trim();
  if (trimmed !== "" && trimmed.length <= maxLength) return trimmed;
  return refuseAt(name, `must be 1 to ${maxLength} characters`);
}

/** Dollars in cents. */
export function readCents(text: string, name: string): bigint {
  return orThrow(parseAmount(text, usd, `/${name}`)).units;
}

const nothing = /^0+(?:\.0{1,2})?$/;

/** The same, but zero is allowed and the default. */
export function readCentsOrNone(text: string | undefined, name: string): bigint {
  return text === undefined || nothing.test(text) ? 0n : readCents(text, name);
}

export function refuseAt(name: string, detail: string): never {
  const errors = [{ pointer: `/${name}`, detail }];
  throw new RefusalError(refuse("validation_failed", `${name} ${detail}`, { errors }));
}
