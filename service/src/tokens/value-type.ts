import { knownChain, knownChainNames } from "../chains/known-chains.ts";

export const valueTypePattern = "^[0-9A-Za-z]{2,12}$";
const shape = new RegExp(valueTypePattern);

/** The only supported currency so far. */
export const supportedCurrency = "USD";

/** ISO 4217 codes in use: fiat currencies cannot be tokens. */
const currencies =
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CLF " +
  "CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF " +
  "IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT " +
  "MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD " +
  "SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS " +
  "VED VES VND VUV WST XAF XAG XAU XBA XBB XBC XBD XCD XDR XOF XPD XPF XPT XSU XTS XUA YER ZAR ZMW ZWG";

/** Chains, their native coins, and API path segments that could be mistaken for a value type. */
const otherNames = [
  ...knownChainNames,
  ...knownChainNames.flatMap((name) => knownChain(name)?.coin ?? []),
  "sepolia",
  "weth",
  "wsol",
  "native",
  "tokens",
  "transfers",
  "mints",
  "burns",
  "transactions",
  "deployments",
  "reserves",
];

/** Well-known third-party tokens, and the platform's own. */
const wellKnownTokens = "FUSD TUSD USDC USDT EURC EURT PYUSD USDP USDG USDS GUSD FDUSD RLUSD DAI BUSD";

const neverTokens: ReadonlySet<string> = new Set([
  ...currencies.split(" "),
  ...otherNames.map((name) => name.toUpperCase()),
]);
const tokensOfOthers: ReadonlySet<string> = new Set(wellKnownTokens.split(" "));

export function isValueType(text: string): boolean {
  return shape.test(text);
}

/** Whether this value type can never be a token, ignoring case. */
export function isReservedName(valueType: string): boolean {
  return neverTokens.has(valueType.toUpperCase());
}

/** Whether a customer's token could be mistaken for a well-known one. Operators may register such a token. */
export function isWellKnownToken(valueType: string): boolean {
  return tokensOfOthers.has(valueType.toUpperCase());
}
