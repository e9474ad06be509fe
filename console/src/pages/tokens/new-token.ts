import { type Chain, chains } from "./token.ts";

/** What somebody has said of a token that is to be issued. */
export interface NewToken {
  readonly name: string;
  readonly valueType: string;
  readonly kind: "attested" | "fiat_backed";
  readonly chains: readonly Chain[];
}

export const emptyToken: NewToken = { name: "", valueType: "", kind: "attested", chains: ["base"] };

const valueTypeShape = /^[0-9A-Za-z]{2,12}$/;
const maxNameLength = 64;

/** What is wrong with the names, by field; the service has the last word. */
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

/** In the order in which chains are always named. */
export function withChain(token: NewToken, chain: Chain, isWanted: boolean): NewToken {
  const wanted = chains.filter((each) => (each === chain ? isWanted : token.chains.includes(each)));
  return { ...token, chains: wanted };
}
