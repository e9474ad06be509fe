import { randomBytes } from "node:crypto";
import { encodeTime, monotonicFactory } from "ulid";
import type { Clock, Instant } from "./instant.ts";

declare const idBrand: unique symbol;

/** A ULID in text, branded by the kind of thing it names, so that kinds cannot be mixed up. */
export type Id<Kind extends string> = string & { readonly [idBrand]: Kind };

export type AccountId = Id<"account">;
export type ApplicationId = Id<"application">;
export type PersonId = Id<"person">;
/** The managing account that owns a row; every tenant-owned table starts its keys with it. */
export type TenantId = Id<"tenant">;

/** Testnet and mainnet are two worlds in one deployment; nothing crosses. */
export const networks = ["testnet", "mainnet"] as const;
export type Network = (typeof networks)[number];

export type NewId = <Kind extends string>() => Id<Kind>;

export const idPattern = "^[0-9A-Za-z]{26}$";
const idShape = new RegExp(idPattern);

/** Ids that strictly increase within this factory, also within a millisecond and when the clock steps back. */
export function createIdFactory(clock: Clock): NewId {
  const next = monotonicFactory(randomFraction);
  return <Kind extends string>() => next(clock.now()) as Id<Kind>;
}

/** Undefined when the text is not an id; a malformed id names nothing, so callers answer "not found". */
export function parseId<Kind extends string>(text: string): Id<Kind> | undefined {
  return idShape.test(text) ? (text as Id<Kind>) : undefined;
}

/** Below every id that is made from this moment on, and above all that were made before: for ranges of ids. */
export function lowestIdAt(instant: Instant): string {
  return encodeTime(instant).padEnd(idLength, "0");
}

const idLength = 26;

/** A managing account is its own tenant. */
export function tenantOf(managingAccountId: AccountId): TenantId {
  return managingAccountId as string as TenantId;
}

/** The owner of what is nobody's yet, such as money that came without a name. No account has this id. */
export const platformTenant = "00000000000000000000000000" as TenantId;

const poolSize = 4096;
let pool: Buffer = Buffer.alloc(0);
let used = 0;

/** In [0, 1), from the system's secure source, drawn in blocks because one call per character is slow. */
function randomFraction(): number {
  if (used >= pool.length) {
    pool = randomBytes(poolSize);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  used += 1;
  return byte / 256;
}
