import { Drawer } from "@mantine/core";
import { Navigation } from "./navigation.tsx";
import classes from "./navigation-drawer.module.css";
import { NetworkSwitch } from "./network-switch.tsx";

interface NavigationDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The navigation where there is no room for it beside the page. */
export function NavigationDrawer({ isOpen, onClose }: NavigationDrawerProps) {
  return (
    <Drawer opened={isOpen} onClose={onClose} title="Pages" size="18rem" padding="sm">
      <div className={classes["network"]}>
        <NetworkSwitch />
      </div>
      <nav aria-label="Pages">
        <Navigation />
      </nav>
    </Drawer>
  );
}
