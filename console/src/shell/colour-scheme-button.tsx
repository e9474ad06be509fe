import { ActionIcon, Tooltip, useMantineColorScheme } from "@mantine/core";
import { Monitor, Moon, Sun } from "lucide-react";

const schemes = {
  light: { label: "Color scheme: light", Icon: Sun, next: "dark" },
  dark: { label: "Color scheme: dark", Icon: Moon, next: "auto" },
  auto: { label: "Color scheme: system", Icon: Monitor, next: "light" },
} as const;

/** Cycles through light, dark and system. */
export function ColourSchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { label, Icon, next } = schemes[colorScheme];
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        onClick={() => setColorScheme(next)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
