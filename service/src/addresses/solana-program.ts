/**
 * Well-known Solana programs, mints and sysvars whose ids are on the curve, so that they look like wallet addresses.
 * Other ids are refused by the chain adapter. No private key exists for any of them.
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

/** Whether this is a well-known Solana id and not a wallet: tokens sent there are lost. */
export function isSolanaProgram(onChainAddress: string): boolean {
  return knownIds.has(onChainAddress);
}
