/** Canonical form for comparison. Hexadecimal and Bech32 addresses are case-insensitive; base58 is case-sensitive. */
export function comparableAddress(address: string): string {
  const trimmed = address.trim();
  const isCaseless = /^0x[0-9a-f]+$/i.test(trimmed) || /^(?:bc|tb|ltc)1[0-9a-z]+$/i.test(trimmed);
  return isCaseless ? trimmed.toLowerCase() : trimmed;
}
