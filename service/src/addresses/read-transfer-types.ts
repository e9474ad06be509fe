import { type ChainFamily, type ChainName, compareChains, familyOf } from "../chains/chain-name.ts";
import { isRefusal, type Refusal, refuse } from "../kernel/refusal.ts";
import { bankRails, isBankRail } from "../rails/rail.ts";
import { type ReadingPlace, readAddressTransferType, type TransferType } from "./transfer-type.ts";

/** The transfer types of a request by canonical names. Two spellings of one chain are a duplicate. */
export function readTransferTypes(
  list: readonly string[],
  { network, pointer }: ReadingPlace,
): readonly TransferType[] | Refusal {
  const read: TransferType[] = [];
  for (const [index, spelling] of list.entries()) {
    const place = `${pointer}/${index}`;
    const transferType = readAddressTransferType(spelling, { network, pointer: place });
    if (isRefusal(transferType)) return transferType;
    if (read.includes(transferType))
      return refuseAt("validation_failed", place, "must not appear more than once");
    read.push(transferType);
  }
  return read;
}

/** Chains that can share one address, in canonical order, and their family. */
export interface SharedChains {
  readonly family: ChainFamily;
  readonly chains: readonly ChainName[];
}

/** An on-chain address has one family: rails and chains of other families require another address. */
export function requireOneFamily(
  transferTypes: readonly TransferType[],
  pointer: string,
): SharedChains | Refusal {
  const chains: ChainName[] = [];
  for (const [index, transferType] of transferTypes.entries()) {
    if (isBankRail(transferType)) {
      return refuseAt("unprocessable", `${pointer}/${index}`, "is a bank rail; this address is on chains");
    }
    chains.push(transferType);
  }
  const [family, other] = new Set(chains.map(familyOf));
  if (family === undefined || other !== undefined) {
    const detail = "must be chains that share an address: only EVM chains do, such as ethereum and base";
    return refuseAt("unprocessable", pointer, detail);
  }
  return { family, chains: inOrder(chains) };
}

export function chainsOf(chains: readonly ChainName[], family: ChainFamily): readonly ChainName[] {
  return chains.filter((chain) => familyOf(chain) === family);
}

/** In canonical order, so that equal sets look equal. */
export function inOrder<Type extends TransferType>(transferTypes: readonly Type[]): readonly Type[] {
  return transferTypes.toSorted(compareTransferTypes);
}

/** Chains first. */
function compareTransferTypes(left: TransferType, right: TransferType): number {
  if (isBankRail(left)) return isBankRail(right) ? bankRails.indexOf(left) - bankRails.indexOf(right) : 1;
  return isBankRail(right) ? -1 : compareChains(left, right);
}

export function refuseAt(
  code: "validation_failed" | "unprocessable",
  pointer: string,
  detail: string,
): Refusal {
  return refuse(code, `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
