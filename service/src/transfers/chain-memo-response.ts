import Type from "typebox";
import { memoTypes } from "../chains/chain-memo.ts";
import { named } from "../http/schemas.ts";

export const MemoSchema = named(
  "ChainMemo",
  Type.Object({ type: Type.Enum([...memoTypes]), value: Type.String({ examples: ["4711"] }) }),
);

export const NullableMemoSchema = Type.Union([Type.Null(), MemoSchema], {
  description: "Memo for the owner of the address; null if none was given.",
});
