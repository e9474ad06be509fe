import { Address, nativeToScVal, xdr } from "@stellar/stellar-base";
import { issuerOf } from "./xdr-reading.ts";

/** A unified asset event (CAP-67): the balance changes of a classic operation, in the form of the asset's contract. */
export interface AssetEvent {
  /** `native` or `CODE:ISSUER`; the event belongs to the contract id reserved for it. */
  readonly asset: string;
  readonly topics: readonly xdr.ScVal[];
  readonly value: xdr.ScVal;
}

interface Movement {
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly toMuxedId: bigint | undefined;
  readonly memo: xdr.Memo;
}

/** A payment: `mint` from the issuer, `burn` to the issuer, `transfer` otherwise. */
export function movementEvent(movement: Movement): AssetEvent {
  const { asset, from, to } = movement;
  const issuer = issuerOf(asset);
  if (from === issuer && to !== issuer) return event(asset, "mint", [to], amountWithDestination(movement));
  if (to === issuer && from !== issuer) return event(asset, "burn", [from], amountValue(movement.amount));
  return event(asset, "transfer", [from, to], amountWithDestination(movement));
}

export function clawbackEvent(asset: string, from: string, amount: bigint): AssetEvent {
  return event(asset, "clawback", [from], amountValue(amount));
}

export function authorizationEvent(asset: string, holder: string, isAuthorized: boolean): AssetEvent {
  return event(asset, "set_authorized", [holder], xdr.ScVal.scvBool(isAuthorized));
}

function event(asset: string, name: string, addresses: readonly string[], value: xdr.ScVal): AssetEvent {
  const topics = [
    xdr.ScVal.scvSymbol(name),
    ...addresses.map((address) => new Address(address).toScVal()),
    xdr.ScVal.scvString(asset),
  ];
  return { asset, topics, value };
}

/** If there is a memo or a muxed destination id, the value is a map instead of a number. */
function amountWithDestination({ amount, toMuxedId, memo }: Movement): xdr.ScVal {
  const destination = toMuxedId === undefined ? memoValue(memo) : u64(toMuxedId);
  if (destination === undefined) return amountValue(amount);
  return xdr.ScVal.scvMap([
    new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol("amount"), val: amountValue(amount) }),
    new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol("to_muxed_id"), val: destination }),
  ]);
}

function memoValue(memo: xdr.Memo): xdr.ScVal | undefined {
  switch (memo.switch().name) {
    case "memoNone":
      return undefined;
    case "memoId":
      return u64(BigInt(memo.id().toString()));
    case "memoText":
      return xdr.ScVal.scvString(memo.text());
    case "memoHash":
      return xdr.ScVal.scvBytes(memo.hash());
    case "memoReturn":
      return xdr.ScVal.scvBytes(memo.retHash());
  }
}

function amountValue(amount: bigint): xdr.ScVal {
  return nativeToScVal(amount, { type: "i128" });
}

function u64(value: bigint): xdr.ScVal {
  return nativeToScVal(value, { type: "u64" });
}
