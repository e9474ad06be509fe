import { StrKey, xdr } from "@stellar/stellar-base";
import type { AccountState, LedgerView, SignerState } from "./ledger-state.ts";
import { type Applied, done, failed, type OperationRule, unreserved } from "./operation.ts";
import { addSubentry, removeSubentry, type Sponsorships } from "./reserves.ts";

const Result = xdr.SetOptionsResult;
const resultOf = (result: xdr.SetOptionsResult): xdr.OperationResultTr =>
  xdr.OperationResultTr.setOptions(result);

const revocable = 2;
const immutable = 4;
const clawbackEnabled = 8;
const allFlags = 15;
const maxByte = 255;
const maxSigners = 20;

export const setOptions: OperationRule = {
  success: resultOf(Result.setOptionsSuccess()),
  level: (body) => (changesAuthority(body.setOptionsOp()) ? "high" : "medium"),
  refuse: (body, source) => refuseOptions(body.setOptionsOp(), source),
  apply: ({ view, sponsorships }, body, source) => {
    const options = body.setOptionsOp();
    const flags = changedFlags(source, options);
    if (typeof flags !== "number") return failed(resultOf(flags));
    view.putAccount({
      ...source,
      flags,
      homeDomain: options.homeDomain()?.toString() ?? source.homeDomain,
      thresholds: {
        master: options.masterWeight() ?? source.thresholds.master,
        low: options.lowThreshold() ?? source.thresholds.low,
        medium: options.medThreshold() ?? source.thresholds.medium,
        high: options.highThreshold() ?? source.thresholds.high,
      },
    });
    const signer = options.signer() ?? null;
    return signer === null ? done(setOptions.success) : setSigner(view, source.id, signer, sponsorships);
  },
};

/** These options can transfer control over the account, so they need the high threshold. */
function changesAuthority(options: xdr.SetOptionsOp): boolean {
  return [...weightsOf(options), options.signer()].some((value) => (value ?? null) !== null);
}

function weightsOf(options: xdr.SetOptionsOp): readonly (number | null)[] {
  return [options.masterWeight(), options.lowThreshold(), options.medThreshold(), options.highThreshold()];
}

function refuseOptions(options: xdr.SetOptionsOp, source: string): xdr.OperationResult | undefined {
  const inner = (result: xdr.SetOptionsResult): xdr.OperationResult =>
    xdr.OperationResult.opInner(resultOf(result));
  const [set, clear] = [options.setFlags() ?? 0, options.clearFlags() ?? 0];
  if (((set | clear) & ~allFlags) !== 0) return inner(Result.setOptionsUnknownFlag());
  if ((set & clear) !== 0) return inner(Result.setOptionsBadFlags());
  if (weightsOf(options).some((value) => (value ?? 0) > maxByte))
    return inner(Result.setOptionsThresholdOutOfRange());
  // Inflation is long over, and other signer types are not supported.
  if ((options.inflationDest() ?? null) !== null) return xdr.OperationResult.opNotSupported();
  const signer = options.signer() ?? null;
  if (signer === null) return undefined;
  if (signer.key().switch().name !== "signerKeyTypeEd25519") return xdr.OperationResult.opNotSupported();
  return readSigner(signer).key === source || signer.weight() > maxByte
    ? inner(Result.setOptionsBadSigner())
    : undefined;
}

function changedFlags(account: AccountState, options: xdr.SetOptionsOp): number | xdr.SetOptionsResult {
  const [set, clear] = [options.setFlags() ?? 0, options.clearFlags() ?? 0];
  if ((set | clear) !== 0 && (account.flags & immutable) !== 0) return Result.setOptionsCantChange();
  const flags = (account.flags & ~clear) | set;
  const isWhole = (flags & clawbackEnabled) === 0 || (flags & revocable) !== 0;
  return isWhole ? flags : Result.setOptionsAuthRevocableRequired();
}

function readSigner(signer: xdr.Signer): Omit<SignerState, "sponsor"> {
  return { key: StrKey.encodeEd25519PublicKey(signer.key().ed25519()), weight: signer.weight() };
}

function setSigner(view: LedgerView, id: string, signer: xdr.Signer, by: Sponsorships): Applied {
  const { key, weight } = readSigner(signer);
  const account = view.account(id);
  if (account === undefined) return failed(resultOf(Result.setOptionsBadSigner()));
  const others = account.signers.filter((existing) => existing.key !== key);
  const former = account.signers.find((existing) => existing.key === key);
  if (weight === 0) {
    if (former === undefined) return done(setOptions.success);
    view.putAccount({ ...account, signers: others });
    removeSubentry(view, view.account(id) ?? account, former.sponsor);
    return done(setOptions.success);
  }
  if (former !== undefined) {
    view.putAccount({ ...account, signers: inOrder([...others, { ...former, weight }]) });
    return done(setOptions.success);
  }
  if (account.signers.length >= maxSigners) return failed(resultOf(Result.setOptionsTooManySigners()));
  const reserve = addSubentry(view, account, by);
  if (!reserve.ok) return unreserved(reserve, resultOf(Result.setOptionsLowReserve()));
  const counted = view.account(id) ?? account;
  const signers = inOrder([...others, { key, weight, sponsor: reserve.sponsor }]);
  view.putAccount({ ...counted, signers });
  return done(setOptions.success);
}

/** The protocol keeps signers sorted. */
function inOrder(signers: readonly SignerState[]): readonly SignerState[] {
  return [...signers].sort((a, b) => (a.key < b.key ? -1 : 1));
}
