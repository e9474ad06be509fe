import type { NewChainWork } from "../../chains/work/chain-work.ts";
import type { Freeze } from "./freeze.ts";

/** The name under which the work is told how it ended. */
export const freezesOwnerName = "tokens.freezes";

/** What a chain has to do for a freeze. Each order is work of its own. */
export function freezeWork(freeze: Freeze, kind: "freeze" | "unfreeze", workId: string): NewChainWork {
  const { network, chain, id: subject, token, contract, address: holder } = freeze;
  return {
    id: workId,
    network,
    chain,
    tenantId: token.tenantId,
    owner: freezesOwnerName,
    subject,
    operation: {
      kind,
      reference: workId,
      contract,
      issuer: { duty: "issuer", index: token.issuerKeyIndex },
      holder,
    },
  };
}
