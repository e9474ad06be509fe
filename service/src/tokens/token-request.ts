import Type from "typebox";
import { ChainRequestSchema, readChain } from "../addresses/index.ts";
import type { ChainName } from "../chains/chain-name.ts";
import { inWords, strictObject } from "../http/schemas.ts";
import type { Network } from "../kernel/id.ts";
import { isRefusal, type Refusal, refuse } from "../kernel/refusal.ts";
import { valueTypePattern } from "./value-type.ts";

const maxNameLength = 50;
/** Invisible characters would make names ambiguous, and on-chain names are permanent. */
export const tokenNamePattern = `^[!-~](?:[ -~]{0,${maxNameLength - 2}}[!-~])?$`;
export const tokenNameInWords = `1 to ${maxNameLength} printable ASCII characters, without spaces around them`;
const maxTransferTypes = 8;

export const NewTokenSchema = strictObject({
  name: Type.String({
    pattern: tokenNamePattern,
    maxLength: maxNameLength,
    ...inWords(tokenNameInWords),
    description: `1 to ${maxNameLength} printable ASCII characters. Stored on chain; cannot be changed.`,
  }),
  value_type: Type.String({
    pattern: valueTypePattern,
    maxLength: 12,
    ...inWords("2 to 12 letters and digits"),
    description:
      "2 to 12 letters and digits, unique ignoring case; also the symbol on the chains. Currencies, chains, " +
      "well-known tokens and API path segments are reserved.",
  }),
  kind: Type.Enum(["fiat_backed", "attested"], {
    description: "`fiat_backed` for standard accounts, `attested` for self-attested ones.",
  }),
  currency: Type.String({
    minLength: 3,
    maxLength: 3,
    description: "Currency that one token represents. Only USD.",
  }),
  transfer_types: Type.Array(ChainRequestSchema, {
    minItems: 1,
    maxItems: maxTransferTypes,
    uniqueItems: true,
    description: "Chains to deploy the token on.",
  }),
});

export const exampleNewToken = {
  name: "Acme Dollar",
  value_type: "ACMEUSD",
  kind: "attested",
  currency: "USD",
  transfer_types: ["base", "solana"],
};

export const NewDeploymentSchema = strictObject({ transfer_type: ChainRequestSchema });

/** Canonical chain names. Two names of the same chain count as a duplicate. */
export function readChains(spellings: readonly string[], network: Network): readonly ChainName[] | Refusal {
  const chains: ChainName[] = [];
  for (const [index, spelling] of spellings.entries()) {
    const pointer = `/transfer_types/${index}`;
    const chain = readChain(spelling, { network, pointer });
    if (isRefusal(chain)) return chain;
    if (chains.includes(chain)) {
      const detail = "must not appear more than once";
      return refuse("validation_failed", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
    }
    chains.push(chain);
  }
  return chains;
}
