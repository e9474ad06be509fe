import { useEffect, useRef } from "react";
import { StatusBadge } from "../kit/status-badge.tsx";
import classes from "./palette.module.css";
import type { PaletteItem } from "./palette-item.ts";

interface PaletteListProps {
  readonly id: string;
  /** Items of one group are next to each other. */
  readonly items: readonly PaletteItem[];
  readonly chosen: number;
  readonly onGo: (path: string) => void;
}

export function PaletteList({ id, items, chosen, onGo }: PaletteListProps) {
  const groups = [...new Set(items.map(({ group }) => group))];
  return (
    <div role="listbox" id={id} aria-label="Results" className={classes["list"]}>
      {groups.map((group) => (
        <Group
          key={group}
          id={id}
          chosen={chosen}
          onGo={onGo}
          label={group}
          items={items.filter((item) => item.group === group)}
          first={items.findIndex((item) => item.group === group)}
        />
      ))}
    </div>
  );
}

/** Derived from the index, because the same page can appear in two groups. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

interface GroupProps extends Pick<PaletteListProps, "id" | "chosen" | "onGo"> {
  readonly label: string;
  readonly items: readonly PaletteItem[];
  readonly first: number;
}

function Group({ id, label, items, first, chosen, onGo }: GroupProps) {
  if (items.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, and no fieldsets
    <div role="group" aria-label={label}>
      <div className={classes["label"]} aria-hidden>
        {label}
      </div>
      {items.map((item, index) => (
        <Option
          key={item.path}
          id={optionId(id, first + index)}
          item={item}
          isChosen={first + index === chosen}
          onGo={onGo}
        />
      ))}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly isChosen: boolean;
  readonly onGo: (path: string) => void;
}

function Option({ id, item: { path, title, about, status }, isChosen, onGo }: OptionProps) {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) option.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the keys are the field's, which keeps the focus
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classes["option"]}
      onClick={() => onGo(path)}
    >
      <div className={classes["title"]}>
        {title}
        {status === undefined || status === null ? null : <StatusBadge status={status} />}
      </div>
      <div className={classes["about"]}>{about}</div>
    </div>
  );
}
