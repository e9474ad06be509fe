const weights = [3, 7, 1] as const;

/** Federal Reserve districts by the first two digits: 01 to 12, 21 to 32 for thrifts, 61 to 72 for electronic payments. */
const districts = [
  "Boston",
  "New York",
  "Philadelphia",
  "Cleveland",
  "Richmond",
  "Atlanta",
  "Chicago",
  "St. Louis",
  "Minneapolis",
  "Kansas City",
  "Dallas",
  "San Francisco",
];

const wrongCheckDigit = "The check digit is wrong: compare the number with a check or a statement.";

interface RoutingNumber {
  readonly problem?: string;
  /** Of the bank that has the number. */
  readonly district?: string;
}

/** What an ABA routing number says about itself, when it has nine digits. Names of banks need a directory under license. */
export function describeRoutingNumber(text: string): RoutingNumber {
  if (!/^\d{9}$/.test(text)) return {};
  const products = Array.from(text, (digit, place) => Number(digit) * (weights[place % 3] ?? 0));
  if (products.reduce((sum, product) => sum + product) % 10 !== 0) return { problem: wrongCheckDigit };
  const prefix = Number(text.slice(0, 2));
  const first = [1, 21, 61].find((each) => prefix >= each && prefix < each + districts.length);
  const district = first === undefined ? undefined : districts[prefix - first];
  return district === undefined ? {} : { district };
}
