import { type Refusal, refuse } from "../kernel/refusal.ts";
import { contractOn, mintingKeyOf } from "../tokens/index.ts";
import type { TransferFacts } from "./facts.ts";
import type { TransferToken } from "./transfer.ts";
import type { EndPointer, RequestedSupply } from "./transfer-request.ts";

/** The token of a source or destination, with everything its chain operation needs. */
export function resolveToken(
  { tokens, treasury }: Pick<TransferFacts, "tokens" | "treasury">,
  { valueType, chain }: Pick<RequestedSupply, "valueType" | "chain">,
  pointer: EndPointer,
): TransferToken | Refusal {
  const token = tokens.get(valueType);
  if (token === undefined) return unprocessable(`${pointer}/value_type`, "is not a known token");
  const contract = contractOn(token, chain);
  if (contract === undefined) {
    const status = token.deployments.find((deployment) => deployment.chain === chain)?.status;
    const progress = status === undefined ? "" : ` yet (status: ${status})`;
    const detail = `${token.valueType} is not active on ${chain}${progress}`;
    return refuse("unprocessable", detail, { errors: [{ pointer: `${pointer}/transfer_type`, detail }] });
  }
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

function unprocessable(pointer: string, detail: string): Refusal {
  return refuse("unprocessable", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
