import type { AuditDeps } from "../../audit/index.ts";
import type { ChainName } from "../../chains/chain-name.ts";
import type { ChainWork } from "../../chains/engine/chain-work.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { Network } from "../../kernel/id.ts";
import { isRefusal, type Refusal, RefusalError, refuse, unprocessable } from "../../kernel/refusal.ts";
import { findToken } from "../find-token.ts";
import { contractOn, mintingKeyOf, type Token } from "../token.ts";
import { auditFreeze } from "./audited-freeze.ts";
import type { Freeze } from "./freeze.ts";
import { freezeWork } from "./freeze-work.ts";
import { insertFreeze } from "./store.ts";

export interface FreezeDeps extends AuditDeps {
  readonly chainWork: Pick<ChainWork, "enqueue">;
}

export interface FreezeRequest {
  readonly network: Network;
  readonly valueType: string;
  readonly chain: ChainName;
  /** In the format of the chain: validated by the caller. */
  readonly address: string;
  readonly reason: string;
  readonly cause: Cause;
}

/** Blocks transfers of the token from and to the address here immediately, and on the chain once it is confirmed. */
export async function freezeAddress(
  deps: FreezeDeps,
  tx: Transaction,
  request: FreezeRequest,
): Promise<Freeze> {
  const { network, valueType } = request;
  const token = await findToken(tx, { network, tenantId: undefined }, valueType);
  const freeze = planFreeze(deps, token, request);
  if (isRefusal(freeze)) throw new RefusalError(freeze);
  if (!(await insertFreeze(tx, freeze))) throw new RefusalError(alreadyFrozen(request));
  await deps.chainWork.enqueue(tx, [freezeWork(freeze, "freeze", freeze.workId)]);
  await auditFreeze(deps, tx, { cause: request.cause, action: "freeze.create", after: freeze });
  return freeze;
}

function planFreeze(
  { newId, clock }: AuditDeps,
  token: Token | undefined,
  { network, chain, address, reason }: FreezeRequest,
): Freeze | Refusal {
  if (token === undefined) return refuse("not_found", "there is no token with this value type");
  const { valueType, minting, issuer } = token;
  if (minting.authority !== "platform") {
    return unprocessable("/value_type", `is a third-party token; only its issuer can freeze ${valueType}`);
  }
  const contract = contractOn(token, chain);
  if (contract === undefined) {
    return unprocessable("/transfer_type", `must be a chain where ${valueType} is active`);
  }
  const now = clock.now();
  const issuerKeyIndex = mintingKeyOf(token).issuer.index;
  return {
    network,
    id: newId<"token-freeze">(),
    token: { id: token.id, valueType, tenantId: issuer?.tenantId, issuerKeyIndex },
    chain,
    address,
    contract,
    reason,
    state: { status: "freezing" },
    workId: newId<"chain-work">(),
    createdAt: now,
    updatedAt: now,
  };
}

function alreadyFrozen({ valueType, chain }: FreezeRequest): Refusal {
  return refuse("conflict", `the address is already frozen or being frozen for ${valueType} on ${chain}`);
}
