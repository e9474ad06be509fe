import { ActionIcon, Menu, useMantineColorScheme } from "@mantine/core";
import { Check, Monitor, Moon, Sun } from "lucide-react";

const schemes = [
  { scheme: "light", label: "Light", Icon: Sun },
  { scheme: "dark", label: "Dark", Icon: Moon },
  { scheme: "auto", label: "As the system", Icon: Monitor },
] as const;

export function ColourSchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { Icon: CurrentIcon } = schemes.find(({ scheme }) => scheme === colorScheme) ?? schemes[2];
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Colours">
          <CurrentIcon size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(({ scheme, label, Icon }) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={scheme === colorScheme}
            leftSection={<Icon size={14} aria-hidden />}
            rightSection={scheme === colorScheme ? <Check size={14} aria-hidden /> : null}
            onClick={() => setColorScheme(scheme)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
