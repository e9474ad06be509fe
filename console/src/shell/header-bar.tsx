import { ActionIcon, Button, Kbd, Tooltip } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Menu as MenuIcon, Search } from "lucide-react";
import { openPalette } from "../palette/palette-events.ts";
import iconUrl from "../theme/icon.svg";
import { ColourSchemeButton } from "./colour-scheme-button.tsx";
import classes from "./header-bar.module.css";
import { NetworkSwitch } from "./network-switch.tsx";
import { NoticesButton } from "./notices-button.tsx";
import { UserMenu } from "./user-menu.tsx";
import { WorkspaceSwitcher } from "./workspace-switcher.tsx";

/** Workspace switcher, search, notices, color scheme and user menu. */
export function HeaderBar({ onOpenNavigation }: { readonly onOpenNavigation: () => void }) {
  return (
    <div className={classes["bar"]}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Open navigation"
        className={classes["narrow"]}
        onClick={onOpenNavigation}
      >
        <MenuIcon size={20} aria-hidden />
      </ActionIcon>
      <Link to="/" className={classes["brand"]} aria-label="Florin home" preload={false}>
        <img src={iconUrl} alt="" width={24} height={24} />
        <span className={classes["name"]}>Florin</span>
      </Link>
      <WorkspaceSwitcher />
      <div className={classes["wide"]}>
        <NetworkSwitch />
      </div>
      <div className={classes["space"]} />
      <SearchButton />
      <NoticesButton />
      <ColourSchemeButton />
      <UserMenu />
    </div>
  );
}

function SearchButton() {
  return (
    <>
      <Button
        variant="default"
        size="xs"
        className={classes["wide"]}
        leftSection={<Search size={14} aria-hidden />}
        rightSection={<Kbd size="xs">{isMac() ? "⌘ K" : "Ctrl K"}</Kbd>}
        onClick={openPalette}
      >
        Search
      </Button>
      <Tooltip label="Search">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Search"
          className={classes["narrow"]}
          onClick={openPalette}
        >
          <Search size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
