/** The one style of pages that need no script: one column, the system's fonts, dark and light as the reader's machine says. */
export const plainStyle = `
:root { color-scheme: light dark; --paper: #fdfdfc; --ink: #1d2126; --quiet: #59616b; --line: #7b838b; --accent: #0a6047; --on-accent: #ffffff; --wrong: #b3261e; --ground: #f3f5f4; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14171a; --ink: #e4e6e5; --quiet: #a3abb3; --line: #7b838b; --accent: #7dd3b4; --on-accent: #10201a; --wrong: #ff9a8f; --ground: #1c2125; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
main { max-width: 38rem; margin: 0 auto; padding: 1.25rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 0; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
legend { padding: 0; font-weight: 600; }
.section { margin-top: 2.25rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.section > legend { float: left; width: 100%; margin-bottom: 0.25rem; }
.section > legend + * { clear: both; }
.field { padding-top: 1.1rem; }
.label { display: block; font-weight: 600; }
.hint, .needed { color: var(--quiet); font-weight: 400; }
.hint { margin: 0.1rem 0 0; }
.needed { font-size: 0.9em; }
.error { color: var(--wrong); font-weight: 600; margin: 0.15rem 0 0; }
.faults { border: 2px solid var(--wrong); border-radius: 6px; padding: 0.9rem 1rem; margin-bottom: 1.5rem; }
.faults ul { margin: 0.5rem 0 0; padding-left: 1.2rem; }
.faults li + li { margin-top: 0.4rem; }
input:not([type="radio"], [type="checkbox"]), select, textarea { display: block; width: 100%; min-height: 2.9rem; margin-top: 0.3rem; padding: 0.55rem 0.7rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; }
[aria-invalid="true"]:not(fieldset) { border: 2px solid var(--wrong); }
.choice { display: flex; gap: 0.7rem; align-items: flex-start; padding: 0.45rem 0; }
.choice input { flex: none; width: 1.5rem; height: 1.5rem; margin: 0.05rem 0 0; accent-color: var(--accent); }
.choice label { flex: 1; }
dl { margin: 0 0 1.5rem; padding: 0.8rem 1rem; background: var(--ground); border-radius: 6px; }
dt { font-weight: 600; }
dd { margin: 0 0 0.6rem; }
dd:last-child { margin-bottom: 0; }
details { border-top: 1px solid var(--line); margin-top: 1.1rem; }
summary { min-height: 2.75rem; padding: 0.6rem 0; color: var(--accent); font-weight: 600; cursor: pointer; }
details + button, .field + button { margin-top: 1.6rem; }
button { display: block; width: 100%; min-height: 3.1rem; padding: 0.7rem 1.2rem; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 6px; cursor: pointer; }
.quiet-button { min-height: 2.75rem; margin-top: 0.5rem; color: var(--accent); background: transparent; border: 1px solid var(--accent); }
button[hidden] { display: none; }
`
