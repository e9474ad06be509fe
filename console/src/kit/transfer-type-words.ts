import type { ResponseBody } from "../api/client.ts";

/** Chains, rails and payment types of this instance, as the service lists them. */
export type TransferTypes = ResponseBody<"/console/api/transfer-types">;
type Chain = TransferTypes["chains"][number];
type Rail = TransferTypes["rails"][number];

let known: TransferTypes = { chains: [], rails: [], payment_types: [] };

/** Called once, before the first page is shown. */
export function setTransferTypes(transferTypes: TransferTypes): void {
  known = transferTypes;
}

/** Names for requests: the service accepts its own names. */
export function chainNames<Name extends string>(): readonly Name[] {
  return namesOf(known.chains);
}

export function railNames<Name extends string>(
  isMeant: (rail: Rail) => boolean = () => true,
): readonly Name[] {
  return namesOf(known.rails.filter(isMeant));
}

/** Chains, then rails. */
export function transferTypeNames<Name extends string>(): readonly Name[] {
  return namesOf([...known.chains, ...known.rails]);
}

export function paymentTypeNames<Name extends string>(): readonly Name[] {
  return known.payment_types.map(({ type }) => type as Name);
}

export function railNamed(transferType: string): Rail | undefined {
  return known.rails.find(({ transfer_type: name }) => name === transferType);
}

/** Chains of one family share addresses. */
export function chainFamilies<Name extends string>(): readonly ChainFamily<Name>[] {
  const families = [...new Set(known.chains.map(({ family }) => family))];
  return families.map((family) => {
    const chains = known.chains.filter((chain) => chain.family === family);
    return { label: chains.map(({ name }) => name).join(" and "), chains: namesOf(chains) };
  });
}

interface ChainFamily<Name> {
  /** "Ethereum and Base" */
  readonly label: string;
  readonly chains: readonly Name[];
}

/** Display name of a chain or rail inside a sentence: `ach_credit` becomes "ACH credit". */
export function transferTypeWords(transferType: string): string {
  const chain = known.chains.find(({ transfer_type: name }) => name === transferType);
  return chain?.name ?? railNamed(transferType)?.name ?? transferType;
}

/** Display name as a label: "Wire". */
export function transferTypeLabel(transferType: string): string {
  return capitalized(transferTypeWords(transferType));
}

/** Label of the `type` of a payment: "ACH". */
export function paymentTypeLabel(paymentType: string): string {
  return capitalized(paymentTypeWords(paymentType) ?? paymentType);
}

/** Undefined if it is not a payment type. */
export function paymentTypeWords(paymentType: string): string | undefined {
  return known.payment_types.find(({ type }) => type === paymentType)?.name;
}

/** `FUSD on Base`, `USD by wire`. */
export function placeWords({
  value_type,
  transfer_type,
}: {
  readonly value_type: string;
  readonly transfer_type: string;
}): string {
  const preposition = isChain(transfer_type) ? "on" : "by";
  return `${value_type} ${preposition} ${transferTypeWords(transfer_type)}`;
}

export function isChain(transferType: string): boolean {
  return familyOfChain(transferType) !== undefined;
}

/** Undefined for a rail. */
export function familyOfChain(transferType: string): Chain["family"] | undefined {
  return known.chains.find(({ transfer_type: name }) => name === transferType)?.family;
}

function namesOf<Name extends string>(
  entries: readonly Pick<Chain | Rail, "transfer_type">[],
): readonly Name[] {
  return entries.map(({ transfer_type: name }) => name as Name);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
