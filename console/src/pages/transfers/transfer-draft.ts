import type { ResponseBody } from "../../api/client.ts";
import { amountProblem } from "../../kit/amount-entry.ts";
import { flooredDecimal } from "../../kit/decimals.ts";
import { groupedDecimal } from "../../kit/grouped-decimal.ts";
import { addressParty, addressSearch, type Party, partyText } from "../../kit/party-words.ts";
import { isChain, placeWords, railNamed } from "../../kit/transfer-type-words.ts";
import { type MemoType, memoTypesOn } from "./memo-words.ts";
import type { Purpose } from "./purpose-words.ts";

export type SupportedRoute =
  ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/routes">["routes"][number];
export type Place = SupportedRoute["source"];
export type AccountAddress =
  ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses">["addresses"][number];
export type AccountBalance =
  ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/balances">["balances"][number];

export type EndName = "source" | "destination";

/** A partly filled transfer form. Unset fields are empty. */
export interface TransferDraft {
  /** Keys of source and destination options, see `keyOf`. */
  readonly source: string;
  readonly sourceAddress: string;
  readonly destination: string;
  readonly destinationAddress: string;
  readonly amount: string;
  readonly reference: string;
  readonly purpose: Purpose | "";
  readonly memoType: MemoType;
  readonly memo: string;
  /** Whether another rail may make up for the requested one. */
  readonly fallback: "once" | "";
  readonly note: string;
}

export const emptyDraft: TransferDraft = {
  source: "",
  sourceAddress: "",
  destination: "",
  destinationAddress: "",
  amount: "",
  reference: "",
  purpose: "",
  memoType: "text",
  memo: "",
  fallback: "",
  note: "",
};

/** What the browser keeps: without reference, memo and note, which may contain personal data. */
export function storedPart({ reference: _reference, memo: _memo, note: _note, ...rest }: TransferDraft) {
  return rest;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** An address, found by its owner, name, address or account number. */
export interface AddressOption extends Option {
  readonly search: string;
}

export function keyOf({ value_type, transfer_type }: Place): string {
  return `${value_type}/${transfer_type}`;
}

/** Sources of all routes. */
export function sourceOptions(routes: readonly SupportedRoute[]): readonly Option[] {
  return optionsOf(routes.map(({ source }) => source));
}

/** Destinations reachable from the source. */
export function destinationOptions(routes: readonly SupportedRoute[], source: string): readonly Option[] {
  return optionsOf(
    routes.filter((route) => keyOf(route.source) === source).map(({ destination }) => destination),
  );
}

function optionsOf(places: readonly Place[]): readonly Option[] {
  const labels = new Map(places.map((place) => [keyOf(place), placeWords(place)]));
  return [...labels].map(([value, label]) => ({ value, label }));
}

export function placeOf(routes: readonly SupportedRoute[], end: EndName, key: string): Place | undefined {
  return routes.map((route) => route[end]).find((place) => keyOf(place) === key);
}

/** A wire can come from any bank account; every other source and destination is an address of the account. */
export function needsAddress(end: EndName, place: Place): boolean {
  return !(end === "source" && railNamed(place.transfer_type)?.direction === "credit");
}

/** Whether the payment at the bank takes texts: all of a payout, the purpose of a debit. */
export function takesReference(destination: Place | undefined): boolean {
  return destination !== undefined && railNamed(destination.transfer_type) !== undefined;
}

export function takesPurpose(source: Place | undefined, destination: Place | undefined): boolean {
  const isDebit = source !== undefined && railNamed(source.transfer_type)?.direction === "debit";
  return isDebit || takesReference(destination);
}

export function canFallBack(destination: Place | undefined): boolean {
  return destination !== undefined && railNamed(destination.transfer_type)?.can_fall_back === true;
}

/** Memo types of the destination; none unless it is an external address, and for a muxed one, which has an id. */
export function memoTypesOf(
  destination: Place | undefined,
  address: AccountAddress | undefined,
): readonly MemoType[] {
  if (destination === undefined || address?.type !== "external") return [];
  const types = memoTypesOn(destination.transfer_type);
  const isMuxed = types.includes("id") && address.address.startsWith("M");
  return isMuxed ? [] : types;
}

export function addressAt(addresses: readonly AccountAddress[], id: string): AccountAddress | undefined {
  return addresses.find((each) => each.id === id);
}

/** Addresses that fit. Tokens can be sent from custodial addresses only. */
export function addressOptions(
  end: EndName,
  place: Place,
  addresses: readonly AccountAddress[],
  balances: readonly AccountBalance[],
): readonly AddressOption[] {
  return addresses
    .filter(
      ({ status, transfer_types }) => status === "active" && transfer_types.includes(place.transfer_type),
    )
    .filter(({ type }) => end === "destination" || !isChain(place.transfer_type) || type === "internal")
    .map((address) => {
      const party = addressParty(address);
      const parts = [partyText(party), party.detail, party.status, availableAt(address, place, balances)];
      return {
        value: address.id,
        label: parts.filter((part) => part !== undefined).join(" · "),
        search: addressSearch(address),
      };
    });
}

function availableAt(
  { id }: AccountAddress,
  place: Place,
  balances: readonly AccountBalance[],
): string | undefined {
  const found = balanceAt(id, place, balances);
  return found === undefined
    ? undefined
    : `${groupedDecimal(found.available.value)} ${found.value_type} available`;
}

function balanceAt(
  addressId: string,
  place: Place,
  balances: readonly AccountBalance[],
): AccountBalance | undefined {
  return balances.find(
    ({ address, value_type, transfer_type }) =>
      address.id === addressId && value_type === place.value_type && transfer_type === place.transfer_type,
  );
}

/** Both ends of a draft, as far as they are addresses. */
export function partiesOf(
  addresses: readonly AccountAddress[],
  { sourceAddress, destinationAddress }: Pick<TransferDraft, "sourceAddress" | "destinationAddress">,
): { readonly from: Party | undefined; readonly to: Party | undefined } {
  const partyAt = (id: string): Party | undefined => {
    const address = addressAt(addresses, id);
    return address && addressParty(address);
  };
  return { from: partyAt(sourceAddress), to: partyAt(destinationAddress) };
}

const tokenDecimals = 6;
const centDecimals = 2;

/** What the source address can spend; undefined for bank accounts, while no address is selected, and if it is unknown. */
export function availableAtSource(
  draft: TransferDraft,
  routes: readonly SupportedRoute[],
  balances: readonly AccountBalance[] | undefined,
): string | undefined {
  const place = placeOf(routes, "source", draft.source);
  if (place === undefined || !isChain(place.transfer_type)) return undefined;
  if (draft.sourceAddress === "" || balances === undefined) return undefined;
  // An address has no balance of a token that it never had.
  const { available } = balanceAt(draft.sourceAddress, place, balances) ?? { available: { value: "0.00" } };
  return flooredDecimal(available.value, decimalsOf(draft, routes));
}

/** Validation message for the amount; undefined if it is valid. Banks move whole cents. */
export function draftAmountProblem(
  draft: TransferDraft,
  routes: readonly SupportedRoute[],
  available?: string,
): string | undefined {
  return amountProblem(draft.amount, { decimals: decimalsOf(draft, routes), available });
}

function decimalsOf(draft: TransferDraft, routes: readonly SupportedRoute[]): number {
  const places = [placeOf(routes, "source", draft.source), placeOf(routes, "destination", draft.destination)];
  const hasBank = places.some((place) => place !== undefined && !isChain(place.transfer_type));
  return hasBank ? centDecimals : tokenDecimals;
}

/** The API request, once all required fields are set. */
export function requestOf(
  routes: readonly SupportedRoute[],
  draft: TransferDraft,
  addresses: readonly AccountAddress[],
) {
  const source = placeOf(routes, "source", draft.source);
  const destination = placeOf(routes, "destination", draft.destination);
  if (source === undefined || destination === undefined || draft.destinationAddress === "") return undefined;
  const withAddress = needsAddress("source", source);
  if ((withAddress && draft.sourceAddress === "") || draftAmountProblem(draft, routes) !== undefined)
    return undefined;
  const reference = draft.reference.trim();
  const memoTypes = memoTypesOf(destination, addressAt(addresses, draft.destinationAddress));
  const memo = { type: draft.memoType, value: draft.memo.trim() };
  const note = draft.note.trim();
  return {
    amount: { value: draft.amount.trim(), currency: source.value_type },
    source: { ...source, ...(withAddress ? { address_id: draft.sourceAddress } : {}) },
    destination: {
      ...destination,
      address_id: draft.destinationAddress,
      ...(reference !== "" && takesReference(destination) ? { reference } : {}),
      ...(draft.purpose !== "" && takesPurpose(source, destination) ? { purpose: draft.purpose } : {}),
      ...(memo.value !== "" && memoTypes.includes(memo.type) ? { memo } : {}),
      ...(draft.fallback === "once" && canFallBack(destination) ? { fallback: true } : {}),
    },
    ...(note === "" ? {} : { note }),
  };
}

export type TransferRequest = NonNullable<ReturnType<typeof requestOf>>;

/**
 * Applies a change. A new source or destination clears the address selected for the old one; a memo belongs to the
 * selected address only.
 */
export function changedDraft(draft: TransferDraft, change: Partial<TransferDraft>): TransferDraft {
  const isNewSource = change.source !== undefined && change.source !== draft.source;
  const isNewDestination = change.destination !== undefined && change.destination !== draft.destination;
  const changed = {
    ...draft,
    ...(isNewSource ? { sourceAddress: "", destination: "", destinationAddress: "" } : {}),
    ...(isNewDestination ? { destinationAddress: "" } : {}),
    ...change,
  };
  const isNewAddress = changed.destinationAddress !== draft.destinationAddress;
  return isNewAddress ? { ...changed, memoType: emptyDraft.memoType, memo: "" } : changed;
}
