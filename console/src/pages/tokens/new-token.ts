import { maxLengths } from "../../kit/generated/max-lengths.ts";
import { type Chain, tokenChains } from "./token.ts";

/** Form input for a token to be issued. */
export interface NewToken {
  readonly name: string;
  readonly valueType: string;
  readonly kind: "attested" | "fiat_backed";
  readonly chains: readonly Chain[];
}

export const emptyToken: NewToken = { name: "", valueType: "", kind: "attested", chains: ["base"] };

const valueTypeShape = /^[0-9A-Za-z]{2,12}$/;
const maxNameLength = maxLengths.issueToken.name;

/** Problems by field. An early check; the service validates again. */
export function namesProblems({ name, valueType }: NewToken): {
  readonly name?: string;
  readonly valueType?: string;
} {
  const text = name.trim();
  return {
    ...(text === "" || text.length > maxNameLength ? { name: `1 to ${maxNameLength} characters` } : {}),
    ...(valueTypeShape.test(valueType) ? {} : { valueType: "2 to 12 letters and digits" }),
  };
}

/** Adds or removes a chain, and keeps the fixed order of chains. */
export function withChain(token: NewToken, chain: Chain, isSelected: boolean): NewToken {
  const selected = tokenChains().filter((each) =>
    each === chain ? isSelected : token.chains.includes(each),
  );
  return { ...token, chains: selected };
}
