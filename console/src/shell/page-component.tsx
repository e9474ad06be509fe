import { type AsyncRouteComponent, lazyRouteComponent, useMatch } from "@tanstack/react-router";
import { type ComponentType, createElement, Fragment, type ReactNode } from "react";
import type { PageRoute } from "../page-route.ts";
import { useMayOpen } from "../session/use-may-open.ts";
import { ForbiddenPage } from "./forbidden-page.tsx";
import { UnloadedPage } from "./unloaded-page.tsx";

/** A page for the router: loaded when it is needed, and only for those who may open it. */
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
  // The router loads a page before it goes there. Once that is done, there is nothing to preload any more.
  Object.defineProperty(gated, "preload", { get: () => Loaded.preload });
  return gated;
}

/** A script that does not come is asked for once more; the router itself would throw the whole console away. */
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
  // Another path is another page, even if the same component draws it: nothing of the last one stays.
  return <Fragment key={pathname}>{children}</Fragment>;
}
