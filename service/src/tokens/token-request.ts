import Type from "typebox";
import { ChainRequestSchema, type ChainSpelling, readChain } from "../addresses/index.ts";
import type { ChainName } from "../chains/chain-name.ts";
import { inWords, strictObject } from "../http/schemas.ts";
import type { Network } from "../kernel/id.ts";
import { isRefusal, type Refusal, refuse } from "../kernel/refusal.ts";
import { valueTypePattern } from "./value-type.ts";

const maxNameLength = 50;
/** Invisible characters make one name read as another, and a chain keeps it for ever. */
export const tokenNamePattern = `^[!-~](?:[ -~]{0,${maxNameLength - 2}}[!-~])?$`;
export const tokenNameInWords = `1 to ${maxNameLength} printable ASCII characters, without spaces around them`;
const maxTransferTypes = 8;

export const NewTokenSchema = strictObject({
  name: Type.String({
    pattern: tokenNamePattern,
    ...inWords(tokenNameInWords),
    description: `1 to ${maxNameLength} printable ASCII characters. It is written to the chains and cannot be changed.`,
  }),
  value_type: Type.String({
    pattern: valueTypePattern,
    ...inWords("2 to 12 letters and digits"),
    description:
      "2 to 12 letters and digits, unique whatever the case; its symbol on the chains. Currencies, chains, " +
      "well-known tokens and the words of paths are reserved.",
  }),
  kind: Type.Enum(["fiat_backed", "attested"], {
    description: "`fiat_backed` for standard accounts, `attested` for self-attested ones.",
  }),
  currency: Type.String({ minLength: 3, maxLength: 3, description: "What one token is worth one of: USD." }),
  transfer_types: Type.Array(ChainRequestSchema, {
    minItems: 1,
    maxItems: maxTransferTypes,
    uniqueItems: true,
    description: "The chains to deploy it on.",
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

/** By canonical names. Two spellings of one chain are the same one twice. */
export function readChains(
  spellings: readonly ChainSpelling[],
  network: Network,
): readonly ChainName[] | Refusal {
  const chains: ChainName[] = [];
  for (const [index, spelling] of spellings.entries()) {
    const pointer = `/transfer_types/${index}`;
    const chain = readChain(spelling, { network, pointer });
    if (isRefusal(chain)) return chain;
    if (chains.includes(chain)) {
      const detail = "stands twice";
      return refuse("validation_failed", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
    }
    chains.push(chain);
  }
  return chains;
}
