import { useRouterState } from "@tanstack/react-router";
import type { PageArea, PageRoute } from "../page-route.ts";
import { isNetwork, type Network } from "../workspace/network.ts";

/** Where in the console the person is, as the path says it. */
export interface CurrentPlace {
  readonly pathname: string;
  readonly area: PageArea;
  readonly page: PageRoute | undefined;
  readonly tenantId: string | undefined;
  readonly network: Network | undefined;
}

export function usePlace(): CurrentPlace {
  return useRouterState({
    // As the page that is shown has it: while another one is on its way, the address is ahead of the page.
    select: ({ location, matches }) => {
      const last = matches.at(-1);
      const pathname = last?.pathname ?? location.pathname;
      const params: Readonly<Record<string, string | undefined>> = last?.params ?? {};
      const network = params["network"];
      return {
        pathname,
        area: areaOf(pathname),
        page: last?.staticData.page,
        tenantId: params["tenantId"],
        network: isNetwork(network) ? network : undefined,
      };
    },
    structuralSharing: false,
  });
}

function areaOf(pathname: string): PageArea {
  if (pathname === "/w" || pathname.startsWith("/w/")) return "workspace";
  return pathname === "/ops" || pathname.startsWith("/ops/") ? "operations" : "me";
}
