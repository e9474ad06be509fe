import { ActionIcon, Indicator, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bell } from "lucide-react";
import { noticesQuery } from "../pages/users/notices.ts";

/** The bell: opens the notices, and shows how many are unread. */
export function NoticesButton() {
  const { data } = useQuery(noticesQuery);
  const unread = [...(data?.notices ?? []), ...(data?.mentions ?? [])].filter(
    (each) => each.is_unread,
  ).length;
  const label = unread === 0 ? "Notices" : `Notices: ${unread} unread`;
  return (
    <Tooltip label={label}>
      <Indicator label={unread} size={16} disabled={unread === 0} color="red.8" offset={4}>
        <ActionIcon
          component={Link}
          to="/me/notices"
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={label}
        >
          <Bell size={18} aria-hidden />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}
