import { ApiError, send } from "../api/client.ts";

/** Between the dialog and the window in which the user authenticates again. */
const channelName = "florin-sso";

/** Confirms with a new authentication at the identity provider, in a window of its own: this page keeps its state. */
export async function confirmWithSso(confirmation: { readonly confirmation_id?: string }): Promise<void> {
  // Opened at once: later, the browser would no longer see the user's click as its reason.
  const popup = window.open("", "_blank", "popup,width=520,height=680");
  if (popup === null) {
    const detail = "Your browser blocked the window. Allow pop-ups for this site, and try again.";
    throw new ApiError({ status: 0, code: "popup_blocked", detail });
  }
  const channel = new BroadcastChannel(channelName);
  try {
    const { url } = await send("post", "/console/api/me/confirm/sso", { body: confirmation });
    const confirmed = new Promise<void>((resolve) => {
      channel.onmessage = () => resolve();
    });
    popup.location.href = url;
    await confirmed;
  } catch (error) {
    popup.close();
    throw error;
  } finally {
    channel.close();
  }
}

/** The other window has confirmed; this one is no longer needed. */
export function reportSsoConfirmation(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage("confirmed");
  channel.close();
  window.close();
}
