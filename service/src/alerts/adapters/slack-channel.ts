import type { AlertChannel } from "../channel.ts";
import { postJson } from "../post-json.ts";

/** An incoming webhook of Slack, or of a chat that takes its format. */
export function createSlackChannel(url: string): AlertChannel {
  return {
    name: "slack",
    send: ({ alert, change, url: page }, signal) => {
      const { severity, summary } = alert;
      const status = change === "opened" ? `[${severity}]` : "[resolved]";
      const text = `*${status}* ${escaped(summary)} <${page}|Open Florin>`;
      return postJson({ name: "Slack", url }, { text }, signal);
    },
  };
}

/** Slack's three control characters. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
