import { usd } from "../kernel/money.ts";
import type { Token } from "../tokens/index.ts";
import { codeOf, isSameCode, type RequestedTransfer } from "./transfer-request.ts";

/** The request with the tokens' registered value types: clients may send them in any letter case. */
export function inRegisteredSpelling(
  requested: RequestedTransfer,
  tokens: ReadonlyMap<string, Pick<Token, "valueType">>,
): RequestedTransfer {
  const spelled = <End extends RequestedTransfer["source"]>(end: End): End =>
    end.medium === "bank"
      ? end
      : { ...end, valueType: tokens.get(end.valueType)?.valueType ?? end.valueType };
  const [source, destination] = [spelled(requested.source), spelled(requested.destination)];
  const codes = [usd.code, codeOf(source), codeOf(destination)];
  const currency = codes.find((code) => isSameCode(code, requested.currency)) ?? requested.currency;
  return { ...requested, source, destination, currency };
}
