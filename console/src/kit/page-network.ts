import { createContext, useContext, useLayoutEffect } from "react";
import type { Network } from "../workspace/network.ts";

/** Reports the page's network to the shell. Outside the shell it does nothing. */
export const PageNetworkContext = createContext<(network: Network | undefined) => void>(() => undefined);

/** Shows the network banner while the page is mounted. */
export function useNetworkBand(network: Network | undefined): void {
  const setPageNetwork = useContext(PageNetworkContext);
  useLayoutEffect(() => {
    if (network === undefined) return undefined;
    setPageNetwork(network);
    return () => setPageNetwork(undefined);
  }, [network, setPageNetwork]);
}
