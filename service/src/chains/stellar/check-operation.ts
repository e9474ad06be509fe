import type {
  ChainOperation,
  CheckOutcome,
  FailureReason,
  FreezeOperation,
  RecipientCustomer,
} from "../chain.ts";
import { maxStroops, stroopsOf } from "./amounts.ts";
import type { LedgerEntries, RequestedEntries } from "./ledger-entries.ts";
import { assetOf, codeOf, readAsset } from "./stellar-asset.ts";

/** Ledger entries needed to check an operation. `issuer` is the account that a deployment would create. */
export function entriesFor(operation: ChainOperation, issuer: string | undefined): RequestedEntries {
  switch (operation.kind) {
    case "deploy":
      return { accounts: issuer === undefined ? [] : [issuer], trustlines: [] };
    case "mint":
      return { ...entriesOf(operation.contract, [operation.to]), memoRules: withoutMemo(operation) };
    case "burn":
      return entriesOf(operation.contract, [operation.from]);
    case "transfer":
      return {
        ...entriesOf(operation.contract, [operation.from, operation.to]),
        memoRules: withoutMemo(operation),
      };
    case "freeze":
    case "unfreeze":
      return entriesOf(operation.contract, [operation.holder]);
  }
}

/** The external recipient, if nothing names its customer. */
function withoutMemo({ to, toKey, memo, muxedTo }: Incoming): readonly string[] {
  return toKey === undefined && memo === undefined && muxedTo === undefined ? [to] : [];
}

/** An invalid contract has no entries. */
function entriesOf(contract: string, holders: readonly string[]): RequestedEntries {
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
): CheckOutcome {
  switch (operation.kind) {
    case "deploy":
      return checkDeployment(operation.symbol, entries, issuer);
    case "mint":
      return firstFailure(checkToken(operation.contract, entries), checkAmount(operation.units), () =>
        checkDestination(operation, entries),
      );
    case "transfer":
      return firstFailure(checkToken(operation.contract, entries), checkAmount(operation.units), () =>
        firstFailure(checkSource(operation, entries), checkDestination(operation, entries)),
      );
    case "burn":
      return firstFailure(checkToken(operation.contract, entries), checkAmount(operation.units), () =>
        checkSource(operation, entries),
      );
    case "freeze":
    case "unfreeze":
      return firstFailure(checkToken(operation.contract, entries), () => checkHolder(operation, entries));
  }
}

function firstFailure(...checks: readonly (CheckOutcome | (() => CheckOutcome))[]): CheckOutcome {
  for (const check of checks) {
    const outcome = typeof check === "function" ? check() : check;
    if (!outcome.ok) return outcome;
  }
  return { ok: true };
}

function failed(reason: FailureReason, detail: string): CheckOutcome {
  return { ok: false, reason, detail };
}

function checkDeployment(symbol: string, entries: LedgerEntries, issuer: string | undefined): CheckOutcome {
  if (codeOf(symbol) === undefined)
    return failed("rejected", "a Stellar asset code must have 1 to 12 letters and digits");
  return issuer !== undefined && entries.account(issuer) !== undefined
    ? failed("rejected", "the issuer account already exists")
    : { ok: true };
}

function checkToken(contract: string, entries: LedgerEntries): CheckOutcome {
  const asset = readAsset(contract);
  if (asset === undefined) return failed("rejected", "a Stellar token must be given as CODE:ISSUER");
  return entries.account(asset.getIssuer()) === undefined
    ? failed("rejected", "the issuer account does not exist")
    : { ok: true };
}

function checkHolder({ holder, contract }: FreezeOperation, entries: LedgerEntries): CheckOutcome {
  return entries.trustline(holder, contract) === undefined
    ? failed("destination_not_ready", "the address has no trustline for this token")
    : { ok: true };
}

function checkAmount(units: bigint): CheckOutcome {
  return units > 0n && stroopsOf(units) <= maxStroops
    ? { ok: true }
    : failed("rejected", "the amount is out of Stellar's range");
}

interface Outgoing {
  readonly contract: string;
  readonly from: string;
  readonly units: bigint;
}

function checkSource({ contract, from, units }: Outgoing, entries: LedgerEntries): CheckOutcome {
  const line = entries.trustline(from, contract);
  if (line !== undefined && !line.isAuthorized) return failed("frozen", "the sender is frozen");
  return line === undefined || line.balance < stroopsOf(units)
    ? failed("insufficient_tokens", "the sender has insufficient tokens")
    : { ok: true };
}

interface Incoming extends RecipientCustomer {
  readonly contract: string;
  readonly to: string;
  readonly toKey?: unknown;
  readonly units: bigint;
}

function checkDestination(incoming: Incoming, entries: LedgerEntries): CheckOutcome {
  const { contract, to, toKey, units } = incoming;
  // On Stellar that would be a burn, which was not requested.
  if (to === assetOf(contract).getIssuer()) return failed("rejected", "the issuer cannot hold its own token");
  const line = entries.trustline(to, contract);
  if (line === undefined) return toKey === undefined ? checkExternalAddress(to, entries) : { ok: true };
  if (!line.isAuthorized) return failed("frozen", "the recipient is frozen");
  if (line.balance + stroopsOf(units) > line.limit)
    return failed("destination_not_ready", "the amount exceeds the recipient's trustline limit");
  return withoutMemo(incoming).some((address) => entries.requiresMemo(address))
    ? failed("memo_required", "the recipient requires a memo (SEP-29)")
    : { ok: true };
}

function checkExternalAddress(to: string, entries: LedgerEntries): CheckOutcome {
  return entries.account(to) === undefined
    ? failed("destination_not_ready", "the recipient account does not exist")
    : failed("destination_not_ready", "the recipient has no trustline for this token");
}
