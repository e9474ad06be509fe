import { type Address, address } from "@solana/kit";
import { TOKEN_2022_PROGRAM_ADDRESS } from "@solana-program/token-2022";

export const systemProgram = address("11111111111111111111111111111111");
export const memoProgram = address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
export const computeBudgetProgram = address("ComputeBudget111111111111111111111111111111");
export const token2022Program = TOKEN_2022_PROGRAM_ADDRESS;
const tokenProgram = address("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");

/** Florin issues Token-2022 tokens; third-party tokens may use the older program, whose instructions are the same. */
export function isTokenProgram(program: string): program is Address {
  return program === token2022Program || program === tokenProgram;
}
