import { useRouterState } from "@tanstack/react-router";
import type { PageRoute } from "../page-route.ts";
import { type Place, placeOf } from "./place.ts";

/** Where in the console the person is, as the address says it. */
export interface CurrentPlace extends Place {
  readonly page: PageRoute | undefined;
}

export function usePlace(): CurrentPlace {
  return useRouterState({
    // As the page that is shown has it: while another one is on its way, the address is ahead of the page.
    select: ({ location, matches }) => {
      const last = matches.at(-1);
      const { pathname, search } = last ?? location;
      return { ...placeOf({ pathname, params: last?.params ?? {}, search }), page: last?.staticData.page };
    },
    structuralSharing: false,
  });
}
