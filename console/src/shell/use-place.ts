import { useRouterState } from "@tanstack/react-router";
import type { PageRoute } from "../page-route.ts";
import { type Place, placeOf } from "./place.ts";

/** The user's location in the console, with the matched page. */
export interface CurrentPlace extends Place {
  readonly page: PageRoute | undefined;
}

export function usePlace(): CurrentPlace {
  return useRouterState({
    // Use the last match, not the address: during navigation the address is ahead of the displayed page.
    select: ({ location, matches }) => {
      const last = matches.at(-1);
      const { pathname, search } = last ?? location;
      return { ...placeOf({ pathname, params: last?.params ?? {}, search }), page: last?.staticData.page };
    },
    structuralSharing: false,
  });
}
