/**
 * Runs in the browser. The link token is in the URL fragment and leaves the browser only in request bodies to this
 * server.
 */
export const sandboxPageScript = `"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  const linkToken = location.hash.slice(1);
  const form = at("pick");

  function say(text, isWrong = false) {
    at("status").textContent = text;
    at("status").classList.toggle("wrong", isWrong);
  }

  async function post(path, body) {
    const response = await fetch("sandbox/" + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ link_token: linkToken, ...body }),
    });
    const result = await response.json();
    if (response.ok) return result;
    const [error] = result.errors ?? [];
    const isAboutLink = error !== undefined && error.pointer === "/link_token";
    throw new Error(isAboutLink ? "This link " + error.detail + "." : "Request failed: " + result.detail + ".");
  }

  function showSession(session) {
    if (session.renews === null) {
      const owner = session.legal_name === null ? "" : " Account owner: " + session.legal_name + ".";
      say("For " + session.account_name + "." + owner + " Choose the account to link.");
    } else {
      at("title").textContent = "Renew link";
      at("choices").hidden = true;
      at("submit").textContent = "Renew link";
      say("For " + session.account_name + ". Confirm that " + session.renews + " is still your account.");
    }
    form.hidden = false;
  }

  function showToken({ public_token: token, expiration }) {
    say("");
    form.hidden = true;
    at("token").value = token;
    at("until").dateTime = expiration;
    at("until").textContent = new Date(expiration).toLocaleTimeString();
    at("result").hidden = false;
    at("done").focus();
    history.replaceState(null, "", location.pathname);
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = at("submit");
    button.disabled = true;
    try {
      showToken(await post("public_token", at("choices").hidden ? {} : Object.fromEntries(new FormData(form))));
    } catch (error) {
      say(error.message, true);
    } finally {
      button.disabled = false;
    }
  });

  at("copy").addEventListener("click", async () => {
    at("token").select();
    try {
      await navigator.clipboard.writeText(at("token").value);
      at("copied").textContent = "Copied.";
    } catch {
      at("copied").textContent = "Press Ctrl+C or ⌘C to copy.";
    }
  });

  if (linkToken === "") {
    say("This page requires a link token. Open the complete link that you received, including the part after #.", true);
    return;
  }
  post("session", {}).then(showSession, (error) => say(error.message, true));
})();
`;
