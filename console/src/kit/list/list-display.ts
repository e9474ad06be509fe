import { useLocalStorage } from "@mantine/hooks";

/** How lists show times. */
export type TimeDisplay = "local" | "utc" | "relative";
export type Density = "comfortable" | "compact";

const storedPrefix = "florin.list-";

/** Leaves no trace of a user in the browser. */
export function forgetListDisplay(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(storedPrefix));
  for (const key of keys) localStorage.removeItem(key);
}

const timeDisplays: readonly TimeDisplay[] = ["local", "utc", "relative"];

/** Stored in the browser, because it depends on the screen and the time zone of the user. */
export function useTimeDisplay(): readonly [TimeDisplay, (display: TimeDisplay) => void] {
  const [stored, store] = useLocalStorage<string>({
    key: `${storedPrefix}time`,
    defaultValue: "local",
    serialize: (value) => value,
    deserialize: (value) => value ?? "local",
  });
  return [timeDisplays.find((known) => known === stored) ?? "local", store];
}

export function useDensity(): readonly [Density, (density: Density) => void] {
  const [stored, store] = useLocalStorage<string>({
    key: `${storedPrefix}density`,
    defaultValue: "comfortable",
    serialize: (value) => value,
    deserialize: (value) => value ?? "comfortable",
  });
  return [stored === "compact" ? "compact" : "comfortable", store];
}

/** Columns that the user has hidden or shown in this list, by header. */
export function useColumnChoice(list: string): readonly [ColumnChoice, (choice: ColumnChoice) => void] {
  const [stored, store] = useLocalStorage<string>({
    key: `${storedPrefix}columns.${list}`,
    defaultValue: "",
    serialize: (value) => value,
    deserialize: (value) => value ?? "",
  });
  return [readChoice(stored), (choice) => store(writeChoice(choice))];
}

/** Headers, and whether each is shown; columns that are not named here have their defaults. */
export type ColumnChoice = ReadonlyMap<string, boolean>;

/** "+Reference,-ID" */
export function readChoice(text: string): ColumnChoice {
  const parts = text.split(",").filter((part) => /^[+-]./.test(part));
  return new Map(parts.map((part) => [part.slice(1), part.startsWith("+")]));
}

export function writeChoice(choice: ColumnChoice): string {
  return [...choice].map(([header, isShown]) => `${isShown ? "+" : "-"}${header}`).join();
}
