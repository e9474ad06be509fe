import { UnstyledButton } from "@mantine/core";
import { countWords } from "../count-words.ts";
import { statusWords } from "../status-tone.ts";
import classes from "./list.module.css";

interface Counted {
  readonly count: number;
  readonly is_more: boolean;
}

interface StatusTabsProps {
  readonly statuses: readonly string[];
  /** Empty for all. */
  readonly value: string;
  readonly onChange: (status: string) => void;
  /** By status, once they are loaded. */
  readonly counts: ReadonlyMap<string, Counted> | undefined;
}

/** Status filter of a list, with the number of items in each status. */
export function StatusTabs({ statuses, value, onChange, counts }: StatusTabsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar of buttons needs no fieldset
    <div role="group" aria-label="Status" className={classes["tabs"]}>
      {["", ...statuses].map((status) => {
        const counted = counts?.get(status);
        return (
          <UnstyledButton
            key={status}
            className={classes["tab"]}
            aria-pressed={status === value}
            onClick={() => onChange(status)}
          >
            {status === "" ? "All" : statusWords(status)}
            {counted === undefined ? null : (
              <span className={classes["count"]}>{countWords(counted.count, counted.is_more)}</span>
            )}
          </UnstyledButton>
        );
      })}
    </div>
  );
}
