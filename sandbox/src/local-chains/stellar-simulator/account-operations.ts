import { xdr } from "@stellar/stellar-base";
import { movementEvent } from "./asset-events.ts";
import { done, failed, type OperationRule, unreserved } from "./operation.ts";
import { availableBalance, entriesOfAccount, reserveAccount } from "./reserves.ts";
import { readAccountId, readHyper } from "./xdr-reading.ts";

const { opInner } = xdr.OperationResult;

const createAccountResult = (result: xdr.CreateAccountResult): xdr.OperationResultTr =>
  xdr.OperationResultTr.createAccount(result);

export const createAccount: OperationRule = {
  success: createAccountResult(xdr.CreateAccountResult.createAccountSuccess()),
  level: () => "medium",
  refuse: (body, source) => {
    const { destination, startingBalance } = readCreateAccount(body);
    return startingBalance < 0n || destination === source
      ? opInner(createAccountResult(xdr.CreateAccountResult.createAccountMalformed()))
      : undefined;
  },
  apply: ({ view, sponsorships, memo }, body, source) => {
    const { destination, startingBalance } = readCreateAccount(body);
    if (view.account(destination) !== undefined)
      return failed(createAccountResult(xdr.CreateAccountResult.createAccountAlreadyExist()));
    const reserve = reserveAccount(view, { id: destination, startingBalance }, sponsorships);
    if (!reserve.ok)
      return unreserved(reserve, createAccountResult(xdr.CreateAccountResult.createAccountLowReserve()));
    // Read again: the source may just have become the sponsor.
    const payer = view.account(source.id) ?? source;
    if (availableBalance(payer) < startingBalance)
      return failed(createAccountResult(xdr.CreateAccountResult.createAccountUnderfunded()));
    view.putAccount({ ...payer, balance: payer.balance - startingBalance });
    view.putAccount({
      id: destination,
      balance: startingBalance,
      // CAP-19: the initial sequence number is beyond any that an earlier account of this id can have used.
      sequence: BigInt(view.ledger) << 32n,
      flags: 0,
      thresholds: { master: 1, low: 0, medium: 0, high: 0 },
      signers: [],
      homeDomain: "",
      subentries: 0,
      sponsoring: 0,
      sponsored: entriesOfAccount(reserve.sponsor),
      sponsor: reserve.sponsor,
    });
    const movement = { asset: "native", from: source.id, to: destination, amount: startingBalance };
    return done(createAccount.success, [movementEvent({ ...movement, toMuxedId: undefined, memo })]);
  },
};

function readCreateAccount(body: xdr.OperationBody): { destination: string; startingBalance: bigint } {
  const operation = body.createAccountOp();
  return {
    destination: readAccountId(operation.destination()),
    startingBalance: readHyper(operation.startingBalance()),
  };
}

export const bumpSequence: OperationRule = {
  success: xdr.OperationResultTr.bumpSequence(xdr.BumpSequenceResult.bumpSequenceSuccess()),
  level: () => "low",
  refuse: (body) =>
    readHyper(body.bumpSequenceOp().bumpTo()) < 0n
      ? opInner(xdr.OperationResultTr.bumpSequence(xdr.BumpSequenceResult.bumpSequenceBadSeq()))
      : undefined,
  apply: ({ view }, body, source) => {
    const bumpTo = readHyper(body.bumpSequenceOp().bumpTo());
    if (bumpTo > source.sequence) view.putAccount({ ...source, sequence: bumpTo });
    return done(bumpSequence.success);
  },
};

const beginResult = (result: xdr.BeginSponsoringFutureReservesResult): xdr.OperationResultTr =>
  xdr.OperationResultTr.beginSponsoringFutureReserves(result);
const Begin = xdr.BeginSponsoringFutureReservesResult;

export const beginSponsoring: OperationRule = {
  success: beginResult(Begin.beginSponsoringFutureReservesSuccess()),
  level: () => "medium",
  refuse: (body, source) =>
    sponsoredIn(body) === source
      ? opInner(beginResult(Begin.beginSponsoringFutureReservesMalformed()))
      : undefined,
  apply: ({ sponsorships }, body, source) => {
    const sponsored = sponsoredIn(body);
    if (sponsorships.has(sponsored))
      return failed(beginResult(Begin.beginSponsoringFutureReservesAlreadySponsored()));
    const isRecursive = sponsorships.has(source.id) || [...sponsorships.values()].includes(sponsored);
    if (isRecursive) return failed(beginResult(Begin.beginSponsoringFutureReservesRecursive()));
    sponsorships.set(sponsored, source.id);
    return done(beginSponsoring.success);
  },
};

function sponsoredIn(body: xdr.OperationBody): string {
  return readAccountId(body.beginSponsoringFutureReservesOp().sponsoredId());
}

const endResult = (result: xdr.EndSponsoringFutureReservesResult): xdr.OperationResultTr =>
  xdr.OperationResultTr.endSponsoringFutureReserves(result);
const End = xdr.EndSponsoringFutureReservesResult;

export const endSponsoring: OperationRule = {
  success: endResult(End.endSponsoringFutureReservesSuccess()),
  level: () => "medium",
  refuse: () => undefined,
  apply: ({ sponsorships }, _body, source) =>
    sponsorships.delete(source.id)
      ? done(endSponsoring.success)
      : failed(endResult(End.endSponsoringFutureReservesNotSponsored())),
};
