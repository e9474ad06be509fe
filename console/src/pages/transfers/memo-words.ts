import { familyOfChain } from "../../kit/transfer-type-words.ts";
import type { Transfer } from "./transfer.ts";

export type Memo = NonNullable<Transfer["destination"]["memo"]>;
export type MemoType = Memo["type"];

const typeWords: Readonly<Record<MemoType, string>> = { text: "Text", id: "ID", hash: "Hash" };

/** "Text · 4711" */
export function memoWords({ type, value }: Memo): string {
  return `${typeWords[type]} · ${value}`;
}

export function memoTypeOptions(types: readonly MemoType[]) {
  return types.map((value) => ({ value, label: typeWords[value] }));
}

/** The types of memos that transactions of this chain carry. */
export function memoTypesOn(transferType: string): readonly MemoType[] {
  const family = familyOfChain(transferType);
  if (family === "stellar") return ["text", "id", "hash"];
  return family === "solana" ? ["text"] : [];
}
