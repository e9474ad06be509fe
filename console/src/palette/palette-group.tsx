import { Spotlight } from "@mantine/spotlight";
import type { PaletteItem } from "./palette-item.ts";

interface PaletteGroupProps {
  readonly label: string;
  readonly items: readonly PaletteItem[];
  readonly onGo: (path: string) => void;
}

export function PaletteGroup({ label, items, onGo }: PaletteGroupProps) {
  if (items.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={label}>
      {items.map(({ path, title, about }) => (
        <Spotlight.Action key={path} label={title} description={about} onClick={() => onGo(path)} />
      ))}
    </Spotlight.ActionsGroup>
  );
}
