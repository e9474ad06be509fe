import type { Address, Instruction } from "@solana/kit";
import { assert } from "../../kernel/assert.ts";
import { fromBase58, toBase58 } from "./base58.ts";

/** A message of version 0 without lookup tables, and the addresses that sign it, in the order of their signatures. */
export interface Message {
  readonly bytes: Uint8Array;
  readonly signers: readonly Address[];
}

export interface MessageInput {
  readonly payer: Address;
  readonly blockhash: string;
  readonly instructions: readonly Instruction[];
}

// The bits of an account's role, as in `AccountRole`.
const writable = 1;
const signer = 2;

/** Accounts are ordered as the format requires: signers first, and of both kinds those that are written first. */
export function compileMessage({ payer, blockhash, instructions }: MessageInput): Message {
  const roles = rolesOf(payer, instructions);
  const addresses = [3, 2, 1, 0].flatMap((role) => [...roles].filter((entry) => entry[1] === role));
  const count = (role: number): number => addresses.filter((entry) => entry[1] === role).length;
  const places = new Map(addresses.map(([address], place) => [address, place]));
  const placeOf = (address: Address): number => {
    const place = places.get(address);
    assert(place !== undefined, "every account is in the list");
    return place;
  };
  const signers = addresses.filter(([, role]) => role >= signer).map(([address]) => address);
  const bytes = Buffer.concat([
    Buffer.of(versionPrefix, signers.length, count(signer), count(0)),
    compactLength(addresses.length),
    ...addresses.map(([address]) => keyOf(address)),
    keyOf(blockhash),
    compactLength(instructions.length),
    ...instructions.flatMap(({ programAddress, accounts = [], data }) => [
      Buffer.of(placeOf(programAddress)),
      compactLength(accounts.length),
      Buffer.from(accounts.map(({ address }) => placeOf(address))),
      compactLength(data?.length ?? 0),
      Buffer.from(data ?? []),
    ]),
    // No lookup tables.
    compactLength(0),
  ]);
  return { bytes, signers };
}

/** The payer comes first, and everything else in the order of its first use. */
function rolesOf(payer: Address, instructions: readonly Instruction[]): ReadonlyMap<Address, number> {
  const roles = new Map<Address, number>([[payer, signer | writable]]);
  const add = (address: Address, role: number): void => {
    roles.set(address, (roles.get(address) ?? 0) | role);
  };
  for (const { programAddress, accounts = [] } of instructions) {
    for (const { address, role } of accounts) add(address, role);
    add(programAddress, 0);
  }
  return roles;
}

const versionPrefix = 0x80;
const keyBytes = 32;
const signatureBytes = 64;
const maxRemembered = 10_000;
const keys = new Map<string, Uint8Array>();

/** Bytes of an address or a blockhash, cached. */
function keyOf(text: string): Uint8Array {
  const known = keys.get(text);
  if (known !== undefined) return known;
  const key = fromBase58(text);
  assert(key.length === keyBytes, "an address has 32 bytes");
  if (keys.size >= maxRemembered) keys.clear();
  keys.set(text, key);
  return key;
}

/** The format's variable length: seven bits per byte, lowest first. */
function compactLength(length: number): Uint8Array {
  const bytes: number[] = [];
  let rest = length;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>= 7;
  }
  return Uint8Array.of(...bytes, rest);
}

/** Signatures are in the order of the message's signers. */
export function writeTransaction(signatures: readonly Uint8Array[], message: Uint8Array): Uint8Array {
  return Uint8Array.from(Buffer.concat([compactLength(signatures.length), ...signatures, message]));
}

/** The blockhash of a transaction that `writeTransaction` wrote. */
export function blockhashOf(transaction: Uint8Array): string {
  const [signatures = 0] = transaction;
  // After the signatures: the version, and the three counts of the header.
  const atAddresses = 1 + signatures * signatureBytes + 4;
  const addresses = transaction[atAddresses] ?? 0;
  const start = atAddresses + 1 + addresses * keyBytes;
  return toBase58(transaction.subarray(start, start + keyBytes));
}
