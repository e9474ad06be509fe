import type { Answered } from "../../api/client.ts";
import { isChain, placeWords } from "../../kit/transfer-type-words.ts";

export type SupportedRoute =
  Answered<"/console/api/workspaces/{tenant_id}/{network}/routes">["routes"][number];
export type Place = SupportedRoute["source"];
export type AccountAddress =
  Answered<"/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses">["addresses"][number];
export type AccountBalance =
  Answered<"/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/balances">["balances"][number];

export type EndName = "source" | "destination";

/** A transfer as far as it is filled in. What is not chosen yet is empty. */
export interface TransferDraft {
  /** Keys of places. */
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

/** Where value can come from. */
export function sourceOptions(routes: readonly SupportedRoute[]): readonly Option[] {
  return optionsOf(routes.map(({ source }) => source));
}

/** Where it can go to from there. */
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

/** A wire comes from whoever sends it; everything else has an address of the account. */
export function needsAddress(end: EndName, place: Place): boolean {
  return !(end === "source" && place.transfer_type === "wire");
}

/** The addresses that a place can be at. Tokens leave only wallets whose keys are in custody. */
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
  const place = address === undefined ? account_number : shortened(address);
  return [name, place, available].filter((part) => part !== undefined && part !== "").join(" · ");
}

const keptOfEachEnd = 6;

function shortened(address: string): string {
  if (address.length <= 2 * keptOfEachEnd + 1) return address;
  return `${address.slice(0, keptOfEachEnd)}…${address.slice(-keptOfEachEnd)}`;
}

const decimal = /^\d{1,18}(?:\.\d{1,6})?$/;

/** Undefined where it is an amount. */
export function amountProblem(amount: string): string | undefined {
  const text = amount.trim();
  if (text === "") return "Say how much.";
  if (!decimal.test(text)) return "Write it like 100.00, with a point and at most six decimals.";
  return /[1-9]/.test(text) ? undefined : "It must be more than zero.";
}

/** The request, once everything is chosen. */
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
      ...(memo !== "" && destination.transfer_type === "wire" ? { wire_memo: memo } : {}),
    },
    ...(note === "" ? {} : { note }),
  };
}

export type TransferRequest = NonNullable<ReturnType<typeof requestOf>>;

/** What is chosen again when something before it changes: a place that is gone takes its address with it. */
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
