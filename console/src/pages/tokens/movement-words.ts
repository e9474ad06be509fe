import type { MovementKind } from "./movement.ts";

interface MovementWords {
  readonly title: string;
  readonly description: string;
  readonly warning: string;
}

export const movementWords: Readonly<Record<MovementKind, MovementWords>> = {
  mint: {
    title: "Mint",
    description: "Brings new units into the world. You vouch for each of them.",
    warning: "New units come into the world, and you vouch for them.",
  },
  burn: {
    title: "Burn",
    description: "Takes units out of the world, from one of your own addresses.",
    warning: "The units are destroyed, which cannot be undone.",
  },
  transfer: {
    title: "Transfer",
    description:
      "Moves units from one of your own addresses to another one. To another chain they are burned here and minted there.",
    warning: "On a chain, what was sent cannot be called back.",
  },
};
