import { isSaneRequestId } from "../../http/conventions.ts";
import { parseId } from "../../kernel/id.ts";
import { memosIn } from "../../payments/index.ts";

/** One thing that a text may mean. */
export interface Wish {
  readonly by: "id" | "request" | "transaction" | "address" | "memo" | "email" | "name";
  readonly text: string;
}

const minNameLength = 2;

// Ethereum and Base write their transactions in 64 hexadecimal digits behind 0x, Stellar without, Solana in base58.
const hexTransaction = /^(?:0x)?[0-9a-f]{64}$/i;
const base58Transaction = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;
// Addresses of Ethereum and Base, of Stellar, and of Solana.
const addressShapes = [/^0x[0-9a-f]{40}$/i, /^G[A-Z2-7]{55}$/i, /^[1-9A-HJ-NP-Za-km-z]{32,44}$/];

/** What a text may mean. Ids are written in capital letters, and people may have typed small ones. */
export function readQuery(text: string): readonly Wish[] {
  if (text.includes("@")) return [{ by: "email", text }];
  return [...wishesOf(text), ...requestsOf(text)];
}

function wishesOf(text: string): readonly Wish[] {
  if (hexTransaction.test(text)) return [{ by: "transaction", text: text.toLowerCase() }];
  if (base58Transaction.test(text)) return [{ by: "transaction", text }];
  if (text.length < minNameLength) return [];
  const name: Wish = { by: "name", text };
  if (parseId(text) !== undefined) return [{ by: "id", text: text.toUpperCase() }, name];
  if (addressShapes.some((shape) => shape.test(text))) return [{ by: "address", text }, name];
  return [...memosIn(text).map((memo): Wish => ({ by: "memo", text: memo })), name];
}

/** Callers may give their requests any name; one that they did not name has an id. */
function requestsOf(text: string): readonly Wish[] {
  if (text.length < minNameLength || !isSaneRequestId(text)) return [];
  const names = new Set(parseId(text) === undefined ? [text] : [text, text.toUpperCase()]);
  return [...names].map((name) => ({ by: "request", text: name }));
}
