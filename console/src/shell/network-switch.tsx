import { Link } from "@tanstack/react-router";
import { FlaskConical, Landmark } from "lucide-react";
import { networkWords } from "../kit/network-words.ts";
import { pages } from "../pages/index.ts";
import { networks } from "../workspace/network.ts";
import { workspacePath } from "../workspace/workspace-path.ts";
import classes from "./network-switch.module.css";
import { pathInOtherNetwork } from "./path-in-other-network.ts";
import { usePlace } from "./use-place.ts";

const icons = { testnet: FlaskConical, mainnet: Landmark } as const;

/** Opens the same page in the other network. Ids are not shared between networks, so they are dropped. */
export function NetworkSwitch() {
  const { area, tenantId, network: current, page } = usePlace();
  if (area !== "workspace" || tenantId === undefined || current === undefined) return null;
  const path = page === undefined ? "" : pathInOtherNetwork(page, pages);
  return (
    <fieldset className={classes["switch"]} aria-label="Network">
      {networks.map((network) => {
        const Icon = icons[network];
        return (
          <Link
            key={network}
            to={workspacePath(tenantId, network, ...(path === "" ? [] : [path]))}
            className={classes["choice"]}
            data-network={network}
            data-current={network === current || undefined}
            aria-current={network === current ? "true" : undefined}
            activeProps={{ "aria-current": network === current ? "true" : undefined }}
            preload={false}
          >
            <Icon size={14} aria-hidden /> {networkWords[network]}
          </Link>
        );
      })}
    </fieldset>
  );
}
