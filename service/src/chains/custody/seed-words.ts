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

/** BIP-39, in English, without a passphrase: the words alone are enough to have every key again. */
export function wordsOf(entropy: Uint8Array): string {
  return entropyToMnemonic(Uint8Array.from(entropy), wordlist);
}

/** What is wrong is told without telling the words, because the answer may end up in a log. */
export function readWords(text: string): Buffer | Refusal {
  const words = text.normalize("NFKD").trim().toLowerCase().split(/\s+/);
  if (![12, 15, 18, 21, 24].includes(words.length)) {
    return complain(`must be 12, 15, 18, 21 or 24 words, and are ${text.trim() === "" ? 0 : words.length}`);
  }
  const strange = words.findIndex((word) => !wordlist.includes(word));
  if (strange >= 0) {
    return complain(`must be of the English list of BIP-39; number ${strange + 1} is not`);
  }
  try {
    return Buffer.from(mnemonicToEntropy(words.join(" "), wordlist));
  } catch {
    return complain(
      "do not belong together: their checksum is wrong, so one is another word or out of its place",
    );
  }
}

/** The 64 bytes that keys are derived from. Slow on purpose (BIP-39: 2048 rounds). */
export async function seedOf(entropy: Uint8Array): Promise<Buffer> {
  return Buffer.from(await mnemonicToSeedWebcrypto(wordsOf(entropy)));
}

/**
 * Names a seed without telling it: the BIP-32 identifier of its master key. Its first 8 digits are the master
 * fingerprint that other wallets show for the same words.
 */
export function fingerprintOf(seed: Uint8Array): string {
  const master = HDKey.fromMasterSeed(seed);
  const { identifier } = master;
  master.wipePrivateData();
  assert(identifier !== undefined, "a master key has an identifier");
  return Buffer.from(identifier).toString("hex");
}

function complain(detail: string): Refusal {
  return refuse("validation_failed", `the words ${detail}`, { errors: [{ pointer: "/words", detail }] });
}
