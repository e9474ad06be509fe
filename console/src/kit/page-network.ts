import { createContext, useContext, useLayoutEffect } from "react";
import type { Network } from "../workspace/network.ts";

/** Tells the frame which network a page is about. Outside of the frame there is nobody to tell. */
export const PageNetworkContext = createContext<(network: Network | undefined) => void>(() => undefined);

/** Shows the band of a network above the page for as long as the page says so. */
export function useNetworkBand(network: Network | undefined): void {
  const tell = useContext(PageNetworkContext);
  useLayoutEffect(() => {
    if (network === undefined) return undefined;
    tell(network);
    return () => tell(undefined);
  }, [network, tell]);
}
