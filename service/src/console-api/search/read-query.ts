import { isSaneRequestId } from "../../http/conventions.ts";
import { parseId } from "../../kernel/id.ts";
import { readIdFragment } from "../../kernel/id-fragment.ts";
import { memosIn } from "../../payments/index.ts";
import { railCode, readAmount } from "../../transfers/index.ts";

/** One interpretation of a search text. */
export interface Input {
  readonly by:
    | "id"
    | "fragment"
    | "amount"
    | "code"
    | "request"
    | "transaction"
    | "address"
    | "memo"
    | "email"
    | "name"
    | "text";
  readonly text: string;
}

const minNameLength = 2;
/** Shorter texts are in too many names and references. */
const minTextLength = 4;

// Transaction ids: 64 hex digits after 0x on Ethereum and Base, without 0x on Stellar, base58 on Solana.
const hexTransaction = /^(?:0x)?[0-9a-f]{64}$/i;
const base58Transaction = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;
// Addresses of Ethereum and Base, of Stellar, and of Solana.
const muxedAddress = /^M[A-Z2-7]{68}$/i;
const addressShapes = [/^0x[0-9a-f]{40}$/i, /^G[A-Z2-7]{55}$/i, /^[1-9A-HJ-NP-Za-km-z]{32,44}$/];

/** Interpretations of a search text. Ids are upper case, but users may type them in lower case. */
export function readQuery(text: string): readonly Input[] {
  if (text.includes("@")) return [{ by: "email", text }];
  return [...inputsOf(text), ...requestsOf(text)];
}

function inputsOf(text: string): readonly Input[] {
  if (hexTransaction.test(text)) return [{ by: "transaction", text: text.toLowerCase() }];
  // The letters of a muxed address of Stellar may be base58, too.
  if (muxedAddress.test(text)) return [{ by: "address", text }];
  if (base58Transaction.test(text)) return [{ by: "transaction", text }];
  if (text.length < minNameLength) return [];
  const name: Input = { by: "name", text };
  if (parseId(text) !== undefined) return [{ by: "id", text: text.toUpperCase() }, name];
  if (addressShapes.some((shape) => shape.test(text))) return [{ by: "address", text }, name];
  return [
    ...(readIdFragment(text) === undefined ? [] : [{ by: "fragment", text } as const]),
    ...(readAmount(text) === undefined ? [] : [{ by: "amount", text } as const]),
    ...(railCode.test(text) ? [{ by: "code", text: text.toUpperCase() } as const] : []),
    ...memosIn(text).map((memo): Input => ({ by: "memo", text: memo })),
    name,
    ...(text.length < minTextLength ? [] : [{ by: "text", text } as const]),
  ];
}

/** Callers can choose the id of a request; otherwise it has one of ours. */
function requestsOf(text: string): readonly Input[] {
  if (text.length < minNameLength || !isSaneRequestId(text)) return [];
  const names = new Set(parseId(text) === undefined ? [text] : [text, text.toUpperCase()]);
  return [...names].map((name) => ({ by: "request", text: name }));
}
