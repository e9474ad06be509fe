import { xdr } from "@stellar/stellar-base";
import type { AccountState } from "./ledger-state.ts";
import {
  type Applied,
  done,
  failed,
  type OperationContext,
  type OperationRule,
  unreserved,
} from "./operation.ts";
import { addSubentry, removeSubentry } from "./reserves.ts";
import { issuerOf, readHyper, readTrustlineAsset } from "./xdr-reading.ts";

const Result = xdr.ChangeTrustResult;
const resultOf = (result: xdr.ChangeTrustResult): xdr.OperationResultTr =>
  xdr.OperationResultTr.changeTrust(result);

const issuerRequiresAuthorization = 1;
const issuerClawsBack = 8;
const lineAuthorized = 1;
const lineClawbackEnabled = 4;

export const changeTrust: OperationRule = {
  success: resultOf(Result.changeTrustSuccess()),
  level: () => "medium",
  refuse: (body, source) => {
    const operation = body.changeTrustOp();
    const asset = readTrustlineAsset(operation.line());
    if (asset === undefined) return xdr.OperationResult.opNotSupported();
    const isWellFormed =
      asset !== "native" && readHyper(operation.limit()) >= 0n && issuerOf(asset) !== source;
    return isWellFormed ? undefined : xdr.OperationResult.opInner(resultOf(Result.changeTrustMalformed()));
  },
  apply: (context, body, source) => {
    const operation = body.changeTrustOp();
    const asset = readTrustlineAsset(operation.line());
    if (asset === undefined) return { ok: false, result: xdr.OperationResult.opNotSupported() };
    const limit = readHyper(operation.limit());
    return context.view.trustline(source.id, asset) === undefined
      ? openLine(context, source, asset, limit)
      : changeLine(context, source, asset, limit);
  },
};

function openLine(
  { view, sponsorships }: OperationContext,
  owner: AccountState,
  asset: string,
  limit: bigint,
): Applied {
  if (limit === 0n) return failed(resultOf(Result.changeTrustInvalidLimit()));
  const issuer = view.account(issuerOf(asset));
  if (issuer === undefined) return failed(resultOf(Result.changeTrustNoIssuer()));
  const reserve = addSubentry(view, owner, sponsorships);
  if (!reserve.ok) return unreserved(reserve, resultOf(Result.changeTrustLowReserve()));
  const flags =
    ((issuer.flags & issuerRequiresAuthorization) === 0 ? lineAuthorized : 0) |
    ((issuer.flags & issuerClawsBack) === 0 ? 0 : lineClawbackEnabled);
  view.putTrustline({ account: owner.id, asset, balance: 0n, limit, flags, sponsor: reserve.sponsor });
  return done(changeTrust.success);
}

function changeLine({ view }: OperationContext, owner: AccountState, asset: string, limit: bigint): Applied {
  const line = view.trustline(owner.id, asset);
  if (line === undefined) return failed(resultOf(Result.changeTrustTrustLineMissing()));
  if (limit < line.balance) return failed(resultOf(Result.changeTrustInvalidLimit()));
  if (limit > 0n) {
    if (view.account(issuerOf(asset)) === undefined) return failed(resultOf(Result.changeTrustNoIssuer()));
    view.putTrustline({ ...line, limit });
    return done(changeTrust.success);
  }
  view.removeTrustline(owner.id, asset);
  removeSubentry(view, owner, line.sponsor);
  return done(changeTrust.success);
}
