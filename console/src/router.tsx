import type { QueryClient } from "@tanstack/react-query";
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { setSessionHandlers } from "./api/session-handlers.ts";
import { goInstead } from "./go-instead.ts";
import { requestHeadingFocus } from "./kit/heading-focus.ts";
import { areaPaths } from "./page-path.ts";
import type { PageArea, PageRoute } from "./page-route.ts";
import { pages } from "./pages/index.ts";
import { parseSearch, stringifySearch } from "./search-params.ts";
import { landingPath } from "./session/landing.ts";
import { loadMe } from "./session/load-me.ts";
import { loadTransferTypes } from "./session/load-transfer-types.ts";
import { askForSecondFactor } from "./session/second-factor-requests.ts";
import { signInPath } from "./session/sign-in-path.ts";
import { AreaStart } from "./shell/area-start.tsx";
import { FailedPage } from "./shell/failed-page.tsx";
import { MissingPage } from "./shell/missing-page.tsx";
import { OutsideArea, OutsideFailure, OutsideMissing } from "./shell/outside-pages.tsx";
import { pageComponent } from "./shell/page-component.tsx";
import { Shell } from "./shell/shell.tsx";

/** Builds the router from the page lists of all areas. */
export function createConsoleRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree: routeTree(queryClient),
    basepath: "/console",
    defaultPreload: "intent",
    defaultErrorComponent: FailedPage,
    defaultNotFoundComponent: MissingPage,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  });
  router.subscribe("onBeforeLoad", ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) requestHeadingFocus();
  });
  setSessionHandlers({
    confirmSecondFactor: askForSecondFactor,
    onSignedOut: () => {
      const { pathname, href } = router.state.location;
      if (isOutside(pathname)) return;
      queryClient.clear();
      void router.navigate(signInPath(href));
    },
  });
  return router;
}

/** Pages for users who are not signed in; a 401 is expected there. */
function isOutside(pathname: string): boolean {
  return ["/sign-in", "/join", "/sso"].includes(pathname);
}

function routeTree(queryClient: QueryClient): AnyRoute {
  const root = createRootRoute({ notFoundComponent: OutsideMissing, errorComponent: OutsideFailure });
  const landing = createRoute({
    getParentRoute: () => root,
    path: "/",
    beforeLoad: async () => {
      goInstead({ to: landingPath(await loadMe(queryClient, undefined)) });
    },
  });
  const outside = createRoute({ getParentRoute: () => root, id: "outside", component: OutsideArea });
  const signIn = createRoute({
    getParentRoute: () => outside,
    path: "sign-in",
    component: lazyRouteComponent(() => import("./pages/users/sign-in-page.tsx"), "SignInPage"),
  });
  const join = createRoute({
    getParentRoute: () => outside,
    path: "join",
    component: lazyRouteComponent(() => import("./pages/users/join-page.tsx"), "JoinPage"),
  });
  const sso = createRoute({
    getParentRoute: () => outside,
    path: "sso",
    component: lazyRouteComponent(() => import("./pages/users/sso-page.tsx"), "SsoPage"),
  });
  const shell = createRoute({
    getParentRoute: () => root,
    id: "shell",
    component: Shell,
    errorComponent: OutsideFailure,
    beforeLoad: async ({ location }) => {
      await loadMe(queryClient, location.href);
      await loadTransferTypes(queryClient);
    },
  });
  const areas = (["workspace", "operations", "me"] as const).map((area) => areaRoute(area, shell));
  return root.addChildren([landing, outside.addChildren([signIn, join, sso]), shell.addChildren(areas)]);
}

function areaRoute(area: PageArea, shell: AnyRoute): AnyRoute {
  const route = createRoute({ getParentRoute: () => shell, path: areaPaths[area] });
  const areaPages = pages.filter((page) => page.area === area);
  const start = createRoute({ getParentRoute: () => route, path: "/", component: AreaStart });
  const starts = areaPages.some((page) => page.path === "") ? [] : [start];
  return route.addChildren([...starts, ...areaPages.map((page) => pageRoute(page, route))]);
}

function pageRoute(page: PageRoute, parent: AnyRoute): AnyRoute {
  return createRoute({
    getParentRoute: () => parent,
    path: page.path === "" ? "/" : page.path,
    component: pageComponent(page),
    staticData: { page },
  });
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    readonly page?: PageRoute;
  }
}
