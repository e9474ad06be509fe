/** Follows the light or dark color scheme; a single column that fits a phone. */
export const sandboxPageStyle = `:root {
  color-scheme: light dark;
  --ground: #f6f4ef;
  --card: #ffffff;
  --text: #1c1a16;
  --quiet: #5c564a;
  --line: #8a8373;
  --accent: #6b4e0f;
  --on-accent: #ffffff;
  --wrong: #9b1c1c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #16140f;
    --card: #211e17;
    --text: #f1ede3;
    --quiet: #b8b09f;
    --line: #857d6c;
    --accent: #e0b95a;
    --on-accent: #1c1a16;
    --wrong: #ff9a8f;
  }
}
* {
  box-sizing: border-box;
}
[hidden] {
  display: none;
}
body {
  margin: 0;
  padding: 1rem;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
}
main {
  max-width: 34rem;
  margin: 2rem auto;
  padding: 1.5rem;
  background: var(--card);
  border-radius: 0.75rem;
}
h1,
h2 {
  margin: 0.5rem 0;
  line-height: 1.2;
}
h1 {
  font-size: 1.6rem;
}
h2 {
  font-size: 1.25rem;
}
.badge {
  margin: 0;
  color: var(--quiet);
  font-size: 0.875rem;
}
#status:empty,
#copied:empty {
  margin: 0;
}
.wrong {
  color: var(--wrong);
  font-weight: 600;
}
fieldset {
  margin: 1rem 0;
  padding: 0;
  border: 0;
}
legend,
label[for] {
  padding: 0;
  font-weight: 600;
}
.choice {
  display: flex;
  gap: 0.75rem;
  align-items: center;
  min-height: 2.75rem;
  margin-top: 0.5rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  cursor: pointer;
}
.choice:has(:checked) {
  border-color: var(--accent);
  box-shadow: inset 0 0 0 1px var(--accent);
}
.choice input {
  flex: none;
  width: 1.1rem;
  height: 1.1rem;
  margin: 0;
  accent-color: var(--accent);
}
small {
  display: block;
  color: var(--quiet);
}
button {
  min-height: 2.75rem;
  padding: 0 1.25rem;
  border: 0;
  border-radius: 0.5rem;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:disabled {
  opacity: 0.6;
  cursor: progress;
}
#submit {
  width: 100%;
}
:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
}
#done:focus {
  outline: none;
}
.token {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  margin-top: 0.5rem;
}
.token input {
  flex: 1 1 14rem;
  min-width: 0;
  min-height: 2.75rem;
  padding: 0 0.75rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: var(--ground);
  color: var(--text);
  font: 0.9rem ui-monospace, monospace;
}
`;
