import { Loader, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import "@mantine/spotlight/styles.css";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { splitPath } from "../kit/split-path.ts";
import { matchingPages } from "./matching-pages.ts";
import { PaletteGroup } from "./palette-group.tsx";
import { isWorthSearching, tidiedSearch } from "./tidied-search.ts";
import { useIdSearch } from "./use-id-search.ts";
import { usePaletteItems } from "./use-palette-items.ts";

const typingMs = 200;
const [store, spotlight] = createSpotlight();

/** Goes to any page that one may open, and finds anything by its id. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const search = tidiedSearch(typed);
  const [settled] = useDebouncedValue(search, typingMs);
  const found = useIdSearch(settled);
  const items = matchingPages(usePaletteItems(), search);
  const navigate = useNavigate();
  useEffect(() => spotlight.open(), []);
  const go = (path: string) => {
    spotlight.close();
    void navigate(splitPath(path));
  };
  const isEmpty = items.length === 0 && found.items.length === 0;
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={onClose}
      clearQueryOnClose={false}
      shortcut={null}
      scrollable
      maxHeight="60vh"
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      attributes={{ content: { "aria-label": "Search pages and ids" } }}
    >
      <Spotlight.Search
        placeholder="A page, or an id"
        aria-label="Search pages and ids"
        leftSection={found.isSearching ? <Loader size={16} /> : <Search size={16} aria-hidden />}
      />
      <Spotlight.ActionsList>
        <PaletteGroup label="Found" items={found.items} onGo={go} />
        <PaletteGroup label="Pages" items={items} onGo={go} />
        {isEmpty && !found.isSearching ? (
          <Spotlight.Empty>
            {found.hasFailed ? "The search did not work. Try again." : nothingFound(search)}
          </Spotlight.Empty>
        ) : null}
      </Spotlight.ActionsList>
      <Text size="xs" c="dimmed" p="xs">
        ↑ ↓ to choose, Enter to go, Esc to close
      </Text>
    </Spotlight.Root>
  );
}

function nothingFound(search: string): string {
  return isWorthSearching(search)
    ? `Nothing has the id or the name “${search}”.`
    : "No page has a name like this.";
}
