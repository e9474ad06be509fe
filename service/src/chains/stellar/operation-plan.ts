import { AuthClawbackEnabledFlag, AuthRevocableFlag, Memo, Operation, type xdr } from "@stellar/stellar-base";
import { assert } from "../../kernel/assert.ts";
import type { ChainOperation, DeployOperation, FreezeOperation, RecipientCustomer } from "../chain.ts";
import type { ChainMemo } from "../chain-memo.ts";
import type { KeyRef } from "../signer.ts";
import { decimalOf } from "./amounts.ts";
import type { LedgerEntries } from "./ledger-entries.ts";
import { accountOf } from "./stellar-address.ts";
import { assetOf, codeOf } from "./stellar-asset.ts";

/** Operations of a transaction, and the required signers besides the channel account. */
export interface OperationPlan {
  readonly operations: readonly xdr.Operation[];
  readonly signers: readonly KeyRef[];
  readonly contract?: string;
  readonly memo?: Memo;
}

/** Addresses of the platform's keys on this chain. */
export interface Authorities {
  readonly gas: string;
  readonly deployer: string;
  readonly minter: string;
  readonly freezer: string;
  readonly externalIssuer: string;
}

export const gasKey: KeyRef = { role: "gas", index: 0 };
const minterKey: KeyRef = { role: "minter", index: 0 };
const freezerKey: KeyRef = { role: "freezer", index: 0 };
const externalIssuerKey: KeyRef = { role: "external_issuer", index: 0 };

export function planOperation(
  operation: ChainOperation,
  entries: LedgerEntries,
  authorities: Authorities,
  issuer: string,
): OperationPlan {
  switch (operation.kind) {
    case "deploy":
      return planDeployment(operation, authorities, issuer);
    case "mint":
      return planPayment(operation, entries, authorities, {
        from: assetOf(operation.contract).getIssuer(),
        fromKey: operation.authority === "platform" ? minterKey : externalIssuerKey,
      });
    case "transfer":
      return planPayment(operation, entries, authorities, operation);
    case "burn":
      return planPayment(
        { ...operation, to: assetOf(operation.contract).getIssuer() },
        entries,
        authorities,
        operation,
      );
    case "freeze":
    case "unfreeze":
      return planFreeze(operation);
  }
}

/**
 * Signer weights and thresholds of an issuer account. Low is for setTrustLineFlags (freezing), medium for payments and
 * clawback (minting), high for the signers themselves. Each key role reaches its own threshold and none above, and
 * freezer and minter together do not reach high. The issuer's own key has weight zero after the deployment.
 */
const issuerWeights = { freezer: 1, minter: 2, deployer: 4 } as const;
const issuerThresholds = { lowThreshold: 1, medThreshold: 2, highThreshold: 4 } as const;

function planDeployment(operation: DeployOperation, by: Authorities, issuer: string): OperationPlan {
  const code = codeOf(operation.symbol);
  assert(code !== undefined, "the symbol is a valid asset code");
  const weights =
    operation.authority === "platform"
      ? [
          { ed25519PublicKey: by.deployer, weight: issuerWeights.deployer },
          { ed25519PublicKey: by.minter, weight: issuerWeights.minter },
          { ed25519PublicKey: by.freezer, weight: issuerWeights.freezer },
        ]
      : [{ ed25519PublicKey: by.externalIssuer, weight: issuerWeights.deployer }];
  return {
    contract: `${code}:${issuer}`,
    signers: [gasKey, operation.issuer],
    operations: sponsored(by.gas, issuer, [
      Operation.createAccount({ destination: issuer, startingBalance: "0", source: by.gas }),
      ...weights.map((signer) => Operation.setOptions({ signer, source: issuer })),
      Operation.setOptions({ setFlags: AuthRevocableFlag, source: issuer }),
      Operation.setOptions({
        setFlags: AuthClawbackEnabledFlag,
        masterWeight: 0,
        ...issuerThresholds,
        source: issuer,
      }),
    ]),
  };
}

interface Paid extends RecipientCustomer {
  readonly contract: string;
  readonly to: string;
  readonly toKey?: KeyRef;
  readonly units: bigint;
}

function planPayment(
  paid: Paid,
  entries: LedgerEntries,
  { gas }: Authorities,
  payer: { readonly from: string; readonly fromKey: KeyRef },
): OperationPlan {
  const { contract, to, toKey, units, memo, muxedTo } = paid;
  assert(muxedTo === undefined || accountOf(muxedTo) === to, "a muxed address is one of the recipient");
  const asset = assetOf(contract);
  const payment = Operation.payment({
    destination: muxedTo ?? to,
    asset,
    amount: decimalOf(units),
    source: payer.from,
  });
  const mustOpen = toKey !== undefined && opensTrustline(entries, paid);
  if (!mustOpen)
    return {
      operations: [payment],
      signers: [payer.fromKey],
      ...(memo === undefined ? {} : { memo: memoOf(memo) }),
    };
  const account = Operation.createAccount({ destination: to, startingBalance: "0", source: gas });
  const trustline = Operation.changeTrust({ asset, source: to });
  const opening = sponsored(gas, to, [...(opensAccount(entries, to) ? [account] : []), trustline]);
  return { operations: [...opening, payment], signers: [gasKey, toKey, payer.fromKey] };
}

function memoOf({ type, value }: ChainMemo): Memo {
  switch (type) {
    case "text":
      return Memo.text(value);
    case "id":
      return Memo.id(value);
    case "hash":
      return Memo.hash(value);
  }
}

/** The gas account sponsors the reserves (CAP-33), so that no other account needs lumens. */
function sponsored(
  gas: string,
  account: string,
  operations: readonly xdr.Operation[],
): readonly xdr.Operation[] {
  return [
    Operation.beginSponsoringFutureReserves({ sponsoredId: account, source: gas }),
    ...operations,
    Operation.endSponsoringFutureReserves({ source: account }),
  ];
}

/** A frozen holder keeps no authorization at all, so that its open offers are canceled, too. */
function planFreeze({ kind, contract, holder }: FreezeOperation): OperationPlan {
  const asset = assetOf(contract);
  const flags =
    kind === "freeze" ? { authorized: false, authorizedToMaintainLiabilities: false } : { authorized: true };
  return {
    operations: [Operation.setTrustLineFlags({ trustor: holder, asset, flags, source: asset.getIssuer() })],
    signers: [freezerKey],
  };
}

/** An account can hold an asset only if it exists and has a trustline for it. */
function opensTrustline(
  entries: LedgerEntries,
  { to, contract }: { readonly to: string; readonly contract: string },
): boolean {
  return to !== assetOf(contract).getIssuer() && entries.trustline(to, contract) === undefined;
}

function opensAccount(entries: LedgerEntries, address: string): boolean {
  return entries.account(address) === undefined;
}
