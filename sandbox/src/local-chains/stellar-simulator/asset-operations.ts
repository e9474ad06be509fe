import { xdr } from "@stellar/stellar-base";
import { authorizationEvent, clawbackEvent, movementEvent } from "./asset-events.ts";
import type { AccountState, LedgerView, TrustlineState } from "./ledger-state.ts";
import { type Applied, done, failed, type OperationRule } from "./operation.ts";
import { availableBalance } from "./reserves.ts";
import { issuerOf, maxInt64, readAccountId, readAsset, readHyper, readMuxed } from "./xdr-reading.ts";

const { opInner } = xdr.OperationResult;

const revocable = 2;
const authorized = 1;
const authorizedToMaintainLiabilities = 2;
const clawbackEnabled = 4;
const authorizations = authorized | authorizedToMaintainLiabilities;

export function isAuthorized(line: TrustlineState): boolean {
  return (line.flags & authorized) !== 0;
}

const paymentResult = (result: xdr.PaymentResult): xdr.OperationResultTr =>
  xdr.OperationResultTr.payment(result);

export const payment: OperationRule = {
  success: paymentResult(xdr.PaymentResult.paymentSuccess()),
  level: () => "medium",
  refuse: (body) =>
    readHyper(body.paymentOp().amount()) <= 0n
      ? opInner(paymentResult(xdr.PaymentResult.paymentMalformed()))
      : undefined,
  apply: ({ view, memo }, body, source) => {
    const operation = body.paymentOp();
    const destination = readMuxed(operation.destination());
    const asset = readAsset(operation.asset());
    const amount = readHyper(operation.amount());
    // The destination comes first, as in the protocol: its failure takes precedence over that of the source.
    const failure = credit(view, destination.account, asset, amount) ?? debit(view, source.id, asset, amount);
    if (failure !== undefined) return failed(paymentResult(failure));
    const addresses = { from: source.id, to: destination.account, toMuxedId: destination.muxedId };
    return done(payment.success, [movementEvent({ asset, amount, memo, ...addresses })]);
  },
};

function credit(view: LedgerView, to: string, asset: string, amount: bigint): xdr.PaymentResult | undefined {
  const account = view.account(to);
  if (account === undefined) return xdr.PaymentResult.paymentNoDestination();
  if (asset === "native") {
    if (account.balance > maxInt64 - amount) return xdr.PaymentResult.paymentLineFull();
    view.putAccount({ ...account, balance: account.balance + amount });
    return undefined;
  }
  if (to === issuerOf(asset)) return undefined;
  const line = view.trustline(to, asset);
  if (line === undefined) return xdr.PaymentResult.paymentNoTrust();
  if (!isAuthorized(line)) return xdr.PaymentResult.paymentNotAuthorized();
  if (line.balance + amount > line.limit) return xdr.PaymentResult.paymentLineFull();
  view.putTrustline({ ...line, balance: line.balance + amount });
  return undefined;
}

function debit(view: LedgerView, from: string, asset: string, amount: bigint): xdr.PaymentResult | undefined {
  const account = view.account(from);
  if (asset === "native") {
    if (account === undefined || availableBalance(account) < amount)
      return xdr.PaymentResult.paymentUnderfunded();
    view.putAccount({ ...account, balance: account.balance - amount });
    return undefined;
  }
  if (from === issuerOf(asset)) return undefined;
  const line = view.trustline(from, asset);
  if (line === undefined) return xdr.PaymentResult.paymentSrcNoTrust();
  if (!isAuthorized(line)) return xdr.PaymentResult.paymentSrcNotAuthorized();
  if (line.balance < amount) return xdr.PaymentResult.paymentUnderfunded();
  view.putTrustline({ ...line, balance: line.balance - amount });
  return undefined;
}

const Flags = xdr.SetTrustLineFlagsResult;
const flagsResult = (result: xdr.SetTrustLineFlagsResult): xdr.OperationResultTr =>
  xdr.OperationResultTr.setTrustLineFlags(result);

export const setTrustLineFlags: OperationRule = {
  success: flagsResult(Flags.setTrustLineFlagsSuccess()),
  level: () => "low",
  refuse: (body, source) => {
    const { asset, trustor, set, clear } = readFlags(body);
    const isWellFormed =
      issuerOf(asset) === source &&
      trustor !== source &&
      (set & clear) === 0 &&
      (set & ~authorizations) === 0 &&
      (set & authorizations) !== authorizations &&
      (clear & ~(authorizations | clawbackEnabled)) === 0;
    return isWellFormed ? undefined : opInner(flagsResult(Flags.setTrustLineFlagsMalformed()));
  },
  apply: ({ view }, body, source) => {
    const { asset, trustor, set, clear } = readFlags(body);
    const line = view.trustline(trustor, asset);
    if (line === undefined) return failed(flagsResult(Flags.setTrustLineFlagsNoTrustLine()));
    const flags = (line.flags & ~clear) | set;
    if ((flags & authorizations) === authorizations)
      return failed(flagsResult(Flags.setTrustLineFlagsInvalidState()));
    if (isRevoked(line.flags, flags) && !mayRevoke(source))
      return failed(flagsResult(Flags.setTrustLineFlagsCantRevoke()));
    view.putTrustline({ ...line, flags });
    const isNow = (flags & authorized) !== 0;
    const events = isNow === isAuthorized(line) ? [] : [authorizationEvent(asset, trustor, isNow)];
    return done(setTrustLineFlags.success, events);
  },
};

function isRevoked(before: number, after: number): boolean {
  const rank = (flags: number): number =>
    (flags & authorized) !== 0 ? 2 : (flags & authorizedToMaintainLiabilities) !== 0 ? 1 : 0;
  return rank(after) < rank(before);
}

function mayRevoke(issuer: AccountState): boolean {
  return (issuer.flags & revocable) !== 0;
}

function readFlags(body: xdr.OperationBody): {
  readonly asset: string;
  readonly trustor: string;
  readonly set: number;
  readonly clear: number;
} {
  const operation = body.setTrustLineFlagsOp();
  return {
    asset: readAsset(operation.asset()),
    trustor: readAccountId(operation.trustor()),
    set: operation.setFlags(),
    clear: operation.clearFlags(),
  };
}

const clawbackResult = (result: xdr.ClawbackResult): xdr.OperationResultTr =>
  xdr.OperationResultTr.clawback(result);

export const clawback: OperationRule = {
  success: clawbackResult(xdr.ClawbackResult.clawbackSuccess()),
  level: () => "medium",
  refuse: (body, source) => {
    const operation = body.clawbackOp();
    const isWellFormed =
      readHyper(operation.amount()) > 0n &&
      issuerOf(readAsset(operation.asset())) === source &&
      readMuxed(operation.from()).account !== source;
    return isWellFormed ? undefined : opInner(clawbackResult(xdr.ClawbackResult.clawbackMalformed()));
  },
  apply: ({ view }, body) => clawBack(view, body.clawbackOp()),
};

function clawBack(view: LedgerView, operation: xdr.ClawbackOp): Applied {
  const from = readMuxed(operation.from()).account;
  const asset = readAsset(operation.asset());
  const amount = readHyper(operation.amount());
  const line = view.trustline(from, asset);
  if (line === undefined) return failed(clawbackResult(xdr.ClawbackResult.clawbackNoTrust()));
  if ((line.flags & clawbackEnabled) === 0)
    return failed(clawbackResult(xdr.ClawbackResult.clawbackNotClawbackEnabled()));
  if (line.balance < amount) return failed(clawbackResult(xdr.ClawbackResult.clawbackUnderfunded()));
  view.putTrustline({ ...line, balance: line.balance - amount });
  return done(clawback.success, [clawbackEvent(asset, from, amount)]);
}
