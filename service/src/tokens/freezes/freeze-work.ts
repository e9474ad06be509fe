import type { NewChainWork } from "../../chains/engine/chain-work.ts";
import type { Freeze } from "./freeze.ts";

/** Owner name of freezes as chain operations. */
export const freezesOwnerName = "tokens.freezes";

/** The chain operation of an order to freeze or unfreeze. Each order has its own. */
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
      issuer: { role: "issuer", index: token.issuerKeyIndex },
      holder,
    },
  };
}
