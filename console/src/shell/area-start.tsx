import { Text } from "@mantine/core";
import { Navigate } from "@tanstack/react-router";
import { Page } from "../kit/page.tsx";
import { pagePath } from "../page-path.ts";
import { pages } from "../pages/index.ts";
import { useMayOpen } from "../session/use-may-open.ts";
import { navigationGroups } from "./navigation-groups.ts";
import { usePlace } from "./use-place.ts";

/** Start of an area without its own start page: redirects to the first page the user may open. */
export function AreaStart() {
  const { area, tenantId, network } = usePlace();
  const [first] = navigationGroups(pages, area, useMayOpen()).flatMap((group) => group.pages);
  const place = tenantId === undefined || network === undefined ? undefined : { tenantId, network };
  const path = first === undefined ? undefined : pagePath(first, place);
  if (path !== undefined) return <Navigate to={path} replace />;
  return (
    <Page title="No access">
      <Text>Your role has no access to any page here. Ask an administrator to change your role.</Text>
    </Page>
  );
}
