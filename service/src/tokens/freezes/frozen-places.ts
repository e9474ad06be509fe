import type { Session } from "../../db/database.ts";
import type { Network } from "../../kernel/id.ts";
import type { FrozenPlace } from "./freeze.ts";
import { selectFrozenPlaces } from "./store.ts";

export type IsFrozen = (place: FrozenPlace) => boolean;

/** One query for many places; returns a lookup. */
export async function loadFrozen(
  session: Session,
  network: Network,
  places: readonly FrozenPlace[],
): Promise<IsFrozen> {
  const frozen = new Set((await selectFrozenPlaces(session, network, places)).map(placeKey));
  return (place) => frozen.has(placeKey(place));
}

function placeKey({ valueType, chain, address }: FrozenPlace): string {
  return `${valueType} ${chain} ${address}`;
}
