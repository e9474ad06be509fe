import { ActionIcon, Popover, Text } from "@mantine/core";
import { CircleUserRound, Keyboard, LogOut } from "lucide-react";
import { useState } from "react";
import { ConsoleLink } from "../kit/console-link.tsx";
import { pagePath } from "../page-path.ts";
import { pages } from "../pages/index.ts";
import { openShortcuts } from "../palette/palette-events.ts";
import { useMayOpen } from "../session/use-may-open.ts";
import { useMe } from "../session/use-me.ts";
import { useSignOut } from "../session/use-sign-out.ts";
import { goThroughList } from "./go-through-list.ts";
import classes from "./menu-list.module.css";
import { navigationGroups } from "./navigation-groups.ts";

/** User menu: own pages, keyboard shortcuts and sign-out. */
export function UserMenu() {
  const [isOpen, setIsOpen] = useState(false);
  const { user } = useMe();
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={260} trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Signed in as ${user.email}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <CircleUserRound size={20} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label="Your account">
        <UserList onDone={() => setIsOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function UserList({ onDone }: { readonly onDone: () => void }) {
  const { user, operator_role } = useMe();
  const ownPages = navigationGroups(pages, "me", useMayOpen()).flatMap((group) => group.pages);
  const signOut = useSignOut();
  const then = (act: () => unknown) => () => {
    onDone();
    void act();
  };
  return (
    <>
      <Text px={8} pt={4} size="sm" fw={600} truncate>
        {user.name}
      </Text>
      <Text px={8} pb={4} size="xs" c="dimmed" truncate>
        {user.email}
        {operator_role === null ? null : ` · ${operator_role.replaceAll("_", " ")}`}
      </Text>
      <ul className={classes["list"]} onKeyDown={goThroughList}>
        {ownPages.map((page) => (
          <li key={page.path}>
            <ConsoleLink className={classes["item"]} to={pagePath(page, undefined) ?? "/"} onClick={onDone}>
              <page.nav.icon size={14} aria-hidden /> {page.nav.label}
            </ConsoleLink>
          </li>
        ))}
        <li>
          <button type="button" className={classes["item"]} onClick={then(openShortcuts)}>
            <Keyboard size={14} aria-hidden /> Keyboard shortcuts
          </button>
        </li>
        <li>
          <button type="button" className={classes["item"]} onClick={then(signOut)}>
            <LogOut size={14} aria-hidden /> Sign out
          </button>
        </li>
      </ul>
    </>
  );
}
