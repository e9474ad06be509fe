export interface Keystroke {
  readonly key: string;
  readonly hasCommand: boolean;
  readonly hasAlt: boolean;
  readonly isTyping: boolean;
  readonly isInDialog: boolean;
  readonly atMs: number;
}

/** A pressed `g` waiting for its second key. */
export type PendingKeys = { readonly sinceMs: number } | undefined;

export type KeyAction =
  | { readonly type: "open"; readonly what: "palette" | "shortcuts" }
  | { readonly type: "go"; readonly key: string };

interface KeyReading {
  readonly action: KeyAction | undefined;
  readonly pending: PendingKeys;
}

/** Timeout for the second key of a sequence. */
const pairMs = 1500;
const nothing: KeyReading = { action: undefined, pending: undefined };

/** Maps a key press to an action. Shortcuts are ignored while typing and in dialogs. */
export function readKey(stroke: Keystroke, pending: PendingKeys, goToKeys: ReadonlySet<string>): KeyReading {
  const { key, hasCommand, hasAlt, isTyping, isInDialog, atMs } = stroke;
  if (isInDialog) return nothing;
  if (hasCommand) return key.toLowerCase() === "k" && !hasAlt ? open("palette") : nothing;
  if (isTyping || hasAlt) return nothing;
  if (pending !== undefined && atMs - pending.sinceMs <= pairMs && goToKeys.has(key)) {
    return { action: { type: "go", key }, pending: undefined };
  }
  switch (key) {
    case "/":
      return open("palette");
    case "?":
      return open("shortcuts");
    case "g":
      return { action: undefined, pending: { sinceMs: atMs } };
    default:
      return nothing;
  }
}

function open(what: "palette" | "shortcuts"): KeyReading {
  return { action: { type: "open", what }, pending: undefined };
}
