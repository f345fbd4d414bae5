/** Where somebody on a laptop becomes one of the pool's people by one click. */
import type { PoolUser } from './user-pool.ts'

/** Names and groups are of letters, digits and a few marks; what is not is shown as text all the same. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, mark => `&#${mark.charCodeAt(0)};`)

const button = ({ name, groups }: PoolUser): string =>
  `<p><button name="person" value="${escaped(name)}">${escaped(name)}</button> ${escaped(groups.join(', ') || 'in no group')}</p>`

/** The page; what is clicked is posted to where the page was read. */
export const signInPage = (users: readonly PoolUser[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in on this laptop</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark }
button { font: inherit; min-width: 10rem; padding: .5rem 1rem }</style>
<h1>Sign in on this laptop</h1>
<p>This page is the laptop’s own and asks for no password. In a stage, the issuer asks here for a passkey, or for a password and a code.</p>
<form method="post">${users.map(button).join('\n')}</form>
</html>
`
