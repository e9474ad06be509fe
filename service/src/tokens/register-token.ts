import { type AuditDeps, auditChange } from "../audit/index.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import type { Network } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import { orThrow, type Refusal, RefusalError, refuse } from "../kernel/refusal.ts";
import { auditedToken } from "./audited-token.ts";
import { changedToken } from "./changed-token.ts";
import { readContract } from "./contract-text.ts";
import { findToken } from "./find-token.ts";
import {
  insertToken,
  isContractTaken,
  lockCatalogue,
  lockTokens,
  saveDeployments,
  selectTokensByValueType,
  updateToken,
} from "./store.ts";
import { type ActiveDeployment, type Token, tokenScale } from "./token.ts";
import { tokenNameInWords, tokenNamePattern } from "./token-request.ts";
import { isReservedName, isValueType, supportedCurrency } from "./value-type.ts";

export interface RegisterToken {
  readonly cause: Cause;
  readonly network: Network;
  readonly valueType: string;
  readonly name: string;
  readonly chain: ChainName;
  /** Contract on that chain, not validated yet. */
  readonly contract: string;
}

/** Adds a third-party token to the catalog, or another chain of one. */
export async function registerThirdPartyToken(
  deps: AuditDeps,
  tx: Transaction,
  request: RegisterToken,
): Promise<Token> {
  const { cause, network, chain } = request;
  const contract = orThrow(evaluate(request));
  await lockCatalogue(tx, { network });
  const before = await findRegistered(tx, request);
  if (await isContractTaken(tx, { network, chain, contract })) {
    throw conflict("this contract is already registered");
  }
  const now = deps.clock.now();
  const deployment = deploymentAt(chain, contract, now);
  const after =
    before === undefined ? planToken(deps, request, deployment) : changedToken(before, [deployment], now);
  if (before === undefined) {
    await insertToken(tx, after);
  } else {
    await saveDeployments(tx, after, [deployment]);
    await updateToken(tx, after);
  }
  await auditChange(deps, tx, {
    cause,
    action: "token.register",
    of: { tenantId: undefined, network, id: after.id },
    before: before && auditedToken(before),
    after: auditedToken(after),
  });
  return after;
}

const namePattern = new RegExp(tokenNamePattern);

/** The contract in the format of its chain. */
function evaluate({ valueType, name, chain, contract }: RegisterToken): string | Refusal {
  if (!isValueType(valueType)) return invalid("value_type", "must be 2 to 12 letters and digits");
  if (isReservedName(valueType)) return invalid("value_type", "must not be a currency or chain name");
  if (!namePattern.test(name)) return invalid("name", `must be ${tokenNameInWords}`);
  return readContract(chain, contract) ?? invalid("contract", `must be a contract on ${chain}`);
}

/** The same token on other chains; throws a conflict if the value type belongs to another token. */
async function findRegistered(tx: Transaction, request: RegisterToken): Promise<Token | undefined> {
  const { network, valueType, chain } = request;
  const found = await findToken(tx, { network, tenantId: undefined }, valueType);
  const isOther = found === undefined || found.minting.authority !== "external";
  if (isOther && (await selectTokensByValueType(tx, network, [valueType])).length > 0) {
    throw conflict(`there is already a token ${valueType}`);
  }
  if (found === undefined) return undefined;
  const [token = found] = await lockTokens(tx, network, [found.id]);
  if (token.deployments.some((each) => each.chain === chain)) {
    throw conflict(`${valueType} is already active on ${chain}`);
  }
  return token;
}

function deploymentAt(chain: ChainName, contract: string, now: Instant): ActiveDeployment {
  return { chain, status: "active", contract, workId: undefined, createdAt: now, updatedAt: now };
}

function planToken(
  { newId }: AuditDeps,
  { network, valueType, name }: RegisterToken,
  deployment: ActiveDeployment,
): Token {
  return {
    network,
    id: newId<"token">(),
    valueType,
    name,
    kind: "third_party",
    currency: supportedCurrency,
    scale: tokenScale,
    issuer: undefined,
    isPublic: true,
    minting: { authority: "external" },
    status: "active",
    deployments: [deployment],
    createdAt: deployment.createdAt,
    updatedAt: deployment.updatedAt,
  };
}

function conflict(detail: string): RefusalError {
  return new RefusalError(refuse("conflict", detail));
}

function invalid(name: string, detail: string): Refusal {
  return refuse("validation_failed", `${name} ${detail}`, { errors: [{ pointer: `/${name}`, detail }] });
}
