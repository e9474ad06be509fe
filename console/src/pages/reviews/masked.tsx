import { Text, VisuallyHidden } from "@mantine/core";

/** A number of which only the last digits are shown. */
export function Masked({ number }: { readonly number: string }) {
  const end = number.replaceAll(/[^0-9A-Za-z]/g, "");
  return (
    <Text component="span" ff="monospace" size="sm">
      <span aria-hidden>{`•••••${end}`}</span>
      <VisuallyHidden>ending in {end}</VisuallyHidden>
    </Text>
  );
}
