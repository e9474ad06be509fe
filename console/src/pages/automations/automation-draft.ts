import { isChain, placeWords } from "../../kit/transfer-type-words.ts";
import type { Chain } from "../tokens/token.ts";
import { keyOf, type Option, type Place, placeOf, type SupportedRoute } from "../transfers/transfer-draft.ts";

/** USD can arrive by wire or ACH; the sender chooses the rail. */
const dollars = "USD";

/** Sources of an automation: USD, or a token on a chain. */
export function sourceOptionsOf(routes: readonly SupportedRoute[]): readonly Option[] {
  const tokens = routes.map(({ source }) => source).filter(({ transfer_type }) => isChain(transfer_type));
  const labels = new Map(tokens.map((place) => [keyOf(place), placeWords(place)]));
  return [
    { value: dollars, label: "USD by wire or ACH" },
    ...[...labels].map(([value, label]) => ({ value, label })),
  ];
}

/** USD has the same routes as an inbound wire. */
export function routeKeyOf(source: string): string {
  return source === dollars ? "USD/wire" : source;
}

export interface AutomationDraft {
  readonly name: string;
  readonly source: string;
  readonly destination: string;
  readonly destinationAddress: string;
}

/** The request; undefined until the form is complete. */
export function automationRequestOf(routes: readonly SupportedRoute[], draft: AutomationDraft) {
  const destination = placeOf(routes, "destination", draft.destination);
  const source = sourceOf(routes, draft.source);
  const name = draft.name.trim();
  if (source === undefined || destination === undefined || name === "" || draft.destinationAddress === "")
    return undefined;
  return { name, source, destination: { ...destination, address_id: draft.destinationAddress } };
}

export type AutomationRequest = NonNullable<ReturnType<typeof automationRequestOf>>;

function sourceOf(routes: readonly SupportedRoute[], key: string) {
  if (key === dollars) return { value_type: dollars };
  const place: Place | undefined = placeOf(routes, "source", key);
  if (place === undefined || !isChainPlace(place)) return undefined;
  return { value_type: place.value_type, transfer_type: place.transfer_type };
}

function isChainPlace(place: Place): place is Place & { readonly transfer_type: Chain } {
  return isChain(place.transfer_type);
}
