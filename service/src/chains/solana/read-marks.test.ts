import { expect, test } from "vitest";
import type { NodePool } from "../node-pool.ts";
import { toBase58 } from "./base58.ts";
import { referenceHash, withReference } from "./instructions.ts";
import { memoProgram, token2022Program } from "./programs.ts";
import { readMarks } from "./read-marks.ts";

const transferChecked = toBase58(Uint8Array.of(12, 0));
const memoOf = (text: string) => ({ programIdIndex: 5, accounts: [], data: toBase58(Buffer.from(text)) });
const hexOf = (reference: string) => referenceHash(reference).toString("hex");
const keyFor = (reference: string) => toBase58(referenceHash(reference));

function marksIn(reference: string | undefined, memo: string) {
  const accounts = ["source", "mint", "destination", "owner", token2022Program, memoProgram];
  const transfer = { programIdIndex: 4, accounts: [0, 1, 2, 3], data: transferChecked };
  const marked = { ...transfer, accounts: [...transfer.accounts, accounts.length] };
  const message = {
    accountKeys: reference === undefined ? accounts : [...accounts, keyFor(reference)],
    instructions: [memoOf(memo), reference === undefined ? transfer : marked],
  };
  const found = { slot: 1, transaction: { message }, meta: { err: null } };
  const nodes = { callMany: async () => [found] } as unknown as NodePool;
  return readMarks(nodes, ["id"]);
}

test("the reference is the last account of the last instruction, read only and not a signer", () => {
  const first = { programAddress: memoProgram };
  const last = { programAddress: token2022Program, accounts: [] };
  expect(withReference([first, last], "01JCX")).toEqual([
    first,
    { ...last, accounts: [{ address: keyFor("01JCX"), role: 0 }] },
  ]);
});

test("a memo is the recipient's and marks nothing", async () => {
  expect(await marksIn("01JCX", "another")).toEqual([[hexOf("01JCX")]]);
  expect(await marksIn(undefined, "another")).toEqual([[]]);
});
