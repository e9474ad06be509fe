import { Code } from "@mantine/core";

/** Text of the API reference, in which code is between backticks. */
export function CodeWords({ text }: { readonly text: string }) {
  return text.split("`").map((part, place) =>
    // A part has no other identity than its place.
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    place % 2 === 1 ? <Code key={place}>{part}</Code> : part,
  );
}
