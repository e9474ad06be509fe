import { ActionIcon, Tooltip, useMantineColorScheme } from "@mantine/core";
import { Monitor, Moon, Sun } from "lucide-react";

const schemes = {
  light: { label: "Colours: light", Icon: Sun, next: "dark" },
  dark: { label: "Colours: dark", Icon: Moon, next: "auto" },
  auto: { label: "Colours: as the system", Icon: Monitor, next: "light" },
} as const;

/** Light, dark, or as the system has it; each press goes to the next. */
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
