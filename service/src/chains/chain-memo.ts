import type { ChainFamily } from "./known-chains.ts";

export const memoTypes = ["text", "id", "hash"] as const;

/** A memo of the sender for the recipient, by which an exchange credits one of its customers. */
export interface ChainMemo {
  readonly type: (typeof memoTypes)[number];
  readonly value: string;
}

export type MemoCheck =
  | { readonly ok: true; readonly memo: ChainMemo }
  | { readonly ok: false; readonly field: "" | "/type" | "/value"; readonly detail: string };

/** Of a memo on any chain, in characters. */
export const maxMemoLength = 128;

/** The canonical form of a memo on chains of this family, or what is wrong with it. */
export function checkMemo(memo: ChainMemo, family: ChainFamily): MemoCheck {
  switch (family) {
    case "evm":
      return { ok: false, field: "", detail: "is only allowed on stellar and solana" };
    case "solana":
      return memo.type === "text"
        ? checkText(memo, maxSolanaBytes)
        : { ok: false, field: "/type", detail: "must be text on solana" };
    case "stellar":
      return checkStellarMemo(memo);
  }
}

/** Well below what fits into a transaction and its compute units. */
const maxSolanaBytes = 128;
/** An XDR `string<28>`. */
const maxStellarBytes = 28;
const maxUint64 = 2n ** 64n - 1n;

function checkStellarMemo(memo: ChainMemo): MemoCheck {
  switch (memo.type) {
    case "text":
      return checkText(memo, maxStellarBytes);
    case "id":
      return /^(0|[1-9]\d{0,19})$/.test(memo.value) && BigInt(memo.value) <= maxUint64
        ? { ok: true, memo }
        : wrongValue(`must be an integer from 0 to ${maxUint64}, without leading zeros`);
    case "hash":
      return /^[\da-f]{64}$/i.test(memo.value)
        ? { ok: true, memo: { ...memo, value: memo.value.toLowerCase() } }
        : wrongValue("must be 32 bytes in hex: 64 characters");
  }
}

/** What an operation names that its chain cannot carry; undefined if nothing. Checked at acceptance, so it is a bug. */
export function uncarried(operation: object, carried: ChainMemo["type"] | undefined): string | undefined {
  if ("muxedTo" in operation) return "the chain has no muxed addresses";
  const memo = "memo" in operation ? (operation.memo as ChainMemo) : undefined;
  return memo === undefined || memo.type === carried ? undefined : "the chain cannot carry this memo";
}

/** A recipient compares it character by character, so nothing is trimmed or replaced. */
function checkText(memo: ChainMemo, maxBytes: number): MemoCheck {
  const { value } = memo;
  const bytes = Buffer.byteLength(value, "utf8");
  if (bytes === 0 || bytes > maxBytes) return wrongValue(`must have 1 to ${maxBytes} bytes in UTF-8`);
  if (value.trim() !== value) return wrongValue("must not begin or end with a space");
  return /[\p{Cc}\p{Cs}]/u.test(value)
    ? wrongValue("must be a single line without control characters")
    : { ok: true, memo };
}

function wrongValue(detail: string): MemoCheck {
  return { ok: false, field: "/value", detail };
}
