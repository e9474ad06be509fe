import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { type Keystroke, type PendingKeys, readKey } from "./key-reading.ts";
import { onPaletteRequested } from "./palette-events.ts";
import { useGoToKeys } from "./use-go-to-keys.ts";

const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));
const Shortcuts = lazy(async () => ({ default: (await import("./shortcuts.tsx")).Shortcuts }));

type Shown = "palette" | "shortcuts" | undefined;

/** Handles the global keyboard shortcuts. Dialogs are loaded when first opened. */
export function PaletteKeys() {
  const [shown, setShown] = useState<Shown>();
  const navigate = useNavigate();
  const goToKeys = useGoToKeys();
  const pending = useRef<PendingKeys>(undefined);
  useEffect(() => onPaletteRequested(setShown), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const read = readKey(keystrokeOf(event), pending.current, goToKeys.keys);
      pending.current = read.pending;
      if (read.action === undefined) return;
      event.preventDefault();
      if (read.action.type === "open") setShown(read.action.what);
      else void navigate({ to: goToKeys.pathOf(read.action.key) });
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [navigate, goToKeys]);
  const close = () => setShown(undefined);
  return (
    <Suspense fallback={null}>
      {shown === "palette" ? <Palette onClose={close} /> : null}
      {shown === "shortcuts" ? <Shortcuts onClose={close} /> : null}
    </Suspense>
  );
}

function keystrokeOf(event: KeyboardEvent): Keystroke {
  const { target } = event;
  return {
    key: event.key,
    hasCommand: event.ctrlKey || event.metaKey,
    hasAlt: event.altKey,
    isTyping: target instanceof HTMLElement && isForTyping(target),
    isInDialog: document.querySelector('[role="dialog"]') !== null,
    atMs: event.timeStamp,
  };
}

function isForTyping(target: HTMLElement): boolean {
  return target.isContentEditable || target.closest("input, textarea, select, [role='textbox']") !== null;
}
