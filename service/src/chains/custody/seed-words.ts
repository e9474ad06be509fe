import { randomBytes } from "node:crypto";
import { HDKey } from "@scure/bip32";
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedWebcrypto } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { assert } from "../../kernel/assert.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";

/** 24 words. */
const entropyBytes = 32;

export function makeEntropy(): Buffer {
  return randomBytes(entropyBytes);
}

/** BIP-39, in English, without a passphrase: the words alone recover every key. */
export function wordsOf(entropy: Uint8Array): string {
  return entropyToMnemonic(Uint8Array.from(entropy), wordlist);
}

/** Errors do not repeat the words, because they may be logged. */
export function readWords(text: string): Buffer | Refusal {
  const words = text.normalize("NFKD").trim().toLowerCase().split(/\s+/);
  if (![12, 15, 18, 21, 24].includes(words.length)) {
    return invalid(`must be 12, 15, 18, 21 or 24 words; got ${text.trim() === "" ? 0 : words.length}`);
  }
  const unknownIndex = words.findIndex((word) => !wordlist.includes(word));
  if (unknownIndex >= 0) {
    return invalid(`must use the English BIP-39 word list; word ${unknownIndex + 1} is not on it`);
  }
  try {
    return Buffer.from(mnemonicToEntropy(words.join(" "), wordlist));
  } catch {
    return invalid("has an invalid checksum: a word is wrong or out of order");
  }
}

/** The 64 bytes that keys are derived from. Slow by design (BIP-39: 2048 rounds). */
export async function seedOf(entropy: Uint8Array): Promise<Buffer> {
  return Buffer.from(await mnemonicToSeedWebcrypto(wordsOf(entropy)));
}

/**
 * Identifies a seed without exposing it: the BIP-32 identifier of its master key. Its first 8 hex digits are the master
 * fingerprint that other wallets show for the same words.
 */
export function fingerprintOf(seed: Uint8Array): string {
  const master = HDKey.fromMasterSeed(seed);
  const { identifier } = master;
  master.wipePrivateData();
  assert(identifier !== undefined, "a master key has an identifier");
  return Buffer.from(identifier).toString("hex");
}

function invalid(detail: string): Refusal {
  return refuse("validation_failed", `mnemonic ${detail}`, { errors: [{ pointer: "/words", detail }] });
}
