import { FlaskConical, Landmark } from "lucide-react";
import type { Network } from "../workspace/network.ts";
import classes from "./network-band.module.css";

/** Banner with the current network, as text with an icon, never as a color alone. */
export function NetworkBand({ network }: { readonly network: Network }) {
  switch (network) {
    case "testnet":
      return (
        <div className={classes["band"]} data-network={network}>
          <FlaskConical size={14} aria-hidden />
          <strong>TESTNET</strong> – no real money
        </div>
      );
    case "mainnet":
      return (
        <div className={classes["band"]} data-network={network}>
          <Landmark size={14} aria-hidden />
          <strong>MAINNET</strong> – real money
        </div>
      );
  }
}
