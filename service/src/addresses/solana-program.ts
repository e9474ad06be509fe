/**
 * Programs, mints and variables of the runtime that everybody knows and whose ids happen to be points of the curve, so
 * that they look like the address of a wallet. The others are refused by the chain itself. Nobody has a key for any.
 */
const knownIds: ReadonlySet<string> = new Set([
  "11111111111111111111111111111111",
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
  "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
  "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s",
  "So11111111111111111111111111111111111111112",
  "Stake11111111111111111111111111111111111111",
  "Config1111111111111111111111111111111111111",
  "NativeLoader1111111111111111111111111111111",
  "Feature111111111111111111111111111111111111",
  "SysvarC1ock11111111111111111111111111111111",
  "SysvarRent111111111111111111111111111111111",
  "SysvarRecentB1ockHashes11111111111111111111",
]);

/** Whether this is an id of Solana itself and no wallet: what is sent there is lost. */
export function isSolanaProgram(onChainAddress: string): boolean {
  return knownIds.has(onChainAddress);
}
