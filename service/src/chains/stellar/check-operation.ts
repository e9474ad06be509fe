import type { ChainOperation, CheckVerdict, FailureReason, FreezeOperation } from "../chain.ts";
import { maxStroops, stroopsOf } from "./amounts.ts";
import type { LedgerEntries, WantedEntries } from "./ledger-entries.ts";
import { assetOf, codeOf, readAsset } from "./stellar-asset.ts";

/** What must be known to judge an operation. `issuer` is the account that a deployment would create. */
export function entriesFor(operation: ChainOperation, issuer: string | undefined): WantedEntries {
  switch (operation.kind) {
    case "deploy":
      return { accounts: issuer === undefined ? [] : [issuer], trustlines: [] };
    case "mint":
      return wanted(operation.contract, [operation.to]);
    case "burn":
      return wanted(operation.contract, [operation.from]);
    case "transfer":
      return wanted(operation.contract, [operation.from, operation.to]);
    case "freeze":
    case "unfreeze":
      return wanted(operation.contract, [operation.holder]);
  }
}

/** Of a contract that cannot be read there is nothing to know. */
function wanted(contract: string, holders: readonly string[]): WantedEntries {
  const asset = readAsset(contract);
  if (asset === undefined) return { accounts: [], trustlines: [] };
  return {
    accounts: [asset.getIssuer(), ...holders],
    trustlines: holders.map((holder) => ({ holder, contract })),
  };
}

export function checkOperation(
  operation: ChainOperation,
  entries: LedgerEntries,
  issuer: string | undefined,
): CheckVerdict {
  switch (operation.kind) {
    case "deploy":
      return checkDeployment(operation.symbol, entries, issuer);
    case "mint":
      return firstNo(checkToken(operation.contract, entries), checkAmount(operation.units), () =>
        checkDestination(operation, entries),
      );
    case "transfer":
      return firstNo(checkToken(operation.contract, entries), checkAmount(operation.units), () =>
        firstNo(checkSource(operation, entries), checkDestination(operation, entries)),
      );
    case "burn":
      return firstNo(checkToken(operation.contract, entries), checkAmount(operation.units), () =>
        checkSource(operation, entries),
      );
    case "freeze":
    case "unfreeze":
      return firstNo(checkToken(operation.contract, entries), () => checkHolder(operation, entries));
  }
}

function firstNo(...checks: readonly (CheckVerdict | (() => CheckVerdict))[]): CheckVerdict {
  for (const check of checks) {
    const verdict = typeof check === "function" ? check() : check;
    if (!verdict.ok) return verdict;
  }
  return { ok: true };
}

function no(reason: FailureReason, detail: string): CheckVerdict {
  return { ok: false, reason, detail };
}

function checkDeployment(symbol: string, entries: LedgerEntries, issuer: string | undefined): CheckVerdict {
  if (codeOf(symbol) === undefined)
    return no("rejected", "an asset code on Stellar has 1 to 12 letters and digits");
  return issuer !== undefined && entries.account(issuer) !== undefined
    ? no("rejected", "the account of this issuer exists already")
    : { ok: true };
}

function checkToken(contract: string, entries: LedgerEntries): CheckVerdict {
  const asset = readAsset(contract);
  if (asset === undefined) return no("rejected", "a token on Stellar is named CODE:ISSUER");
  return entries.account(asset.getIssuer()) === undefined
    ? no("rejected", "the issuer of this token does not exist")
    : { ok: true };
}

function checkHolder({ holder, contract }: FreezeOperation, entries: LedgerEntries): CheckVerdict {
  return entries.trustline(holder, contract) === undefined
    ? no("destination_not_ready", "the address has no trustline for this token")
    : { ok: true };
}

function checkAmount(units: bigint): CheckVerdict {
  return units > 0n && stroopsOf(units) <= maxStroops
    ? { ok: true }
    : no("rejected", "Stellar cannot count this amount");
}

interface Leaving {
  readonly contract: string;
  readonly from: string;
  readonly units: bigint;
}

function checkSource({ contract, from, units }: Leaving, entries: LedgerEntries): CheckVerdict {
  const line = entries.trustline(from, contract);
  if (line !== undefined && !line.isAuthorized) return no("frozen", "the sender is frozen");
  return line === undefined || line.balance < stroopsOf(units)
    ? no("insufficient_tokens", "the sender has fewer tokens")
    : { ok: true };
}

interface Arriving {
  readonly contract: string;
  readonly to: string;
  readonly toKey?: unknown;
  readonly units: bigint;
}

function checkDestination(arriving: Arriving, entries: LedgerEntries): CheckVerdict {
  const { contract, to, toKey, units } = arriving;
  // On Stellar that would be a burn, and nobody has asked for one.
  if (to === assetOf(contract).getIssuer()) return no("rejected", "the issuer cannot hold its own token");
  const line = entries.trustline(to, contract);
  if (line === undefined) return toKey === undefined ? checkOutsider(to, entries) : { ok: true };
  if (!line.isAuthorized) return no("frozen", "the recipient is frozen");
  return line.balance + stroopsOf(units) > line.limit
    ? no("destination_not_ready", "the recipient does not take so much of this token")
    : { ok: true };
}

function checkOutsider(to: string, entries: LedgerEntries): CheckVerdict {
  return entries.account(to) === undefined
    ? no("destination_not_ready", "the account of the recipient does not exist")
    : no("destination_not_ready", "the recipient has no trustline for this token");
}
