import type { ResponseBody } from "../../api/client.ts";
import { isChain, placeWords, railNamed } from "../../kit/transfer-type-words.ts";

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
  readonly wireMemo: string;
  readonly note: string;
}

export const emptyDraft: TransferDraft = {
  source: "",
  sourceAddress: "",
  destination: "",
  destinationAddress: "",
  amount: "",
  wireMemo: "",
  note: "",
};

export interface Option {
  readonly value: string;
  readonly label: string;
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

export function carriesMemo(place: Place | undefined): boolean {
  return place !== undefined && railNamed(place.transfer_type)?.carries_memo === true;
}

/** Addresses that fit. Tokens can be sent from custodial addresses only. */
export function addressOptions(
  end: EndName,
  place: Place,
  addresses: readonly AccountAddress[],
  balances: readonly AccountBalance[],
): readonly Option[] {
  return addresses
    .filter(
      ({ status, transfer_types }) => status === "active" && transfer_types.includes(place.transfer_type),
    )
    .filter(({ type }) => end === "destination" || !isChain(place.transfer_type) || type === "internal")
    .map((address) => ({
      value: address.id,
      label: addressWords(address, availableAt(address, place, balances)),
    }));
}

function availableAt(
  { id }: AccountAddress,
  place: Place,
  balances: readonly AccountBalance[],
): string | undefined {
  const found = balances.find(
    ({ address, value_type, transfer_type }) =>
      address.id === id && value_type === place.value_type && transfer_type === place.transfer_type,
  );
  return found === undefined ? undefined : `${found.available.value} ${found.value_type} available`;
}

function addressWords(
  { name, address, account_number }: AccountAddress,
  available: string | undefined,
): string {
  const place = address === "" ? account_number : shortened(address);
  return [name, place, available].filter((part) => part !== undefined && part !== "").join(" · ");
}

const keptCharacters = 6;

function shortened(address: string): string {
  if (address.length <= 2 * keptCharacters + 1) return address;
  return `${address.slice(0, keptCharacters)}…${address.slice(-keptCharacters)}`;
}

const decimal = /^\d{1,18}(?:\.\d{1,6})?$/;

/** Validation message; undefined if the amount is valid. */
export function amountProblem(amount: string): string | undefined {
  const text = amount.trim();
  if (text === "") return "Enter an amount.";
  if (!decimal.test(text)) return "Enter an amount like 100.00, with at most six decimals.";
  return /[1-9]/.test(text) ? undefined : "The amount must be greater than zero.";
}

/** The API request, once all required fields are set. */
export function requestOf(routes: readonly SupportedRoute[], draft: TransferDraft) {
  const source = placeOf(routes, "source", draft.source);
  const destination = placeOf(routes, "destination", draft.destination);
  if (source === undefined || destination === undefined || draft.destinationAddress === "") return undefined;
  const withAddress = needsAddress("source", source);
  if ((withAddress && draft.sourceAddress === "") || amountProblem(draft.amount) !== undefined)
    return undefined;
  const memo = draft.wireMemo.trim();
  const note = draft.note.trim();
  return {
    amount: { value: draft.amount.trim(), currency: source.value_type },
    source: { ...source, ...(withAddress ? { address_id: draft.sourceAddress } : {}) },
    destination: {
      ...destination,
      address_id: draft.destinationAddress,
      ...(memo !== "" && carriesMemo(destination) ? { wire_memo: memo } : {}),
    },
    ...(note === "" ? {} : { note }),
  };
}

export type TransferRequest = NonNullable<ReturnType<typeof requestOf>>;

/** Applies a change. A new source or destination clears the address selected for the old one. */
export function changedDraft(draft: TransferDraft, change: Partial<TransferDraft>): TransferDraft {
  const isNewSource = change.source !== undefined && change.source !== draft.source;
  const isNewDestination = change.destination !== undefined && change.destination !== draft.destination;
  return {
    ...draft,
    ...(isNewSource ? { sourceAddress: "", destination: "", destinationAddress: "" } : {}),
    ...(isNewDestination ? { destinationAddress: "" } : {}),
    ...change,
  };
}
