import { Drawer } from "@mantine/core";
import { Navigation } from "./navigation.tsx";
import classes from "./navigation-drawer.module.css";
import { NetworkSwitch } from "./network-switch.tsx";

interface NavigationDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Navigation on narrow screens. */
export function NavigationDrawer({ isOpen, onClose }: NavigationDrawerProps) {
  return (
    <Drawer opened={isOpen} onClose={onClose} title="Navigation" size="18rem" padding="sm">
      <div className={classes["network"]}>
        <NetworkSwitch />
      </div>
      <nav aria-label="Main">
        <Navigation />
      </nav>
    </Drawer>
  );
}
