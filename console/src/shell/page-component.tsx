import { type AsyncRouteComponent, lazyRouteComponent, useMatch } from "@tanstack/react-router";
import { type ComponentType, createElement, Fragment, type ReactNode } from "react";
import type { PageRoute } from "../page-route.ts";
import { useMayOpen } from "../session/use-may-open.ts";
import { ForbiddenPage } from "./forbidden-page.tsx";
import { UnloadedPage } from "./unloaded-page.tsx";

/** Route component of a page: lazy-loaded, and gated by permission. */
export function pageComponent(page: PageRoute) {
  const Loaded: AsyncRouteComponent<object> = lazyRouteComponent(async () => {
    const component = await loadPatiently(page);
    return { default: () => createElement(component) };
  });
  const gated = () => (
    <PageGate page={page}>
      <Loaded />
    </PageGate>
  );
  // The router preloads a page before navigating. Afterwards there is nothing left to preload.
  Object.defineProperty(gated, "preload", { get: () => Loaded.preload });
  return gated;
}

/** Retries a failed script load once; the router itself would replace the whole console with an error. */
function loadPatiently({ load }: PageRoute): Promise<ComponentType> {
  return load()
    .catch(load)
    .catch(() => UnloadedPage);
}

interface PageGateProps {
  readonly page: PageRoute;
  readonly children: ReactNode;
}

function PageGate({ page, children }: PageGateProps) {
  const mayOpen = useMayOpen();
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  if (!mayOpen(page)) return <ForbiddenPage page={page} />;
  // Remount for every path, so that no state carries over between pages drawn by the same component.
  return <Fragment key={pathname}>{children}</Fragment>;
}
