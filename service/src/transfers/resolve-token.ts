import { type Refusal, refuse } from "../kernel/refusal.ts";
import { contractOn, mintingKeyOf } from "../tokens/index.ts";
import type { TransferFacts } from "./facts.ts";
import type { TransferToken } from "./transfer.ts";
import type { EndPointer, WantedEnd } from "./transfer-request.ts";

/** The token of one end, with all that its chain must be told. */
export function resolveToken(
  { tokens, treasury }: Pick<TransferFacts, "tokens" | "treasury">,
  { valueType, chain }: WantedEnd & { readonly medium: "chain" },
  pointer: EndPointer,
): TransferToken | Refusal {
  const token = tokens.get(valueType);
  if (token === undefined) return no(`${pointer}/value_type`, "names no token that there is");
  const contract = contractOn(token, chain);
  if (contract === undefined)
    return no(`${pointer}/transfer_type`, `must be a chain on which ${token.valueType} is active`);
  const common = { id: token.id, valueType: token.valueType, contract };
  if (token.kind === "third_party")
    return { origin: "third_party", ...common, treasury: treasury.get(chain) };
  return {
    origin: "own",
    ...common,
    issuerKeyIndex: mintingKeyOf(token).issuer.index,
    isBacked: token.kind === "fiat_backed",
  };
}

function no(pointer: string, detail: string): Refusal {
  return refuse("unprocessable", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
