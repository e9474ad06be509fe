import { Box, Button } from "@mantine/core";
import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import classes from "./list.module.css";

interface FilterBarProps {
  /** "Transfer filters" */
  readonly label: string;
  /** Number of filters that are set. */
  readonly active: number;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/** Filters above a list; folded on a small screen. */
export function FilterBar({ label, active, onClear, children }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const fold = isOpen ? "" : classes["folded"];
  return (
    <Box component="search" aria-label={label} className={`${classes["filters"]} ${fold}`}>
      <Button
        className={classes["unfold"]}
        variant="default"
        size="xs"
        fullWidth
        leftSection={<SlidersHorizontal size={14} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {active === 0 ? "Filters" : `Filters (${active})`}
      </Button>
      <div id={id} className={classes["fields"]}>
        {children}
        {active === 0 ? null : (
          <Button variant="default" size="xs" onClick={onClear}>
            Clear filters
          </Button>
        )}
      </div>
    </Box>
  );
}
