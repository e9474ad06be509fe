import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { pagePath } from "../page-path.ts";
import { pages } from "../pages/index.ts";
import { useMayOpen } from "../session/use-may-open.ts";
import classes from "./navigation.module.css";
import { type NavigablePage, type NavigationGroup, navigationGroups } from "./navigation-groups.ts";
import { type CurrentPlace, usePlace } from "./use-place.ts";
import { useQueueCounts } from "./use-queue-counts.ts";

/** Pages of the current area that the user may open. */
export function Navigation() {
  const place = usePlace();
  const groups = navigationGroups(pages, place.area, useMayOpen());
  const counts = useQueueCounts(place.area === "operations");
  return groups.map((group) => <Group key={group.name} group={group} place={place} counts={counts} />);
}

interface GroupProps {
  readonly group: NavigationGroup;
  readonly place: CurrentPlace;
  readonly counts: ReadonlyMap<string, number>;
}

function Group({ group, place, counts }: GroupProps) {
  const id = useId();
  return (
    <div className={classes["group"]}>
      <div className={classes["name"]} id={id}>
        {group.name}
      </div>
      <ul className={classes["list"]} aria-labelledby={id}>
        {group.pages.map((page) => (
          <li key={page.path}>
            <PageItem page={page} place={place} counts={counts} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function PageItem({
  page,
  place: { tenantId, network },
  counts,
}: {
  readonly page: NavigablePage;
  readonly place: CurrentPlace;
  readonly counts: ReadonlyMap<string, number>;
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
      <Count count={counts.get(path ?? "")} />
    </Link>
  );
}

/** Items that wait on the page. */
function Count({ count }: { readonly count: number | undefined }) {
  if (count === undefined) return null;
  return <span className={classes["count"]}>{count.toLocaleString()}</span>;
}
