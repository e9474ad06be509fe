/**
 * The form in which addresses are compared. Hexadecimal and Bech32 addresses mean the same in either case; in base58
 * the case is part of the address.
 */
export function comparableAddress(address: string): string {
  const trimmed = address.trim();
  const isCaseless = /^0x[0-9a-f]+$/i.test(trimmed) || /^(?:bc|tb|ltc)1[0-9a-z]+$/i.test(trimmed);
  return isCaseless ? trimmed.toLowerCase() : trimmed;
}
