import { createHash, randomBytes } from "node:crypto";
import { encodeTime, monotonicFactory } from "ulid";
import type { Clock, Instant } from "./instant.ts";

declare const idBrand: unique symbol;

/** A ULID as text, branded by the kind of resource it names, so that kinds cannot be mixed up. */
export type Id<Kind extends string> = string & IdBrand<Kind>;

export interface IdBrand<Kind extends string> {
  readonly [idBrand]: Kind;
}

export type AccountId = Id<"account">;
export type ApplicationId = Id<"application">;
export type UserId = Id<"user">;
/** The managing account that owns a row; every tenant-owned table starts its keys with it. */
export type TenantId = Id<"tenant">;

/** Testnet and mainnet are isolated from each other within one deployment. */
export const networks = ["testnet", "mainnet"] as const;
export type Network = (typeof networks)[number];

export type NewId = <Kind extends string>() => Id<Kind>;

export const idPattern = "^[0-9A-Za-z]{26}$";
const idShape = new RegExp(idPattern);

/** Ids strictly increase within a factory, even within a millisecond or when the clock steps back. Simulations give a seeded source. */
export function createIdFactory(clock: Clock, random: () => number = randomFraction): NewId {
  const next = monotonicFactory(random);
  return <Kind extends string>() => next(clock.now()) as Id<Kind>;
}

/** Undefined when the text is not an id. A malformed id names nothing, so callers respond with "not found". */
export function parseId<Kind extends string>(text: string): Id<Kind> | undefined {
  return idShape.test(text) ? (text as Id<Kind>) : undefined;
}

/** At or below every id made from this instant on, and above all ids made before: a bound for id ranges. */
export function lowestIdAt(instant: Instant): string {
  return encodeTime(instant).padEnd(idLength, "0");
}

/** Where a list of ids begins, newest first: above every id, or below all of them if it is read backwards. */
export const startOfIds = { after: "~", before: "" } as const;

const idLength = 26;
const timeLength = 10;
// Crockford's base 32, as in every ULID.
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * An id that follows from another one: the same facts give the same id. What a database does again after a restore has
 * the id that it had before, so that an effect outside is recognized instead of repeated.
 */
export function derivedId<Kind extends string>(base: string, ...facts: readonly string[]): Id<Kind> {
  const digest = createHash("sha256")
    .update(JSON.stringify([base, ...facts]))
    .digest();
  const text = Array.from(digest.subarray(0, idLength - timeLength), (byte) =>
    digits.charAt(byte % digits.length),
  );
  return (base.slice(0, timeLength) + text.join("")) as Id<Kind>;
}

/** What two ids have in common that differ in their time only. */
export function endingOf(id: string): string {
  return id.slice(timeLength);
}

/** The same id at another time: only its time differs. */
export function idAt<Kind extends string>(id: Id<Kind>, instant: Instant): Id<Kind> {
  return (encodeTime(instant) + id.slice(timeLength)) as Id<Kind>;
}

/** A managing account is its own tenant. */
export function tenantOf(managingAccountId: AccountId): TenantId {
  return managingAccountId as string as TenantId;
}

/** Owner of rows that no tenant owns yet, such as unmatched incoming payments. No account has this id. */
export const platformTenant = "00000000000000000000000000" as TenantId;

const poolSize = 4096;
let pool: Buffer = Buffer.alloc(0);
let used = 0;

/** In [0, 1), from the system's CSPRNG, drawn in blocks because one call per character is slow. */
function randomFraction(): number {
  if (used >= pool.length) {
    pool = randomBytes(poolSize);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  used += 1;
  return byte / 256;
}
