/** Runs in the browser: a tab that the reader chooses is chosen in all groups of the page. */
export function followTabs() {
  // Also called while the pages are built.
  if (typeof document === "undefined") return;
  document.addEventListener("click", ({ target, isTrusted }) => {
    if (!isTrusted || !target.matches(".vp-code-group input")) return;
    const group = target.closest(".vp-code-group");
    const { top } = group.getBoundingClientRect();
    for (const input of document.querySelectorAll(".vp-code-group input"))
      if (!input.checked && labelOf(input) === labelOf(target)) input.click();
    // Groups above have another height now, and VitePress scrolls to what it opens.
    window.scrollBy({ top: group.getBoundingClientRect().top - top, behavior: "instant" });
  });
}

function labelOf({ labels }) {
  return labels[0]?.textContent;
}
