import { Loader, Modal, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useId, useState } from "react";
import { splitPath } from "../kit/split-path.ts";
import { choiceAfterKey } from "./choice-after-key.ts";
import { isForPage, matchingPages } from "./matching-pages.ts";
import { nothingFound } from "./nothing-found.ts";
import classes from "./palette.module.css";
import { optionId, PaletteList } from "./palette-list.tsx";
import { isWorthSearching, tidiedSearch } from "./tidied-search.ts";
import { useIdSearch } from "./use-id-search.ts";
import { usePaletteItems } from "./use-palette-items.ts";

const typingMs = 200;

/** Command palette: opens any page or form and finds any object, within the user's permissions. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const go = (path: string) => {
    onClose();
    void navigate(splitPath(path));
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="10vh"
      attributes={{ content: { "aria-label": "Search" } }}
    >
      <Choices onGo={go} />
    </Modal>
  );
}

/** Implements the ARIA combobox pattern. */
function Choices({ onGo }: { readonly onGo: (path: string) => void }) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const search = tidiedSearch(typed);
  const [settled] = useDebouncedValue(search, typingMs);
  const found = useIdSearch(settled);
  // Do not report missing results before the search has run.
  const isLooking = found.isSearching || (settled !== search && isWorthSearching(search));
  const pages = matchingPages(usePaletteItems(), search);
  const items = isForPage(pages, search) ? [...pages, ...found.items] : [...found.items, ...pages];
  const current = Math.min(chosen, Math.max(items.length - 1, 0));
  return (
    <>
      <TextInput
        role="combobox"
        aria-label="Search"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={items.length === 0 ? undefined : optionId(listId, current)}
        placeholder="Page, action, ID, amount, name, reference or code"
        size="md"
        variant="unstyled"
        className={classes["search"]}
        leftSection={isLooking ? <Loader size={16} /> : <Search size={16} aria-hidden />}
        data-autofocus
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          const path = items[current]?.path;
          if (event.key === "Enter" && path !== undefined) onGo(path);
          const next = choiceAfterKey(event.key, current, items.length);
          if (next === undefined) return;
          event.preventDefault();
          setChosen(next);
        }}
      />
      <PaletteList id={listId} items={items} chosen={current} onGo={onGo} />
      <Text size="xs" c="dimmed" className={classes["hint"]} role="status">
        {items.length > 0 || isLooking
          ? "↑ ↓ to select, Enter to open, Esc to close"
          : nothingFound(search, found.hasFailed)}
      </Text>
    </>
  );
}
