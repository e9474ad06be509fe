import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { PageNetworkContext } from "../kit/page-network.ts";
import { PaletteKeys } from "../palette/palette-keys.tsx";
import { meQuery } from "../session/me-query.ts";
import { isSignedIn } from "../session/sign-in-path.ts";
import { MeContext } from "../session/use-me.ts";
import type { Network } from "../workspace/network.ts";
import { WorkspaceContext } from "../workspace/use-workspace.ts";
import { HeaderBar } from "./header-bar.tsx";
import { Navigation } from "./navigation.tsx";
import { NavigationDrawer } from "./navigation-drawer.tsx";
import { NetworkBand } from "./network-band.tsx";
import classes from "./shell.module.css";
import { type OpenedWorkspace, useOpenedWorkspace } from "./use-opened-workspace.ts";
import { usePlace } from "./use-place.ts";
import { WorkspaceTrouble } from "./workspace-trouble.tsx";

/** Frame of every page of a signed-in user. */
export function Shell() {
  const { data: me } = useQuery(meQuery);
  const opened = useOpenedWorkspace();
  if (!isSignedIn(me)) return null;
  return (
    <MeContext value={me}>
      <WorkspaceContext value={opened.state === "open" ? opened.workspace : undefined}>
        <Frame opened={opened} />
      </WorkspaceContext>
    </MeContext>
  );
}

function Frame({ opened }: { readonly opened: OpenedWorkspace }) {
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const [pageNetwork, setPageNetwork] = useState<Network>();
  const { network: addressNetwork, pathname } = usePlace();
  // The network reported by the page takes precedence over the one in the address.
  const network = pageNetwork ?? addressNetwork;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes on every navigation
  useEffect(() => setIsDrawerOpen(false), [pathname]);
  return (
    <div className={classes["shell"]} data-has-band={network !== undefined || undefined}>
      <a href="#main" className={classes["skip"]}>
        Skip to content
      </a>
      <header className={classes["top"]}>
        <HeaderBar onOpenNavigation={() => setIsDrawerOpen(true)} />
        {network === undefined ? null : <NetworkBand network={network} />}
      </header>
      <div className={classes["columns"]}>
        <nav className={classes["side"]} aria-label="Main">
          <Navigation />
        </nav>
        <main id="main" tabIndex={-1} className={classes["main"]}>
          {opened.state === "open" || opened.state === "none" ? (
            <PageNetworkContext value={setPageNetwork}>
              <Outlet />
            </PageNetworkContext>
          ) : (
            <WorkspaceTrouble opened={opened} />
          )}
        </main>
      </div>
      <NavigationDrawer isOpen={isDrawerOpen} onClose={() => setIsDrawerOpen(false)} />
      <PaletteKeys />
    </div>
  );
}
