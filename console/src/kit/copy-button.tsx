import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

const shownMs = 1500;

interface CopyButtonProps {
  readonly value: string;
  /** Accessible name: "Copy transfer ID". */
  readonly label: string;
  /** A button with a text label instead of an icon. */
  readonly withWords?: boolean;
}

export function CopyButton({ value, label, withWords = false }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    void navigator.clipboard.writeText(value).then(() => setIsCopied(true));
  };
  const icon = isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />;
  if (withWords) {
    return (
      <Button variant="default" size="xs" leftSection={icon} onClick={copy}>
        {isCopied ? "Copied" : label}
      </Button>
    );
  }
  return (
    <Tooltip label={isCopied ? "Copied" : label} withArrow>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={isCopied ? "Copied" : label}
        onClick={copy}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
