import { showChains } from "../../admin/index.ts";
import type { Route } from "../../http/route.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";
import { ChainsSchema, presentChain } from "./chain-response.ts";

/** Status of every chain. An unreachable chain is shown as such and doesn't block the others. */
export function chainRoute(deps: ConsoleDeps): Route {
  return consoleRead({
    path: `${consolePath}/chains`,
    operationId: "listChains",
    summary: "List chains with their status",
    access: { permission: "chains.read" },
    responses: { 200: { description: "Every chain of both networks.", schema: ChainsSchema } },
    handle: async (request) => {
      const [seen, known] = await Promise.all([deps.lookAtChains(), showChains(adminFor(deps, request))]);
      const chains = known.flatMap((view) => {
        const chainStatus = seen.find(
          ({ network, chain }) => network === view.network && chain === view.chain,
        );
        return chainStatus === undefined ? [] : [presentChain(chainStatus, view)];
      });
      return { chains };
    },
  });
}
