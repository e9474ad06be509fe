const weights = [3, 7, 1, 3, 7, 1, 3, 7];

/** The first eight digits of a routing number identify the bank; the ninth is the check digit (ANSI X9.120). */
export function withCheckDigit(eightDigits: string): string {
  const sum = weights.reduce((total, weight, place) => total + weight * Number(eightDigits[place]), 0);
  return `${eightDigits}${(10 - (sum % 10)) % 10}`;
}

export function isRoutingNumber(text: string): boolean {
  return /^[0-9]{9}$/.test(text) && text !== "000000000" && withCheckDigit(text.slice(0, 8)) === text;
}
