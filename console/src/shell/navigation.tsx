import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { pagePath } from "../page-path.ts";
import { pages } from "../pages/index.ts";
import { useMayOpen } from "../session/use-may-open.ts";
import classes from "./navigation.module.css";
import { type NavigablePage, type NavigationGroup, navigationGroups } from "./navigation-groups.ts";
import { type CurrentPlace, usePlace } from "./use-place.ts";

/** Pages of the current area that the user may open. */
export function Navigation() {
  const place = usePlace();
  const groups = navigationGroups(pages, place.area, useMayOpen());
  return groups.map((group) => <Group key={group.name} group={group} place={place} />);
}

interface GroupProps {
  readonly group: NavigationGroup;
  readonly place: CurrentPlace;
}

function Group({ group, place }: GroupProps) {
  const id = useId();
  return (
    <div className={classes["group"]}>
      <div className={classes["name"]} id={id}>
        {group.name}
      </div>
      <ul className={classes["list"]} aria-labelledby={id}>
        {group.pages.map((page) => (
          <li key={page.path}>
            <PageItem page={page} place={place} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function PageItem({
  page,
  place: { tenantId, network },
}: {
  readonly page: NavigablePage;
  readonly place: CurrentPlace;
}) {
  const place = tenantId === undefined || network === undefined ? undefined : { tenantId, network };
  const path = pagePath(page, place);
  const { icon: Icon, label } = page.nav;
  return (
    <Link
      to={path ?? "/"}
      className={classes["link"]}
      activeOptions={{ exact: page.path === "", includeSearch: false }}
    >
      <Icon size={16} aria-hidden className={classes["icon"]} />
      {label}
    </Link>
  );
}
