import type { xdr } from "@stellar/stellar-base";
import { beginSponsoring, bumpSequence, createAccount, endSponsoring } from "./account-operations.ts";
import { clawback, payment, setTrustLineFlags } from "./asset-operations.ts";
import { changeTrust } from "./change-trust.ts";
import { manageData } from "./manage-data.ts";
import type { OperationRule } from "./operation.ts";
import { setOptions } from "./set-options.ts";

/** Supported operations; any other has no rule, and is rejected. */
export function ruleOf(body: xdr.OperationBody): OperationRule | undefined {
  return rules.get(body.switch().name);
}

const rules: ReadonlyMap<string, OperationRule> = new Map([
  ["createAccount", createAccount],
  ["payment", payment],
  ["changeTrust", changeTrust],
  ["setOptions", setOptions],
  ["manageData", manageData],
  ["setTrustLineFlags", setTrustLineFlags],
  ["clawback", clawback],
  ["bumpSequence", bumpSequence],
  ["beginSponsoringFutureReserves", beginSponsoring],
  ["endSponsoringFutureReserves", endSponsoring],
]);
